"""Records of the cutting game: the same lines, the same verbs but ``end`` in place of ``forfeit`` (P25, C06, C24)."""

import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore import cutting, polyfit, record
from gamecore.errors import GamecoreError, InvalidOptions, InvalidRecord

FIXTURES = Path(__file__).parent / "fixtures"
FIXTURE = FIXTURES / "v1-cutting.jsonl"
MODES = tuple(cutting.MODES)


def players(humans=2, bots=1):
    return [
        *[cutting.Player.human(f"h{seat}", f"Human {seat}", 1500 + seat) for seat in range(humans)],
        *[cutting.Player.robot(number, cutting.BotSettings("fixed", 3 * number)) for number in range(1, bots + 1)],
    ]


def first_state(seed="lilac", at_ms=1_000, registered=True, **settings):
    return cutting.State.new(
        cutting.Settings(**({"rounds": 2} | settings)), players(), seed=seed, at_ms=at_ms, registered=registered
    )


def a_cut(state, off=7.0):
    settings = state.settings
    goal = min(max(state.target + off, 0.0), 100.0)
    found = cutting.closest_cut(state.shape, state.constraint, goal, settings.variant, settings.canvas)
    return cutting.CutMove(state.round, *found)


@st.composite
def recorded(draw):
    """A game of random events, its record as bytes, and every state of it."""
    file = io.BytesIO()
    state = first_state(
        draw(st.text(st.characters(codec="utf-8"), max_size=8)),
        draw(st.integers(0, 10**6)),
        draw(st.booleans()),
        mode=draw(st.sampled_from(MODES)),
        variant=draw(st.sampled_from(cutting.VARIANTS)),
        visibility=draw(st.sampled_from(("full", "spotlight"))),
        targets=draw(st.sampled_from(("50", "40/50/60"))),
        rounds=draw(st.integers(1, 4)),
    )
    recorder = record.Recorder(file, state, keep_refused=draw(st.integers(0, 3)))
    states, now = [state], state.at_ms
    for _ in range(draw(st.integers(0, 10))):
        if recorder.state.result is not None:
            break
        now += draw(st.integers(0, 9_000))
        before = recorder.state
        seat = draw(st.integers(0, 3)) if draw(st.booleans()) else next(s for s in range(3) if before.on_move(s))
        event = draw(st.sampled_from(("play", "play", "play", "play", "resign", "advance", "end", "garbage", "late")))
        try:
            if event == "play" and before.phase == "cutting":
                recorder.apply(seat, a_cut(before, draw(st.sampled_from((0.0, -9.0, 12.0)))), now)
            elif event == "play":
                move = {"round": before.round, "estimate": draw(st.sampled_from(("more", "less")))}
                recorder.apply(seat, json.dumps(move) if draw(st.booleans()) else move, now)
            elif event == "resign":
                recorder.apply(seat, cutting.Resign(), now)
            elif event == "end":
                recorder.end(now)
            elif event == "garbage":
                recorder.apply(seat, draw(st.binary(max_size=20)), now)
            else:
                now += 60_000 * (event == "late")
                recorder.advance(now)
        except GamecoreError:
            assert recorder.state is before
        else:
            states.append(recorder.state)
    return file.getvalue(), states


class TestRoundTrip:
    @given(recorded())
    def test_p25_a_record_replays_to_the_same_states_and_verifies(self, made):
        data, states = made
        found = record.read(data)
        replayed = list(record.replay(found, states[0].seed))
        kept = [replayed[0]]
        for event, state in zip(found.events, replayed[1:], strict=True):
            if not isinstance(event, record.Refused):
                kept.append(state)
        assert kept == states
        verdict = record.verify(found, states[0].seed)
        assert verdict, verdict
        assert verdict.finished == (states[-1].result is not None)
        lines = [json.loads(line) for line in data.splitlines()]
        assert ["seed" in line for line in lines] == [line["event"] == "end" for line in lines]
        assert lines[0]["commitment"] == states[0].commitment

    @given(recorded())
    def test_the_first_line_tells_who_plays_and_by_what(self, made):
        data, (first, *_) = made
        begin = record.read(data).begin
        assert begin.players == ("Human 0", "Human 1", "Bot 1")
        assert cutting.Settings.from_json(begin.options["settings"]) == first.settings
        assert begin.options["registered"] is first.registered
        assert [player["id"] for player in begin.options["players"]] == ["h0", "h1", "bot-1"]
        assert begin.generator == cutting.GENERATOR_VERSION

    def test_a_crashed_record_is_resumed(self, tmp_path):
        path = tmp_path / "game.jsonl"
        with record.Recorder(path, first_state(), players=["A", "B", "C"]) as recorder:
            recorder.apply(recorder.state.cutter, a_cut(recorder.state), 2_000)
            last = recorder.state
        path.write_bytes(path.read_bytes() + b'{"event":"st')
        with record.Recorder.resume(path, "lilac") as again:
            assert again.state == last
            again.end(3_000)
        found = record.read(path)
        assert record.verify(found).finished
        assert found.begin.players == ("A", "B", "C")
        assert found.end.result["reason"] == "administrator"


class TestVerbs:
    def test_c24_the_administrators_end_is_a_line_of_its_own(self):
        file = io.BytesIO()
        recorder = record.Recorder(file, first_state())
        recorder.end(5_000)
        assert [json.loads(line)["event"] for line in file.getvalue().splitlines()] == ["begin", "stop", "end"]
        assert record.verify(record.read(file.getvalue()))

    def test_a_game_has_no_verbs_but_its_own(self):
        recorder = record.Recorder(io.BytesIO(), first_state())
        with pytest.raises(InvalidOptions, match="forfeit"):
            recorder.forfeit(0, 2_000)
        other = record.Recorder(io.BytesIO(), polyfit.State.new(seed="a"))
        with pytest.raises(InvalidOptions, match="end"):
            other.end(2_000)

    def test_a_line_with_another_games_verb_does_not_verify(self):
        lines = FIXTURE.read_bytes().splitlines(keepends=True)
        forfeit = b'{"event":"forfeit","at_ms":1700,"seat":0,"digest":"0123456789abcdef"}\n'
        verdict = record.verify(record.read(b"".join([lines[0], forfeit])), "lilac")
        assert verdict.line == 2
        assert "forfeit" in verdict.problem
        refused = b'{"event":"refused","call":"forfeit","code":"illegal_move","at_ms":1700,"seat":0}\n'
        assert record.verify(record.read(b"".join([lines[0], refused])), "lilac").line == 2


def changed(number, **changes):
    lines = [json.loads(line) for line in FIXTURE.read_text().splitlines()]
    lines[number - 1] |= changes
    return record.read([json.dumps(line) for line in lines])


class TestVerify:
    def test_p25_the_first_line_that_differs_is_named(self):
        for number, line in enumerate(FIXTURE.read_text().splitlines(), 1):
            for key, value in json.loads(line).items():
                if key in {"event", "format", "package", "game", "generator", "call"} or isinstance(value, dict | list):
                    continue
                if key in {"seat", "at_ms", "text"} and "refused" in line:
                    continue
                other = value + 1 if type(value) is int else ("0" if value[0] != "0" else "1") + value[1:]
                verdict = record.verify(changed(number, **{key: other}))
                assert verdict.line == (1 if key == "seed" else number), (number, key, verdict)

    def test_p25_who_answered_what_and_the_result_are_compared(self):
        moved = changed(2, move={"round": 1, "point": [-1.0, -0.361], "part": 0})
        assert record.verify(moved).line == 2
        assert record.verify(changed(6, move={"round": 2, "estimate": "less"})).line == 6
        result = json.loads(FIXTURE.read_text().splitlines()[-1])["result"]
        assert record.verify(changed(13, result=result | {"ranks": [1, 2, 3]})).line == 13

    @pytest.mark.parametrize(
        "options",
        [
            {},
            {"settings": {}, "players": [], "registered": True},
            {"settings": {}, "players": None, "registered": True},
            {"settings": {"rounds": 0}, "players": [{"id": "a", "name": "a"}], "registered": True},
            {"settings": [], "players": [{"id": "a", "name": "a"}], "registered": True},
            {"settings": {}, "players": [{"id": "a", "name": "a"}] * 2, "registered": True},
            {"settings": {}, "players": [{"id": "", "name": "a"}], "registered": True},
            {"settings": {}, "players": [{"id": "a", "name": "a", "rating": -1}], "registered": True},
            {"settings": {}, "players": [{"id": "a", "name": "a"}], "registered": 1},
            {"settings": {}, "players": [{"id": "a", "name": "a"}], "registered": True, "more": 1},
        ],
    )
    def test_options_that_begin_no_game_are_told(self, options):
        found = changed(1, options=options, players=None)
        assert record.verify(found).line == 1
        with pytest.raises(InvalidRecord):
            next(record.replay(found))

    def test_another_generator_cannot_be_verified(self):
        with pytest.raises(InvalidRecord, match="generator"):
            record.verify(changed(1, generator=99))
