"""The caches of puzzles: bounded, and what falls out of them comes back the same."""

from concurrent.futures import ThreadPoolExecutor

from gamecore.polyfit import generate, puzzles


def test_what_falls_out_comes_back_the_same(monkeypatch):
    monkeypatch.setattr(puzzles, "MAX_OBJECTS", 3)
    monkeypatch.setattr(puzzles, "MAX_TEXTS", 4)
    kept = puzzles._Kept()
    keys = [("easy", f"seed {number}", 1 + number % 6, 6) for number in range(12)]
    for key in keys + keys[::-1] + keys[::5]:
        assert kept.get(key) == generate(*key)
        assert len(kept._objects) <= 3
        assert len(kept._texts) <= 4
        assert not kept._objects.keys() & kept._texts.keys()


def test_one_asked_for_again_is_the_same_object():
    key = ("normal", "again", 2, 6)
    assert puzzles.puzzle_of(*key) is puzzles.puzzle_of(*key)


def test_threads_may_share_them(monkeypatch):
    monkeypatch.setattr(puzzles, "MAX_OBJECTS", 2)
    kept = puzzles._Kept()
    keys = [("easy", f"seed {number % 7}", 1, 6) for number in range(200)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(kept.get, keys))
    assert found == [generate(*key) for key in keys]
