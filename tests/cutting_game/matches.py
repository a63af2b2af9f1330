"""Games to play: settings, players, and a state and its model side by side."""

from hypothesis import strategies as st

from gamecore.cutting.players import BotSettings, Player
from gamecore.cutting.settings import Settings
from gamecore.cutting.state import State
from gamecore.errors import GamecoreError

from .compare import Facts, agree, agree_on_the_next_shape, constraint_is_legal, measure, refusal
from .model import Match, Refused
from .play import MODES

RATINGS = (1500, 1500, 1, 3, 1200, 1740.5, 2600)

settings_kept = st.fixed_dictionaries(
    {
        "rounds": st.sampled_from((1, 2, 3, 5, 9)),
        "minutes": st.sampled_from((1, 1, 2)),
        "points": st.sampled_from((1, 50, 100, 250, 600)),
        "ends": st.sampled_from(("rounds", "rounds", "minutes", "points")),
        "variant": st.sampled_from(("area", "perimeter")),
        "targets": st.sampled_from(("50", "40/50/60")),
        "mode": st.sampled_from(MODES),
        "cutter_score": st.sampled_from((1, 40, 100)),
        "deduction": st.sampled_from((5, 10, 15)),
        "estimate_score": st.sampled_from((1, 50, 100)),
        "step_seconds": st.sampled_from((15, 30, 60)),
        "tolerance": st.sampled_from((0.5, 1.0, 2.0)),
        "visibility": st.sampled_from(("full", "spotlight")),
        "width": st.sampled_from((2.2, 2.2, 2.2, 3.0, 4.0)),
    }
)
"""Settings as dicts."""

players_kept = st.lists(
    st.one_of(
        st.tuples(st.just("human"), st.sampled_from(RATINGS)),
        st.tuples(st.just("human"), st.sampled_from(RATINGS)),
        st.tuples(st.just("fixed"), st.sampled_from((0, 1, 10, 20))),
        st.tuples(st.just("adaptive"), st.just(0)),
    ),
    min_size=1,
    max_size=5,
).map(lambda drawn: drawn if any(kind == "human" for kind, _ in drawn) else [("human", 1500), *drawn])
"""Players as pairs, at least one of them human."""


def players_of(drawn):
    """The players of a game from pairs: ``human`` and a rating, or a bot's mode and its tolerance."""
    return [
        Player.human(f"h{seat}", f"Human {seat}", value)
        if kind == "human"
        else Player.robot(seat, BotSettings(kind, value))
        for seat, (kind, value) in enumerate(drawn)
    ]


class Pair:
    """A state and its model, which make every call together."""

    def __init__(self, settings, drawn, seed, at_ms, registered, thorough=True):
        self.thorough = thorough
        players = players_of(drawn)
        self.state = State.new(Settings(**settings), players, seed=seed, at_ms=at_ms, registered=registered)
        self.model = Match(
            settings,
            [
                {"kind": "human" if kind == "human" else "bot", "rating": value if kind == "human" else 1500}
                for kind, value in drawn
            ],
            registered=registered,
            at_ms=at_ms,
            facts=Facts(self.state),
            measure=None,
        )
        constraint_is_legal(self.state)
        agree(self.state, self.model)

    def call(self, verb, *arguments):
        """True if both accept; False if both refuse for the same reason and stay as they were."""
        before, text = self.state, self.state.to_json()
        at = arguments[-1]
        try:
            state = getattr(before, verb)(*arguments)
        except GamecoreError as error:
            refused = refusal(error)
            state = None
        # what a refused call settles before it refuses is drawn as well
        shown = state or (before.advance(max(before.at_ms, at - 1)) if type(at) is int and at < 2**53 else before)
        settled = before.advance(at - 1) if type(at) is int and before.at_ms < at < 2**53 else before
        self.model.measure = measure(settled, self.thorough)
        try:
            model = getattr(self.model, verb)(*arguments, Facts(shown))
        except Refused as error:
            assert state is None, f"the state accepts what the model refuses: {error!r}"
            assert refused[0] == error.code
            assert (refused[1] in error.reasons) if error.reasons else (refused[1] is None)
            assert before.to_json() == text
            return False
        assert state is not None, f"the model accepts what the state refuses: {refused}"
        assert before.to_json() == text
        self._agree_on_what_is_drawn(settled, state, verb, arguments)
        self.state, self.model = state, model
        agree(state, model)
        return True

    def _agree_on_what_is_drawn(self, settled, state, verb, arguments):
        """The shape and the constraint of a later round follow from the cut, or from there being none."""
        if state.round == settled.round:
            if state.phase == settled.phase:
                assert (state.shape, state.constraint) == (settled.shape, settled.constraint)
            return
        constraint_is_legal(state)
        if state.round > settled.round + 1:
            return
        cut = settled.chosen
        if verb == "apply" and "point" in arguments[1]:
            agree_on_the_next_shape(settled, state, tuple(arguments[1]["point"]), arguments[1]["part"])
        elif cut is not None:
            agree_on_the_next_shape(settled, state, cut.point, cut.part)
        else:
            assert state.shape == settled.shape
            if state.settings.mode == "line_voronoi":
                assert state.constraint == settled.constraint
            else:
                assert state.constraint != settled.constraint
