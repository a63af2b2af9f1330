"""``gamecore bench`` on the smallest number of rounds."""

from gamecore.cli import bench


def test_a_table(gamecore):
    done = gamecore("bench", "--rounds", 1)
    assert done.status == 0
    head, *rows = done.out.splitlines()
    assert head.split() == ["median", "ms", "best", "ms", "worst", "ms"]
    assert len(rows) == 4
    assert all(float(row.split()[-1]) > 0 for row in rows)


def test_lines_of_json(gamecore):
    done = gamecore("bench", "--rounds", 2, "--json")
    assert done.status == 0
    assert [line["rounds"] for line in done.lines] == [2] * 4
    assert all(line["right"] and line["best_ms"] <= line["median_ms"] <= line["worst_ms"] for line in done.lines)
    assert [line["task"] for line in done.lines if "solve" in line["task"]] == [
        "solve 32 pieces, 5 seeds",
        "solve 56 pieces, 5 seeds",
    ]


def test_a_wrong_answer_is_told_and_fails(gamecore, monkeypatch):
    wrong = bench._Task("one and one", "a sum", lambda: 1 + 1, 3)
    monkeypatch.setattr(bench, "_tasks", lambda: [wrong])
    done = gamecore("bench", "--rounds", 1)
    assert done.status == 1
    assert "WRONG ANSWER" in done.out
    assert gamecore("bench", "--rounds", 1, "--json").lines[0]["right"] is False


def test_no_rounds_are_bad_usage(gamecore):
    assert gamecore("bench", "--rounds", 0).status == 2
