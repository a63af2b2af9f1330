"""The state's observable side against the naive model's: every view, clock, deadline, ranking and reason."""

from hashlib import sha256

from .model import COLOURS


def refusal(error):
    """An error of ours as the model names it: code and reason."""
    return error.code, getattr(error, "reason", None)


def expected_view(model, at):
    """What everybody sees at ``at`` (P14, P17-P20, P24, P25), from the model."""
    played = model.open_round()
    closed = [past for past in model.rounds if past.closed is not None]
    body = {
        "round": played.number,
        "puzzle": model.puzzle(),
        "opened_ms": played.opened,
        "gem_row": list(model.gem_row(played.number)),
        "gems": [model.gems(seat) for seat in range(model.players)],
        "done": [] if model.over else sorted(seat for seat, _, _ in played.answers),
        "history": [
            {
                "round": past.number,
                "opened_ms": past.opened,
                "closed_ms": past.closed,
                "gem_row": list(model.gem_row(past.number)),
                "answers": [
                    {
                        "seat": seat,
                        "at_ms": at_ms,
                        "outcome": outcome,
                        "gems": model.gems_of_round(past).get(seat, []),
                    }
                    for seat, at_ms, outcome in past.answers
                ],
            }
            for past in closed
        ],
        "forfeited": model.forfeited(),
        "clocks": [model.clock(seat, at) for seat in range(model.players)],
        "commitment": sha256(b"gamecore polyfit seed 1\n" + model.seed.encode()).hexdigest(),
    }
    if model.over:
        body["result"] = expected_result(model)
        body["seed"] = model.seed
    return {"body": body, "match": {"environment": {"t_ms": at}}}


def expected_result(model):
    places = model.places()
    held = [[model.gems(seat)[colour] for colour in COLOURS] for seat in range(model.players)]
    return {
        "reason": model.reason(),
        "ended_ms": model.open_round().closed,
        "places": places,
        "order": sorted(range(model.players), key=lambda seat: (places[seat], seat)),
        "gems": [sum(counts) for counts in held],
        "most_of_one_colour": [max(counts) for counts in held],
        "total_ms": [model.total_time(seat) for seat in range(model.players)],
    }


def agree(state, model, at=None):
    """All that can be observed of the state is what the model says; at the state's time, or a later one."""
    at = model.now if at is None else at
    expected = expected_view(model, at)
    for viewer in (None, *range(model.players)):
        assert state.view(viewer, at) == expected
    assert state.at_ms == model.now
    assert state.round == model.open_round().number
    assert state.next_deadline_ms == model.next_deadline()
    assert [state.on_move(seat) for seat in range(model.players)] == [
        seat in model.on_move() for seat in range(model.players)
    ]
    assert (state.result is not None) == model.over
    if state.result is not None:
        said = expected["body"]["result"]
        assert {name: _listed(getattr(state.result, name)) for name in said} == said
        assert list(state.result.winners) == [seat for seat in range(model.players) if said["places"][seat] == 1]


def _listed(value):
    return list(value) if isinstance(value, tuple) else value
