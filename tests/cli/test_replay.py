"""``gamecore replay``: shows a record, verifies it, and names the first line that differs (P25)."""

from pathlib import Path

import pytest

RECORDS = Path(__file__).parents[1] / "record" / "fixtures"
WHOLE = RECORDS / "v1-polyfit.jsonl"
RUNNING = RECORDS / "v1-running.jsonl"


def test_p25_a_record_is_shown_and_verified(gamecore):
    done = gamecore("replay", WHOLE)
    assert done.status == 0
    assert "Ann, Bob, Cy" in done.out
    assert "round 1 closed: Ann solved; Bob passed; Cy solved" in done.out
    assert "refused: not_on_move" in done.out
    assert done.out.endswith('seed: "lilac"\n')
    assert "verified: 14 lines agree" in done.err


def test_p25_verify_says_only_whether_it_holds(gamecore):
    done = gamecore("replay", WHOLE, "--verify")
    assert (done.status, done.out) == (0, "")
    assert "verified" in done.err
    done = gamecore("replay", WHOLE, "--verify", "--json")
    assert done.status == 0
    assert done.lines == [
        {"ok": True, "line": None, "problem": None, "checked": 14, "unchecked": 1, "finished": True, "torn": 0}
    ]


@pytest.mark.parametrize("options", [(), ("--verify",)])
def test_p25_the_first_line_that_differs_is_named_with_status_1(gamecore, options):
    changed = WHOLE.read_text().replace('"at_ms":3000', '"at_ms":3001')
    done = gamecore("replay", *options, given=changed)
    assert done.status == 1
    assert "standard input: line 7 leads to another state" in done.err
    assert ("time passes" in done.out) is False
    verdict = gamecore("replay", "--verify", "--json", given=changed)
    assert (verdict.status, verdict.lines[0]["line"]) == (1, 7)


def test_json_gives_a_view_a_line(gamecore):
    lines = gamecore("replay", WHOLE, "--json").lines
    assert [line["line"] for line in lines] == list(range(1, 15))
    assert lines[0]["view"]["body"]["round"] == 1
    assert lines[-1]["view"]["body"]["seed"] == "lilac"
    assert [line for line in lines[:-1] if "seed" in line["view"]["body"]] == []


def test_a_running_game_needs_the_seed(gamecore):
    shown = gamecore("replay", RUNNING)
    assert shown.status == 0
    assert "not verified" in shown.err
    assert "Ann  round 1, placements (3)" in shown.out
    assert gamecore("replay", RUNNING, "--verify").status == 2
    assert gamecore("replay", RUNNING, "--verify", "--seed", "lilac").status == 0
    wrong = gamecore("replay", RUNNING, "--seed", "other")
    assert wrong.status == 1
    assert "line 1 commits to another seed" in wrong.err


def test_a_torn_line_is_reported(gamecore):
    done = gamecore("replay", RECORDS / "v1-torn.jsonl", "--verify", "--seed", "lilac")
    assert done.status == 0
    assert "line 10: is broken off after 100 bytes" in done.err


def test_what_is_no_record_is_bad_input(gamecore, tmp_path):
    for arguments, given in ((("/nowhere",), ""), ((tmp_path,), ""), (("a\0b",), ""), ((), "garbage\n"), ((), "")):
        done = gamecore("replay", *arguments, given=given)
        assert (done.status, done.out) == (2, "")
        assert done.err.count("\n") == 1


def test_names_in_a_record_cannot_drive_the_terminal(gamecore):
    done = gamecore("replay", given=WHOLE.read_text().replace('"Ann"', '"A\\u001b[2J"'))
    assert done.status == 0
    assert "\x1b" not in done.out


CUTTING = RECORDS / "v1-cutting.jsonl"


def test_p25_a_record_of_the_cutting_game_is_shown_and_verified(gamecore):
    done = gamecore("replay", CUTTING)
    assert done.status == 0
    assert done.out.startswith("cutting: ends rounds, rounds 5")
    assert "; Ann, Bob, Bot 1\n" in done.out
    assert "Ann  round 1, point (-1.1, -0.3618), part 0" in done.out
    assert "round 1 closed: perfect, 50.00% of 50%; Ann cutter +100; Bob not asked +0" in done.out
    assert "round 3 closed: timeout, no cut of 50%; Ann automatic +50" in done.out
    assert "verified: 13 lines agree" in done.err
    assert gamecore("replay", CUTTING, "--verify").status == 0
    changed = CUTTING.read_text().replace('"at_ms":3100', '"at_ms":3101')
    done = gamecore("replay", "--verify", given=changed)
    assert done.status == 1
    assert "line 6 leads to another state" in done.err


def test_c24_the_hosts_end_is_shown(gamecore):
    done = gamecore("replay", RECORDS / "v1-cutting-stopped.jsonl")
    assert done.status == 0
    assert "  the host ends the game\n" in done.out
    assert '"administrator"' in done.out


def test_json_gives_a_view_a_line_of_the_cutting_game_too(gamecore):
    lines = gamecore("replay", CUTTING, "--json").lines
    assert [line["event"] for line in lines[:3]] == ["begin", "apply", "refused"]
    assert lines[0]["view"]["body"]["board"]["shape"]
    assert [line for line in lines[:-1] if "seed" in line["view"]["body"]] == []
