"""What shows only in a process of its own: imports, caches, numba's switches, Ctrl-C."""

import os
import signal
import subprocess
import sys
import textwrap
import time

import numba
import pytest

from gamecore.exactcover import jit

QUEENS = """
    from gamecore.exactcover import Problem, count, solve
    def queens(n):
        options = [(f"r{r}", f"c{c}", f"a{r + c}", f"b{r - c}") for r in range(n) for c in range(n)]
        lines = [f"{kind}{i}" for kind in "rc" for i in range(n)]
        return Problem(options, lines, sorted({item for option in options for item in option} - set(lines)))
"""


def run(code: str, **environment: str) -> str:
    # The switches under test are off unless asked for, also when the whole suite runs under one of them.
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", textwrap.dedent(code)],
        env={**inherited, **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_import_loads_no_numba():
    run("""
        import sys
        from gamecore import exactcover
        problem = exactcover.Problem(["ab", "c"])
        problem.to_dlx(), problem.to_dimacs(), exactcover.Problem.from_matrix([[1]])
        assert not {"numba", "shapely"} & set(sys.modules)
    """)


CHECK = (
    QUEENS
    + """
    assert count(queens(6)) == 4
    result = solve(queens(8), seed=5, restarts=True, node_limit=2000)
    assert count(Problem(["ab", "a", "b", "a"], multiplicity={"a": 2})) == 3
    print(result.solution, result.nodes)
"""
)


def test_the_same_without_jit_and_with_bounds_checks():
    """Random numbers, too: integer overflow would warn, and warnings are errors there."""
    expected = run(CHECK)
    assert run(CHECK, NUMBA_DISABLE_JIT="1") == expected
    assert run(CHECK, NUMBA_BOUNDSCHECK="1", NUMBA_CACHE_DIR=os.devnull + "/no") == expected


def test_no_place_for_a_cache():
    """A read-only install without a home directory: numba finds no cache directory and raises at decoration."""
    refuse = """
    from numba.core import caching
    def refuse(self):
        raise PermissionError("read-only")
    for kind in list(vars(caching).values()):
        if isinstance(kind, type) and issubclass(kind, caching._CacheLocator):
            kind.ensure_cache_path = refuse
    """
    assure = """
    from gamecore.exactcover import kernels
    assert type(kernels.search._cache).__name__ == "NullCache"
    """
    out = run("".join(map(textwrap.dedent, (refuse, CHECK, assure))), HOME="/proc/none")
    assert out == run(CHECK)


def test_an_unwritable_cache_directory():
    assert run(CHECK, NUMBA_CACHE_DIR="/proc/none", HOME="/proc/none") == run(CHECK)


def test_a_cache_that_fails_later(monkeypatch):
    """Disk full, damaged files: what numba's cache raises must not reach the caller."""

    class Cache:
        def load_overload(self, *_):
            raise EOFError

        def save_overload(self, *_):
            raise OSError

    class Compiled:
        _cache = Cache()

    monkeypatch.setattr(numba, "njit", lambda **_: lambda _: Compiled)
    compiled = jit.kernel(lambda: None)
    assert compiled._cache.load_overload(1, 2) is None
    assert compiled._cache.save_overload(1, 2) is None


def test_a_damaged_cache(tmp_path):
    cache = str(tmp_path)
    expected = run(CHECK, NUMBA_CACHE_DIR=cache)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert files
    for path in files:
        path.write_bytes(path.read_bytes()[:-7] if path.suffix == ".nbc" else b"nonsense")
    assert run(CHECK, NUMBA_CACHE_DIR=cache) == expected


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
@pytest.mark.parametrize("call", ["count(problem)", "solve(problem, seed=1, restarts=True)", "solve(problem)"])
def test_ctrl_c_in_a_long_search(call):
    code = (
        QUEENS
        + f"""
    from gamecore.exactcover import warmup
    options = [(f"p{{p}}", f"h{{h}}") for p in range(15) for h in range(14)]
    problem = Problem(options, [f"p{{p}}" for p in range(15)], [f"h{{h}}" for h in range(14)])
    warmup()
    print("ready", flush=True)
    try:
        {call}
    except KeyboardInterrupt:
        print("interrupted", flush=True)
    """
    )
    process = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60)[0] == "interrupted\n"
        assert process.returncode == 0
    finally:
        process.kill()
        process.wait()
