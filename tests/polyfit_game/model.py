"""A second model of the match, from the rules' words: a log of what happened, and everything worked out from it.

Nothing of gamecore's states, clocks, ranking or views is used, and nothing is kept up to date: who is on move, what
a clock shows, who holds which gems and who wins is looked up in the log by definition whenever it is asked.
Puzzles come from ``polyfit.generate``, gem rows from the documented stream; tilings are checked in sets.
"""

from collections import Counter
from functools import lru_cache

from gamecore import polyfit
from gamecore.randomness import stream

COLOURS = ("ruby", "amber", "jade", "sapphire")
REASONS = (
    "missing_piece",
    "duplicate_piece",
    "unknown_piece",
    "outside_board",
    "outside_region",
    "overlap",
    "uncovered",
)


@lru_cache(maxsize=256)
def puzzle_of(difficulty, seed, number, rounds):
    """The puzzle of a round as decoded JSON (P02, P03); not to be changed."""
    return polyfit.generate(difficulty, seed=seed, round=number, rounds=rounds).to_dict()


@lru_cache(maxsize=4096)
def gem_row_of(seed, number, players):
    """Players + 3 gems, uniform from the seed (P17)."""
    chance = stream(seed, "polyfit", "gems", number)
    return tuple(COLOURS[chance.below(4)] for _ in range(players + 3))


def laid(cells, rotation, flip, anchor):
    """Cells that a placement covers (P09): mirrored left to right, turned clockwise, put on its anchor."""
    points = [(row, -column) if flip else (row, column) for row, column in cells]
    for _ in range(rotation):
        points = [(column, -row) for row, column in points]  # up goes right, right goes down
    top, left = min(row for row, _ in points), min(column for _, column in points)
    return {(row - top + anchor[0], column - left + anchor[1]) for row, column in points}


def tiling_fault(puzzle, placements):
    """The first of the reasons that applies (P10), or None for a solution."""
    shapes = {piece["id"]: piece["cells"] for piece in puzzle["pieces"]}
    used = Counter(placement["piece"] for placement in placements)
    rows = puzzle["region"]
    board = {(r, c) for r, row in enumerate(rows) for c in range(len(row))}
    region = {(r, c) for r, c in board if rows[r][c] == "#"}
    cover = Counter(
        cell
        for placement in placements
        if placement["piece"] in shapes
        for cell in laid(shapes[placement["piece"]], placement["rotation"], placement["flip"], placement["anchor"])
    )
    wrong = (
        any(not used[id_] for id_ in shapes),
        any(used[id_] > 1 for id_ in shapes),
        any(id_ not in shapes for id_ in used),
        any(cell not in board for cell in cover),
        any(cell in board and cell not in region for cell in cover),
        any(times > 1 for times in cover.values()),
        any(cell not in cover for cell in region),
    )
    return next((reason for reason, applies in zip(REASONS, wrong, strict=True) if applies), None)


class Refused(Exception):
    """What the rules refuse: the error's code, and the reason of an illegal move."""

    def __init__(self, code, reason=None):
        super().__init__(code, reason)
        self.code = code
        self.reason = reason


class Round:
    """A round as the log has it: when it opened and closed, and who answered what at which ms, in order."""

    def __init__(self, number, opened):
        self.number = number
        self.opened = opened
        self.closed = None
        self.answers = []  # (seat, at, outcome)

    def answer_of(self, seat):
        return next((answer for answer in self.answers if answer[0] == seat), None)


class Match:
    """A match: ``rounds`` and ``departures`` are the log, the rest is looked up in it."""

    def __init__(self, *, rounds, difficulty, round_seconds, players, bank_ms, seed, at_ms):
        self.total_rounds = rounds
        self.difficulty = difficulty
        self.window = 1000 * round_seconds
        self.players = players
        self.bank = (rounds * (round_seconds + 5) + 5) * 1000 if bank_ms is None else bank_ms
        self.seed = seed
        self.now = at_ms
        self.rounds = [Round(1, at_ms)]
        self.departures = {}  # seat: (at, "flag" | "resign" | "forfeit"), in order
        self.over = False

    # -- looked up in the log ---------------------------------------------------------------------------------

    def open_round(self):
        return self.rounds[-1]

    def puzzle(self):
        return puzzle_of(self.difficulty, self.seed, self.open_round().number, self.total_rounds)

    def gem_row(self, number):
        return gem_row_of(self.seed, number, self.players)

    def playing(self):
        return [seat for seat in range(self.players) if seat not in self.departures]

    def on_move(self):
        if self.over:
            return []
        return [seat for seat in self.playing() if self.open_round().answer_of(seat) is None]

    def answers_given(self, seat):
        return sum(1 for played in self.rounds if played.answer_of(seat))

    def clock(self, seat, at):
        """Milliseconds left at ``at``: the bank, less the time on move, and a second for each answer (P23)."""
        left_at = self.departures[seat][0] if seat in self.departures else at
        spent = 0
        for played in self.rounds:
            answer = played.answer_of(seat)
            stops = [at, left_at]
            stops += [answer[1]] if answer else []
            stops += [played.closed] if played.closed is not None else []
            spent += max(0, min(stops) - played.opened)
        return max(0, self.bank - spent + 1000 * self.answers_given(seat))

    def flag_at(self, seat):
        """When the clock of a seat on move will have run out."""
        opened = self.open_round().opened
        return opened + self.clock(seat, opened)

    def next_deadline(self):
        return min((self.flag_at(seat) for seat in self.on_move()), default=None)

    def forfeited(self):
        """P22: at more than two seats those that resigned, were forfeited, or flagged before they ever answered."""
        if self.players == 2:
            return []
        return [
            seat
            for seat, (_, how) in sorted(self.departures.items())
            if how in ("resign", "forfeit") or self.answers_given(seat) == 0
        ]

    def solvers(self, played):
        return [seat for seat, _, outcome in played.answers if outcome == "solved"]

    def gems_of_round(self, played):
        """P17: a list of gems for each solver of a closed round."""
        row = list(self.gem_row(played.number))
        taken = {}
        for place, seat in enumerate(self.solvers(played)):
            share = 3 if place == 0 else 2 if place == 1 else 1
            taken[seat], row = row[:share], row[share:]
        return taken

    def gems(self, seat):
        held = Counter()
        for played in self.rounds:
            if played.closed is not None:
                held.update(self.gems_of_round(played).get(seat, []))
        return {colour: held[colour] for colour in COLOURS}

    def total_time(self, seat):
        total = 0
        for played in self.rounds:
            if played.closed is not None:
                answer = played.answer_of(seat)
                total += answer[1] - played.opened if answer and answer[2] == "solved" else self.window
        return total

    def merits(self, seat):
        """P19's three criteria, higher is better."""
        held = self.gems(seat)
        return (sum(held.values()), max(held.values()), -self.total_time(seat))

    def standing(self, seat):
        """2 still playing, 1 out, 0 forfeited."""
        return 0 if seat in self.forfeited() else 1 if seat in self.departures else 2

    def places(self):
        """Each seat's place: one more than the seats that rank above it."""
        keys = [(self.standing(seat), self.merits(seat)) for seat in range(self.players)]
        return [1 + sum(other > mine for other in keys) for mine in keys]

    def reason(self):
        if len(self.playing()) < 2:
            last = list(self.departures.values())[-1]
            return "resignation" if last[1] == "resign" else "timeout"
        first, second = sorted((self.merits(seat) for seat in self.playing()), reverse=True)[:2]
        names = ("most_gems", "most_of_one_colour", "least_time")
        return next((name for name, a, b in zip(names, first, second, strict=True) if a != b), "tie")

    # -- what happens -----------------------------------------------------------------------------------------

    def _close_if_due(self, at):
        if len(self.playing()) < 2 or not self.on_move():
            self.open_round().closed = at
            if len(self.playing()) < 2 or len(self.rounds) == self.total_rounds:
                self.over = True
            else:
                self.rounds.append(Round(len(self.rounds) + 1, at))

    def _settle(self, until):
        """Flags fall in time order at their own ms, those of one ms together, up to ``until`` inclusive."""
        while True:
            due = self.next_deadline()
            if due is None or due > until:
                return
            for seat in [seat for seat in self.on_move() if self.flag_at(seat) == due]:
                self.departures[seat] = (due, "flag")
            self._close_if_due(due)

    def _copy(self):
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy.departures = dict(self.departures)
        copy.rounds = []
        for played in self.rounds:
            twin = Round(played.number, played.opened)
            twin.closed = played.closed
            twin.answers = list(played.answers)
            copy.rounds.append(twin)
        return copy

    def _called(self, at):
        if type(at) is not int or not self.now <= at < 2**53:
            raise Refused("clock")

    def advance(self, at):
        """The match after ``advance``; a new one, as are those below."""
        self._called(at)
        after = self._copy()
        after._settle(at)
        after.now = at
        return after

    def _before_call(self, seat, at):
        self._called(at)
        if self.over:
            raise Refused("game_over")
        if type(seat) is not int or not 0 <= seat < self.players:
            raise Refused("illegal_move", "unknown_seat")
        after = self._copy()
        after._settle(at - 1)
        if after.over:
            raise Refused("game_over")
        after.now = at
        return after

    def apply(self, seat, move, at):
        """The match after a move, given as well-formed decoded JSON."""
        after = self._before_call(seat, at)
        if "resign" in move:
            return after._leave(seat, at, "resign")
        played = after.open_round()
        if move["round"] != played.number:
            raise Refused("illegal_move", "wrong_round")
        if seat not in after.on_move():
            raise Refused("illegal_move", "not_on_move")
        if at > played.opened + after.window:
            outcome = "late"
        elif "pass" in move:
            outcome = "passed"
        else:
            fault = tiling_fault(after.puzzle(), move["placements"])
            if fault:
                raise Refused("illegal_move", fault)
            outcome = "solved"
        played.answers.append((seat, at, outcome))
        after._close_if_due(at)
        return after

    def forfeit(self, seat, at):
        after = self._before_call(seat, at)
        return after._leave(seat, at, "forfeit")

    def _leave(self, seat, at, how):
        if seat in self.departures:
            raise Refused("illegal_move", "not_on_move")
        self.departures[seat] = (at, how)
        self._close_if_due(at)
        return self
