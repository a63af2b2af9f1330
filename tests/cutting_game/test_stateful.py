"""Whole games at random, the state and the naive model side by side (C05 to C28)."""

from random import Random

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

from gamecore.cutting.state import State

from . import play
from .matches import Pair, players_kept, settings_kept
from .play import CUT_FAULTS

SOON = st.tuples(st.just("after"), st.sampled_from((0, 0, 1, 700, 4_000, 12_000)))
EDGES = st.one_of(
    st.tuples(st.just("deadline"), st.sampled_from((-1, 0, 0, 1, 1_500))),
    st.tuples(st.just("later"), st.sampled_from((0, 1, 40_000, 200_000))),  # several steps late
    st.tuples(st.just("limit"), st.sampled_from((-1, 0, 1))),
)
WHEN = st.integers(0, 7).flatmap(lambda chance: EDGES if chance == 7 else SOON)
RARELY = st.integers(0, 3).map(lambda chance: chance == 3)
SEATS = st.integers(0, 15)
CUTS = st.sampled_from(("any", "any", "near", "near", "perfect"))
CHANCE = st.integers(0, 2**20)
ANSWERS = st.sampled_from(("more", "less"))
GAMES = st.tuples(
    settings_kept,
    players_kept,
    st.integers(0, 40).map(lambda number: f"game {number}"),
    st.sampled_from((0, 1, 1_700_000_000_000)),
    st.booleans(),
)


class Game(RuleBasedStateMachine):
    """One game; every rule makes one call of a host, or several in a row."""

    @initialize(game=GAMES)
    def start(self, game):
        self.pair = Pair(*game)

    @precondition(lambda self: self.model.over)
    @rule(game=GAMES)
    def start_another(self, game):
        self.pair = Pair(*game)

    @property
    def state(self):
        return self.pair.state

    @property
    def model(self):
        return self.pair.model

    # -- times and calls --------------------------------------------------------------------------------------

    def at(self, when):
        """A time not before now: so long after it, near the step's end, steps later, or near the game's time limit."""
        what, by = when
        model = self.model
        marks = {"after": model.now, "limit": model.start + 60_000 * model.settings["minutes"]}
        if not model.over:
            marks |= {"deadline": model.deadline(), "later": model.deadline() + model.step}
        return max(model.now, marks.get(what, model.now) + by)

    def both(self, verb, *arguments):
        note(f"{verb}{arguments}")
        return self.pair.call(verb, *arguments)

    def settled(self, at):
        """The state just before a call at this time, to make up a move for what is open then."""
        return self.state.advance(max(self.state.at_ms, at - 1))

    def cut(self, seat, what, at, chance):
        state = self.settled(at)
        if state.result is None and state.phase == "cutting":
            self.both("apply", seat, play.good_cut(Random(chance), state, what), at)

    # -- rules ------------------------------------------------------------------------------------------------

    @precondition(lambda self: self.model.phase() == "cutting")
    @rule(what=CUTS, when=WHEN, chance=CHANCE)
    def cutter_cuts(self, what, when, chance):
        at = self.at(when)
        self.cut(self.settled(at).cutter, what, at, chance)

    @precondition(lambda self: self.model.phase() == "estimating")
    @rule(seat=SEATS, answer=ANSWERS, when=WHEN)
    def one_estimates(self, seat, answer, when):
        on_move, at = self.model.on_move(), self.at(when)
        number = self.settled(at).round
        self.both("apply", on_move[seat % len(on_move)], {"round": number, "estimate": answer}, at)

    @precondition(lambda self: self.model.phase() == "estimating")
    @rule(answers=st.lists(ANSWERS, min_size=1, max_size=5), apart=st.sampled_from((0, 1, 900)))
    def everyone_estimates(self, answers, apart):
        number = self.model.open_round().number
        for place, seat in enumerate(self.model.on_move()):
            move = {"round": number, "estimate": answers[place % len(answers)]}
            self.both("apply", seat, move, self.model.now + apart)

    @precondition(lambda self: any(not self.model.is_human(seat) for seat in self.model.on_move()))
    @rule(when=SOON)
    def bots_move(self, when):
        """C28: no move of a bot is refused."""
        at = self.at(when)
        for seat in self.settled(at).players and range(len(self.state.players)):
            state = self.settled(at)
            if state.result is None and state.on_move(seat) and state.players[seat].is_bot:
                move = state.bot_move(seat)
                assert move == state.bot_move(seat) == State.from_json(state.to_json()).bot_move(seat)
                assert self.both("apply", seat, move.to_dict(), at)

    @precondition(lambda self: not self.model.over)
    @rule(seat=SEATS, reason=st.sampled_from(CUT_FAULTS), when=SOON, chance=CHANCE)
    def cutter_errs(self, seat, reason, when, chance):
        """C13: wrong cuts by the cutter, now and then by another, in either phase."""
        at = self.at(when)
        state = self.settled(at)
        if state.result is None:
            move = play.wrong_cut(Random(chance), state, reason)
            seat = seat % len(state.players) if seat > 12 else state.cutter
            if move is not None:
                accepted = self.both("apply", seat, move, at)
                assert not accepted or reason in ("degenerate", "misses_shape")

    @precondition(lambda self: not self.model.over)
    @rule(seat=SEATS, by=st.sampled_from((-1, 0, 0, 1)), when=WHEN, answer=ANSWERS)
    def somebody_estimates(self, seat, by, when, answer):
        """Whoever it is, in whatever phase; also a second time, and of another round."""
        at = self.at(when)
        move = {"round": self.settled(at).round + by, "estimate": answer}
        self.both("apply", seat % len(self.state.players), move, at)

    @precondition(lambda self: not self.model.over)
    @rule(seat=SEATS, what=CUTS, when=WHEN, chance=CHANCE)
    def somebody_cuts(self, seat, what, when, chance):
        self.cut(seat % len(self.state.players), what, self.at(when), chance)

    @precondition(lambda self: not self.model.over)
    @rule(seat=SEATS, when=WHEN, really=RARELY)
    def one_resigns(self, seat, when, really):
        if really:
            self.both("apply", seat % len(self.state.players), {"resign": True}, self.at(when))

    @precondition(lambda self: not self.model.over)
    @rule(when=WHEN, really=RARELY)
    def cutter_resigns(self, when, really):
        """C19, and after the cut C17."""
        if really:
            at = self.at(when)
            self.both("apply", self.settled(at).cutter, {"resign": True}, at)

    @precondition(lambda self: self.model.phase() == "estimating" and self.model.open_round().answers)
    @rule(number=SEATS, when=SOON)
    def one_estimates_then_resigns(self, number, when):
        """C17: the estimate counts."""
        answered = list(self.model.open_round().answers)
        self.both("apply", answered[number % len(answered)], {"resign": True}, self.at(when))

    @precondition(lambda self: self.model.phase() == "estimating")
    @rule(number=SEATS, when=SOON, really=RARELY)
    def one_resigns_unanswered(self, number, when, really):
        """C26, C30: asked, and gone without an answer."""
        if really:
            on_move = self.model.on_move()
            self.both("apply", on_move[number % len(on_move)], {"resign": True}, self.at(when))

    @rule(when=WHEN, really=st.integers(0, 9).map(lambda chance: chance == 9))
    def administrator_ends(self, when, really):
        if really:
            self.both("end", self.at(when))

    @rule(when=WHEN)
    def host_advances(self, when):
        self.both("advance", self.at(when))

    @rule(when=WHEN, steps=st.integers(2, 5))
    def host_advances_in_steps(self, when, steps):
        """C17: in one step or in many, the same state."""
        end = self.at(when)
        at_once, start = self.state.advance(end), self.model.now
        for step in range(1, steps + 1):
            self.both("advance", start + (end - start) * step // steps)
        assert self.state == at_once

    @precondition(lambda self: not self.model.over)
    @rule()
    def host_wakes_at_the_deadline(self):
        early = max(self.model.now, self.state.next_deadline_ms - 1)
        woken = self.state.advance(early)
        if early < self.state.next_deadline_ms:
            assert (woken.round, woken.phase, woken.scores) == (self.state.round, self.state.phase, self.state.scores)
        self.both("advance", self.state.next_deadline_ms)

    @rule(at=st.sampled_from((True, 1.5, "5", None, float("nan"), -(10**30), 2**53)), seat=SEATS)
    def time_is_wrong(self, at, seat):
        seat %= len(self.state.players)
        self.both("advance", at)
        self.both("end", at)
        self.both("apply", seat, {"resign": True}, at)

    @rule(by=st.integers(1, 50_000))
    def time_runs_back(self, by):
        self.time_is_wrong(self.model.now - by, 0)

    @rule(seat=st.sampled_from((-1, 8, 10**30, True, 0.0, "0", None)), when=SOON)
    def seat_is_unknown(self, seat, when):
        self.both("apply", seat, {"resign": True}, self.at(when))

    # -- always -----------------------------------------------------------------------------------------------

    @invariant()
    def json_round_trip(self):
        if hasattr(self, "pair"):
            state = self.state
            twin = State.from_json(state.to_json())
            assert twin == state
            assert hash(twin) == hash(state)
            assert twin.to_json() == state.to_json()

    def teardown(self):
        """C20: left alone, a game ends: by its rounds, its time, or by awards; a lone player's by points never does."""
        if hasattr(self, "pair"):
            model = self.model
            few = model.settings["points"] <= 12 * model.settings["estimate_score"]
            if model.settings["ends"] != "points" or (few and len(model.active()) > 1):
                self.both("advance", model.now + 3 * 60_000 + 70 * model.step)
                assert self.model.over
                assert self.state.result is not None


def test_the_state_and_the_naive_model_agree_on_whole_games():
    """C05-C28: phase, scores, history, deadlines, learning, shapes, results, ranks and ratings, after every call."""
    run_state_machine_as_test(Game, settings=settings(max_examples=settings().max_examples, stateful_step_count=30))
