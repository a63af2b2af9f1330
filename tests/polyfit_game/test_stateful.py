"""Whole games at random, the state and the naive model side by side (P11-P24)."""

from hypothesis import note, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from gamecore import polyfit
from gamecore.errors import GamecoreError

from . import play
from .compare import agree, refusal
from .model import Match, Refused

SOON = st.tuples(st.just("after"), st.sampled_from((0, 0, 1, 700, 4_000, 9_000)))
EDGES = st.one_of(
    st.tuples(st.just("window"), st.sampled_from((-1, 0, 1, 1_500))),
    st.tuples(st.just("flag"), st.sampled_from((-1, 0, 1, 400))),
    st.tuples(st.just("last flag"), st.sampled_from((-1, 0, 1, 30_000))),
)
# Time is mostly short, or games would be over before they have begun.
WHEN = st.integers(0, 7).flatmap(lambda chance: EDGES if chance == 7 else SOON)
RARELY = st.integers(0, 3).map(lambda chance: chance == 3)
SEATS = st.integers(0, 15)
ANSWERS = st.sampled_from(("solve", "solve", "solve otherwise", "pass"))
SEEDS = tuple(f"match {number}" for number in range(12))
MATCHES = st.tuples(
    st.sampled_from((3, 3, 3, 4, 6, 9)),  # rounds
    st.sampled_from(("easy",) * 7 + ("normal", "hard")),
    st.sampled_from((10, 10, 17, 30)),  # seconds of a round
    st.sampled_from((2, 2, 3, 3, 4, 5, 8)),  # players
    st.sampled_from((None, None, 0, 1, 20_000)),  # more than the least bank
    st.sampled_from(SEEDS),
    st.sampled_from((0, 1, 1_700_000_000_000)),  # the start
)


class Game(RuleBasedStateMachine):
    """One match; every rule makes one call of a host, or several in a row."""

    @initialize(match=MATCHES)
    def start(self, match):
        self.begin(*match)

    def begin(self, rounds, difficulty, round_seconds, players, more_bank, seed, at_ms):
        least = (rounds * (round_seconds + 5) + 5) * 1000
        bank_ms = None if more_bank is None else least + more_bank
        given = {"rounds": rounds, "difficulty": difficulty, "round_seconds": round_seconds, "players": players}
        options = polyfit.Options(**given, bank_ms=bank_ms)
        self.state = polyfit.State.new(options, seed=seed, at_ms=at_ms)
        self.model = Match(**given, bank_ms=bank_ms, seed=seed, at_ms=at_ms)

    @precondition(lambda self: self.model.over)
    @rule(match=MATCHES)
    def start_another(self, match):
        self.begin(*match)

    # -- times and calls --------------------------------------------------------------------------------------

    def at(self, when):
        """A time not before now: so long after it, or near the window's end, the next flag or the last one."""
        what, by = when
        model = self.model
        marks = {"after": model.now, "window": model.open_round().opened + model.window}
        if model.on_move():
            flags = [model.flag_at(seat) for seat in model.on_move()]
            marks |= {"flag": min(flags), "last flag": max(flags)}
        return max(model.now, marks.get(what, model.now) + by)

    def seat(self, number):
        """A seat on move for a low number, if there is one, any seat for a high one."""
        on_move = self.model.on_move()
        return on_move[number % len(on_move)] if on_move and number < 8 else number % self.model.players

    def both(self, verb, *arguments):
        """The same call to both: both go on, or both refuse for the same reason and stay as they were."""
        note(f"{verb}{arguments}")
        try:
            model = getattr(self.model, verb)(*arguments)
        except Refused as refused:
            model = refused
        before, text = self.state, self.state.to_json()
        try:
            state = getattr(before, verb)(*arguments)
        except GamecoreError as error:
            assert isinstance(model, Refused), f"the model accepts what the state refuses: {error!r}"
            assert refusal(error) == (model.code, model.reason)
            assert before.to_json() == text
            assert before == polyfit.State.from_json(text)
            return False
        assert not isinstance(model, Refused), f"the state accepts what the model refuses: {model!r}"
        assert before.to_json() == text
        self.state, self.model = state, model
        return True

    def settled(self, at):
        """The model just before a call at this time, to make up a move for the round open then."""
        return self.model if self.model.over else self.model.advance(max(self.model.now, at - 1))

    def answer(self, seat, what, at):
        model = self.settled(at)
        number = model.open_round().number
        if what == "pass":
            return self.both("apply", seat, {"round": number, "pass": True}, at)
        placements = {"solve": play.solution, "solve otherwise": play.other_solution}[what](model)
        return self.both("apply", seat, {"round": number, "placements": placements}, at)

    # -- rules ------------------------------------------------------------------------------------------------

    @rule(seat=SEATS, what=ANSWERS, when=WHEN)
    def one_answers(self, seat, what, when):
        self.answer(self.seat(seat), what, self.at(when))

    @precondition(lambda self: self.model.on_move())
    @rule(
        whats=st.lists(ANSWERS, min_size=1, max_size=8), apart=st.sampled_from((0, 1, 300, 2_500)), back=st.booleans()
    )
    def everyone_answers(self, whats, apart, back):
        for number, seat in enumerate(sorted(self.model.on_move(), reverse=back)):
            self.answer(seat, whats[number % len(whats)], self.model.now + apart)
            agree(self.state, self.model)

    @precondition(lambda self: self.model.on_move())
    @rule(what=st.sampled_from(("solve", "pass")))
    def all_the_rest_answer(self, what):
        """At the same time, so that first places are shared now and then."""
        at = self.model.now
        for seat in self.model.on_move():
            self.answer(seat, what, at)

    @precondition(lambda self: self.model.on_move())
    @rule(which=SEATS, late=st.sampled_from((0, 1, 5_999, 6_000, 6_001)), what=ANSWERS)
    def one_is_slow(self, which, late, what):
        """Uses up a window and more, so that banks run down."""
        on_move = self.model.on_move()
        at = max(self.model.now, self.model.open_round().opened + self.model.window + late)
        self.answer(on_move[which % len(on_move)], what, at)

    @rule(seat=SEATS, reason=st.sampled_from((*play.ILLEGAL, "wrong_round")), by=st.sampled_from((-1, 1)), when=WHEN)
    def one_errs(self, seat, reason, by, when):
        at = self.at(when)
        model = self.settled(at)
        number = model.open_round().number
        if reason == "wrong_round":
            move = {"round": number + by, "placements": play.solution(model)}
        else:
            move = {"round": number, "placements": play.wrong(model, reason)}
            if move["placements"] is None:
                return
        self.both("apply", self.seat(seat), move, at)

    @rule(seat=SEATS, how=st.sampled_from(("resign", "forfeit")), when=WHEN, really=RARELY)
    def one_leaves(self, seat, how, when, really):
        if not really:
            return
        if how == "resign":
            self.both("apply", self.seat(seat), {"resign": True}, self.at(when))
        else:
            self.both("forfeit", self.seat(seat), self.at(when))

    @precondition(lambda self: self.model.open_round().answers and len(self.model.on_move()) > 1)
    @rule(number=SEATS, how=st.sampled_from(("resign", "forfeit")), when=SOON, really=RARELY)
    def one_answers_then_leaves(self, number, how, when, really):
        """P15: the answer stands, with its place and gems."""
        if really:
            answers = self.model.open_round().answers
            seat = answers[number % len(answers)][0]
            self.both(*(("apply", seat, {"resign": True}) if how == "resign" else ("forfeit", seat)), self.at(when))

    @rule(when=WHEN)
    def host_advances(self, when):
        self.both("advance", self.at(when))

    @rule(when=WHEN, steps=st.integers(2, 5))
    def host_advances_in_steps(self, when, steps):
        """P20: in one step or in many, the same state."""
        end = self.at(when)
        at_once, start = self.state.advance(end), self.model.now
        for step in range(1, steps + 1):
            self.both("advance", start + (end - start) * step // steps)
        assert self.state == at_once

    @precondition(lambda self: self.model.on_move())
    @rule(steps=st.integers(1, 3), really=RARELY)
    def host_wakes_at_deadlines(self, steps, really):
        for _ in range(steps if really else 0):
            if self.state.next_deadline_ms is not None:
                early = max(self.model.now, self.state.next_deadline_ms - 1)
                woken = self.state.advance(early)
                if early < self.state.next_deadline_ms:
                    assert (woken.result, woken.view(None, early)) == (self.state.result, self.state.view(None, early))
                self.both("advance", self.state.next_deadline_ms)

    @rule(at=st.sampled_from((True, 1.5, "5", None, float("nan"), -(10**30))), seat=SEATS)
    def time_is_wrong(self, at, seat):
        seat = self.seat(seat)
        self.both("advance", at)
        self.both("forfeit", seat, at)
        self.both("apply", seat, {"round": 1, "pass": True}, at)

    @rule(by=st.integers(1, 50_000), seat=SEATS)
    def time_runs_back(self, by, seat):
        self.time_is_wrong(self.model.now - by, seat)

    @rule(seat=st.sampled_from((-1, 8, 10**30, True, 0.0, "0", None)), when=WHEN)
    def seat_is_unknown(self, seat, when):
        self.both("apply", seat, {"round": self.model.open_round().number, "pass": True}, self.at(when))
        self.both("forfeit", seat, self.at(when))

    @rule(when=WHEN)
    def views_of_later(self, when):
        """P20: a view past unsettled flags shows clocks at 0 and settles nothing."""
        at = self.at(when)
        before = self.state.to_json()
        agree(self.state, self.model, at)
        assert self.state.to_json() == before

    # -- always -----------------------------------------------------------------------------------------------

    @invariant()
    def both_agree(self):
        agree(self.state, self.model)

    @invariant()
    def json_round_trip(self):
        twin = polyfit.State.from_json(self.state.to_json())
        assert twin == self.state
        assert hash(twin) == hash(self.state)
        assert twin.to_json() == self.state.to_json()

    def teardown(self):
        """The game always ends: nobody's clock lasts for ever."""
        if hasattr(self, "model"):
            bound = self.model.now + self.model.bank * 2 + 1_000 * self.model.total_rounds
            self.both("advance", bound)
            agree(self.state, self.model)
            assert self.model.over
            assert self.state.result is not None


def test_the_state_and_the_naive_model_agree_on_whole_games():
    """P11-P24: views of all, result, ranking, reason, clocks and the deadline, after every call."""
    run_state_machine_as_test(Game, settings=settings(max_examples=settings().max_examples, stateful_step_count=45))
