"""The state's observable side against the naive model's."""

from math import isclose

from gamecore import cutting
from gamecore.cutting.rating import project

from . import oracle


def close(one, other):
    """Equal but for rounding: floats against fractions."""
    return isclose(one, float(other), rel_tol=1e-9, abs_tol=1e-7)


def refusal(error):
    """An error of ours as the model names it: code and reason."""
    return error.code, getattr(error, "reason", None)


class Facts:
    """What a state drew at random."""

    def __init__(self, state):
        self.state = state

    def of(self, number):
        if number == self.state.round:
            return self.state.cutter, self.state.target
        past = self.state.history[number - 1]
        return past.cutter, past.target


def agree(state, model):
    """All that follows from the log is in the state as the model works it out."""
    played, seats = model.open_round(), model.seats()
    assert state.at_ms == model.now
    assert state.round == played.number
    assert state.cutter == played.cutter
    assert state.next_deadline_ms == model.deadline()
    assert [state.on_move(seat) for seat in seats] == [seat in model.on_move() for seat in seats]
    assert list(state.active) == [seat in model.active() for seat in seats]
    assert list(state.turns) == [model.turns(seat) for seat in seats]
    if not model.over:
        assert state.phase == model.phase()
        assert {seat: said for seat, said in enumerate(state.estimates) if said} == played.answers
    assert all(close(mine, other) for mine, other in zip(state.scores, model.totals(), strict=True))
    _agree_on_history(state, model)
    _agree_on_learning(state, model)
    assert (state.result is not None) == (model.over is not None)
    if model.over:
        _agree_on_result(state, model)
    for viewer in (None, model.now % len(model.players)):
        _agree_on_view(state, model, viewer)


def _agree_on_view(state, model, viewer):
    """What is not geometry; whose it is (C30 to C33, C40)."""
    view = state.view(viewer, model.now + 700)
    assert set(view) == {"body", "match"}
    assert view["match"] == {"environment": {"t_ms": model.now + 700}}
    body, played = view["body"], model.open_round()
    assert (body["round"], body["cutter"], body["target"]) == (played.number, played.cutter, played.target)
    assert body["deadline_ms"] == model.deadline()
    assert body["started_ms"] == model.start
    assert body["turns"] == [model.turns(seat) for seat in model.seats()]
    assert body["resigned"] == [seat not in model.active() for seat in model.seats()]
    assert all(close(mine, other) for mine, other in zip(body["scores"], model.totals(), strict=True))
    assert [past["round"] for past in body["history"]] == [played.number for played in model.closed()]
    assert body.get("on_move", False) is (viewer in model.on_move())
    assert ("result" in body) == ("seed" in body) == (model.over is not None)
    perfect = [played for played in model.closed() if model.is_perfect(played)]
    assert [cut["round"] for cut in body["perfect_cuts"]] == [played.number for played in perfect]
    left = perfect[-1].settled + 2_000 - (model.now + 700) if perfect else 0
    assert body.get("celebration", {"remaining_ms": 0})["remaining_ms"] == max(left, 0)
    if not model.over:
        assert body["phase"] == model.phase()
        assert body.get("estimate") == played.answers.get(viewer)
        assert ("board" in body) == (model.settings["visibility"] == "full")


def _agree_on_history(state, model):
    closed = model.closed()
    assert [past.round for past in state.history] == [played.number for played in closed]
    for past, played in list(zip(state.history, closed, strict=True))[-3:]:
        assert (past.cutter, past.target) == (played.cutter, played.target)
        assert past.settled_ms == played.settled
        assert past.share == (played.cut and played.cut[3])
        for seat in model.seats():
            assert close(past.points[seat], model.points(played, seat))
            if seat != played.cutter:
                expected = model.what(played, seat)
                assert past.answers[seat] == ("none" if expected == "no_answer" else expected)
        totals = [model.total(seat, played.number) for seat in model.seats()]
        assert all(close(mine, other) for mine, other in zip(past.totals, totals, strict=True))
    perfect = [played for played in closed if model.is_perfect(played)]
    assert [(cut.round, cut.cutter, cut.share) for cut in state.perfect_cuts] == [
        (played.number, played.cutter, played.cut[3]) for played in perfect
    ]


def _agree_on_learning(state, model):
    for seat, learner in enumerate(state.learners):
        assert (learner is None) == model.is_human(seat)
        if learner is not None:
            for mean, (total, weight) in zip((learner.cutting, learner.estimating), model.learned(seat), strict=True):
                assert isclose(mean.total, float(total), rel_tol=1e-9, abs_tol=1e-12)
                assert isclose(mean.weight, float(weight), rel_tol=1e-9)
                assert isclose(mean.value, float(total / weight), rel_tol=1e-9, abs_tol=1e-12)


def _agree_on_result(state, model):
    result = state.result
    assert (result.reason, result.ended_ms) == model.over
    assert result.rated == model.is_rated()
    ranks = model.ranks()
    assert list(result.ranks) == ranks
    assert list(result.order) == sorted(model.seats(), key=lambda seat: (ranks[seat], seat))
    assert all(close(mine, other) for mine, other in zip(result.scores, model.totals(), strict=True))
    if result.rated:
        bots = [seat for seat in model.seats() if not model.is_human(seat)]
        after = project([player.rating for player in state.players], result.scores, bots)
        assert all(close(rating.after, other) for rating, other in zip(after, model.ratings(), strict=True))


def measure(state, thorough=True):
    """How the model finds out a part's share: from the package, once shapely has agreed."""
    from .model import Refused

    def share(point, part):
        settings = state.settings
        try:
            cut = cutting.cut(state.shape, state.constraint, point, settings.variant, settings.canvas)
            cut.select(part)
        except cutting.IllegalMove as error:
            raise Refused("illegal_move", error.reason) from None
        if thorough:
            oracle.check(state.shape, state.constraint, point, cut)
        return cut.shares[part]

    return share


def agree_on_the_next_shape(before, state, point, part):
    """The selected part, enlarged to [-1, 1]² and centred, with its Voronoi point (C06, C10)."""
    settings = before.settings
    cut = cutting.cut(before.shape, before.constraint, point, settings.variant, settings.canvas)
    mine, shown = oracle.polygon(cut.parts[part]), oracle.polygon(state.shape)
    low_x, low_y, high_x, high_y = mine.bounds
    scale = 2 / max(high_x - low_x, high_y - low_y)
    assert isclose(shown.area, mine.area * scale**2, rel_tol=1e-3)
    assert isclose(shown.length, mine.length * scale, rel_tol=1e-3)
    bounds = shown.bounds
    assert isclose(max(bounds[2] - bounds[0], bounds[3] - bounds[1]), 2, rel_tol=1e-3)
    assert all(abs(bounds[axis] + bounds[axis + 2]) < 2e-3 for axis in (0, 1))
    assert all(edge.tag == 0 for loop in state.shape.loops for edge in loop)
    if settings.mode == "line_voronoi":
        old = (before.constraint.first, before.constraint.second, point)[part]
        moved = [(old[k] - (mine.bounds[k] + mine.bounds[k + 2]) / 2) * scale for k in (0, 1)]
        assert all(isclose(a, b, abs_tol=1e-9) for a, b in zip(state.constraint.first, moved, strict=True))


def constraint_is_legal(state):
    """What the server fixes is on the canvas, in the polygon, in range (C08 to C11)."""
    constraint, canvas = state.constraint, state.settings.canvas
    assert constraint.mode == state.settings.mode
    if constraint.mode == "line_fixed_angle":
        assert 0 <= constraint.degrees < 180
    elif constraint.mode == "line_voronoi":
        assert state.shape.contains(constraint.first)
        assert state.shape.contains(constraint.second)
        (ax, ay), (bx, by) = constraint.first, constraint.second
        corners = state.shape.vertices
        diameter = max(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 for a in corners for b in corners)
        assert ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 >= 0.02 * diameter
    else:
        names = {"line_fixed_point": "point", "circle_fixed_centre": "centre", "circle_fixed_diameter": "end"}
        x, y = getattr(constraint, names[constraint.mode])
        assert abs(x) <= canvas.width / 2
        assert abs(y) <= canvas.height / 2
