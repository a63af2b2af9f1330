"""A second model of the cutting game, from the rules' words: a log of what happened, and everything worked out from it.

Nothing of gamecore's states, scoring, ranking, rating, learning or views is used, and no score is kept up to date:
totals, turns, learned values, who is asked and who wins are looked up in the log by definition whenever they are
asked. Numbers are fractions, exact for the floats that go in. Who cuts and the target are taken from the
implementation, through a ``facts`` object, once it is clear that they may be drawn. The share of a cut comes from
``measure``, which :mod:`.oracle` checks against shapely.
"""

from fractions import Fraction

SLACK = Fraction(1, 10**9)
"""What rounding may add to a cut's error (C18)."""
MINUTE = 60_000
BOT_RATING = 1500


class Refused(Exception):
    """What the rules refuse: the error's code, and the reasons of an illegal move that the text allows."""

    def __init__(self, code, *reasons):
        super().__init__(code, *reasons)
        self.code = code
        self.reasons = reasons


class Round:
    """A round as the log has it."""

    def __init__(self, number, opened, cutter, target):
        self.number = number
        self.opened = opened
        self.cutter = cutter
        self.target = target
        self.cut = None  # (at, point, part, share)
        self.asked = ()  # who were asked for an estimate as the cut was made
        self.answers = {}  # seat: "more" | "less", in order
        self.settled = None  # when; None: open, or interrupted
        self.present = ()  # who had not resigned when it was settled
        self.automatic = ()  # who were awarded the estimate score without a cut

    def copy(self):
        twin = Round(self.number, self.opened, self.cutter, self.target)
        twin.__dict__.update(self.__dict__)
        twin.answers = dict(self.answers)
        return twin

    @property
    def error(self):
        """|Y - X| in percentage points."""
        return abs(Fraction(self.cut[3]) - self.target)


class Match:
    """A match: ``rounds`` and ``departures`` are the log, the rest is looked up in it.

    Args:
        settings: As a dict with the fields of C01, the limit that is active by ``ends``.
        players: Dicts with ``kind``; bots with ``mode`` and ``tolerance``; ``rating``.
        registered: Whether the room is one of registered players.
        at_ms: The start.
        facts: What the implementation drew: ``facts.of(number)`` gives cutter and target of a round.
        measure: The share of a part by point and part, or raises Refused; of the open round.
    """

    def __init__(self, settings, players, *, registered, at_ms, facts, measure):
        self.settings = settings
        self.players = players
        self.registered = registered
        self.start = self.now = at_ms
        self.facts = facts
        self.measure = measure
        self.rounds = []
        self.departures = {}  # seat: when, in order
        self.over = None  # (reason, when)
        self._open(at_ms)

    # -- looked up in the log ---------------------------------------------------------------------------------

    @property
    def step(self):
        return 1000 * self.settings["step_seconds"]

    def seats(self):
        return range(len(self.players))

    def is_human(self, seat):
        return self.players[seat]["kind"] == "human"

    def active(self):
        """Who has not resigned: the eligible (C15)."""
        return [seat for seat in self.seats() if seat not in self.departures]

    def open_round(self):
        return self.rounds[-1]

    def phase(self):
        if self.over:
            return None
        return "cutting" if self.open_round().cut is None else "estimating"

    def pending(self):
        """Who may still estimate."""
        played = self.open_round()
        return [seat for seat in played.asked if seat not in played.answers and seat not in self.departures]

    def on_move(self):
        if self.over:
            return []
        return [self.open_round().cutter] if self.phase() == "cutting" else self.pending()

    def deadline(self):
        """A step's time after the round opened, or after the cut (C17)."""
        if self.over:
            return None
        played = self.open_round()
        return (played.opened if played.cut is None else played.cut[0]) + self.step

    def turns(self, seat):
        """Counted as soon as the cutter is assigned (C15)."""
        return sum(played.cutter == seat for played in self.rounds)

    def closed(self):
        return [played for played in self.rounds if played.settled is not None]

    def is_perfect(self, played):
        return played.cut is not None and played.error <= Fraction(self.settings["tolerance"]) + SLACK

    def is_right(self, played, seat):
        share = Fraction(played.cut[3])
        return {"more": share > played.target, "less": share < played.target}.get(played.answers.get(seat), False)

    def points(self, played, seat):
        """What a settled round gave a player (C18, C19)."""
        if seat in played.automatic:
            return Fraction(self.settings["estimate_score"])
        if played.cut is None:
            return Fraction(0)
        if seat == played.cutter:
            error = played.error if played.error > SLACK else 0
            return max(Fraction(0), self.settings["cutter_score"] - self.settings["deduction"] * error)
        if self.is_perfect(played) or not self.is_right(played, seat):
            return Fraction(0)
        return Fraction(self.settings["estimate_score"])

    def what(self, played, seat):
        """The scoreboard's word for a player other than the cutter (C30)."""
        if seat in played.automatic:
            return "automatic"
        if seat not in played.asked:
            return "not_asked"
        return played.answers.get(seat, "no_answer")

    def total(self, seat, up_to=None):
        return sum(
            (self.points(played, seat) for played in self.closed() if up_to is None or played.number <= up_to),
            start=Fraction(0),
        )

    def totals(self):
        return [self.total(seat) for seat in self.seats()]

    def learned(self, seat):
        """An adaptive bot's mean cutting error and probability of a right estimate (C26), each as (S, W).

        The prior has weight 1; an observation from k completed rounds ago, and the prior after k rounds, 0.9^k.
        """
        closed = self.closed()
        means = []
        for prior, seen in ((Fraction(5), self._errors), (Fraction(1, 2), self._answers)):
            weighted = [(Fraction(9, 10) ** len(closed), prior)]
            for ago, played in enumerate(reversed(closed)):
                weighted += [(Fraction(9, 10) ** ago, value) for value in seen(played)]
            means.append((sum(w * value for w, value in weighted), sum(w for w, _ in weighted)))
        return tuple(means)

    def _errors(self, played):
        return [played.error] if played.cut is not None and self.is_human(played.cutter) else []

    def _answers(self, played):
        """Of humans that were asked: right 1, wrong 0, no answer 0 unless they had resigned by the settlement."""
        return [
            Fraction(self.is_right(played, seat))
            for seat in played.asked
            if self.is_human(seat) and (seat in played.answers or seat in played.present)
        ]

    def ranks(self):
        """One more than the number of players with more points (C21)."""
        totals = self.totals()
        return [1 + sum(other > mine for other in totals) for mine in totals]

    def is_rated(self):
        return self.registered and self.over[0] in ("rounds", "time", "points")

    def ratings(self):
        """After the game (C22, C23), in floats of what was worked out in fractions but for the powers of ten."""
        before = [player["rating"] for player in self.players]
        humans = [seat for seat in self.seats() if self.is_human(seat)]
        if not self.is_rated() or len(self.players) == 1:
            return [float(rating) for rating in before]
        totals, count = self.totals(), len(self.players)
        shares = [total / sum(totals) if any(totals) else Fraction(1, count) for total in totals]
        changes = []
        for seat in self.seats():
            beats = sum(
                1 / (1 + Fraction(10 ** ((before[other] - before[seat]) / 400)))
                for other in self.seats()
                if other != seat
            )
            changes.append(40 * (shares[seat] - beats / Fraction(count * (count - 1), 2)))
        gift = sum(changes[seat] for seat in self.seats() if not self.is_human(seat)) / Fraction(len(humans))
        return [
            float(max(1, Fraction(before[seat]) + changes[seat] + gift)) if self.is_human(seat) else float(before[seat])
            for seat in self.seats()
        ]

    # -- what happens -----------------------------------------------------------------------------------------

    def eligible_cutters(self):
        """Who may be drawn for the next round (C15)."""
        counts = {seat: self.turns(seat) for seat in self.active()}
        below = [seat for seat in counts if counts[seat] < max(counts.values())]
        return below or list(counts)

    def _open(self, at):
        number = len(self.rounds) + 1
        group = self.eligible_cutters()
        cutter, target = self.facts.of(number)
        assert cutter in group, f"round {number}: {cutter} is not among {group}"
        allowed = {"50": (50,), "40/50/60": (40, 50, 60)}[self.settings["targets"]]
        assert target in allowed, f"round {number}: target {target}"
        self.rounds.append(Round(number, at, cutter, int(target)))

    def _is_abandoned(self):
        """Every human has resigned; of bots alone (which the text does not have) every bot."""
        humans = [seat for seat in self.seats() if self.is_human(seat)] or self.seats()
        return all(seat in self.departures for seat in humans)

    def _settle(self, at, automatic=False):
        """The round is done (C17, C19); the game ends or the next round begins at the same ms (C20)."""
        played = self.open_round()
        played.settled = at
        played.present = tuple(self.active())
        if automatic:
            played.automatic = tuple(seat for seat in self.active() if seat != played.cutter)
        settings = self.settings
        if self._is_abandoned():
            self.over = ("abandoned", at)
        elif settings["ends"] == "rounds" and played.number == settings["rounds"]:
            self.over = ("rounds", at)
        elif settings["ends"] == "points" and max(self.totals()) >= settings["points"]:
            self.over = ("points", at)
        elif settings["ends"] == "minutes" and at - self.start >= MINUTE * settings["minutes"]:
            self.over = ("time", at)
        else:
            self._open(at)

    def _time_passes(self, until):
        """Every deadline up to ``until`` inclusive at its own ms (C17)."""
        while self.over is None and self.deadline() <= until:
            self._settle(self.deadline(), automatic=self.phase() == "cutting")

    def _copy(self, facts):
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy.rounds = [played.copy() for played in self.rounds]
        copy.departures = dict(self.departures)
        copy.facts = facts
        return copy

    def _called(self, at):
        if type(at) is not int or not self.now <= at < 2**53:
            raise Refused("clock")

    def advance(self, at, facts):
        """The match after ``advance``; a new one, as are those below."""
        self._called(at)
        after = self._copy(facts)
        after._time_passes(at)
        after.now = at
        return after

    def end(self, at, facts):
        """An administrator ends the game: nothing open is settled, and it is not rated (C24)."""
        self._called(at)
        if self.over:
            raise Refused("game_over")
        after = self._copy(facts)
        after._time_passes(at - 1)
        if after.over:
            raise Refused("game_over")
        after.now = at
        after.over = ("administrator", at)
        return after

    def apply(self, seat, move, at, facts):
        """The match after a move, given as well-formed decoded JSON."""
        self._called(at)
        if self.over:
            raise Refused("game_over")
        if type(seat) is not int or seat not in self.seats():
            raise Refused("illegal_move", "unknown_seat")
        after = self._copy(facts)
        after._time_passes(at - 1)
        if after.over:
            raise Refused("game_over")
        after.now = at
        if "resign" in move:
            return after._resign(seat, at)
        return after._play(seat, move, at)

    def _resign(self, seat, at):
        if seat in self.departures:
            raise Refused("illegal_move", "not_on_move")
        phase, played = self.phase(), self.open_round()
        self.departures[seat] = at
        if phase == "cutting" and seat == played.cutter:
            self._settle(at, automatic=True)  # also for the last human, before the end (C24)
        elif self._is_abandoned():
            self.over = ("abandoned", at)  # the round is interrupted
        elif phase == "estimating" and not self.pending():
            self._settle(at)
        return self

    def _play(self, seat, move, at):
        played = self.open_round()
        faults = []
        if move["round"] != played.number:
            faults.append("wrong_round")
        if ("estimate" in move) is (self.phase() == "cutting"):
            faults.append("wrong_phase")
        if seat not in self.on_move():
            faults.append("not_on_move")
        if faults:
            raise Refused("illegal_move", *faults)
        if "estimate" in move:
            played.answers[seat] = move["estimate"]
            if not self.pending():
                self._settle(at)
            return self
        share = self.measure(move["point"], move["part"])
        played.cut = (at, tuple(move["point"]), move["part"], share)
        others = [other for other in self.active() if other != seat]
        if self.is_perfect(played) or not others:
            self._settle(at)
        else:
            played.asked = tuple(others)
        return self
