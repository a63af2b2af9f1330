"""The project's tasks, for a machine that has Python 3.11 or newer and nothing else.

    python3 tools/tasks.py demo     set up, then solve, check and draw an extreme puzzle
    python3 tools/tasks.py test     set up, then every check that CI makes

Each task keeps its own virtual environment and reuses it until the dependencies or the interpreter change.
Only the standard library is used here. ``make demo`` and ``make test`` are the same two commands.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


class Environment:
    """A virtual environment with this package and what a task needs, made on first use."""

    def __init__(self, name: str, requirements: Sequence[str]) -> None:
        self.folder = ROOT / name
        self.requirements = list(requirements)
        self.scripts = self.folder / ("Scripts" if os.name == "nt" else "bin")

    def prepare(self) -> "Environment":
        """Creates and fills the environment, unless its stamp says that it is up to date."""
        stamp = self.folder / "stamp"
        wanted = self._fingerprint()
        if stamp.exists() and stamp.read_text() == wanted:
            return self
        say(f"setting up {self.folder.name} (once; it is kept)")
        shutil.rmtree(self.folder, ignore_errors=True)
        create(self.folder)
        self.run("python", "-m", "pip", "install", "-qq", "--disable-pip-version-check", *self.requirements)
        stamp.write_text(wanted)
        return self

    def run(self, program: str, *arguments: str, **settings: object) -> None:
        """Runs a program of the environment from the project's root; a failure ends the task."""
        call([str(self.scripts / program), *arguments], **settings)

    def _fingerprint(self) -> str:
        ingredients = [repr(project()), sys.version, str(ROOT), *self.requirements]
        return hashlib.sha256("\0".join(ingredients).encode()).hexdigest()


def project() -> dict[str, Any]:
    """The package's metadata in ``pyproject.toml``: what an installation depends on."""
    import tomllib

    metadata: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return metadata


def say(text: str) -> None:
    """A heading between the outputs of the programs."""
    print(f"\n=== {text}", flush=True)


def call(command: Sequence[str], **settings: object) -> None:
    """Runs a command from the project's root; when it fails, so does the task, with the same exit status."""
    options = {"cwd": ROOT, **settings}
    status = subprocess.run(command, check=False, **options).returncode  # type: ignore[call-overload]
    if status != 0:
        print(f"\nfailed with exit status {status}: {' '.join(command)}", file=sys.stderr, flush=True)
        raise SystemExit(status)


def create(folder: Path) -> None:
    """A new virtual environment with pip in it."""
    try:
        import ensurepip  # noqa: F401 - some distributions split it off from Python
    except ImportError:
        raise SystemExit("this Python lacks ensurepip; Debian and Ubuntu have it in python3-venv") from None
    venv.create(folder, with_pip=True)


def testing() -> Environment:
    """The environment of every check."""
    return Environment(".venv-test", ["-e", ".[dev]"]).prepare()


def demo() -> None:
    """Solves an extreme puzzle, checks the solution, draws it and writes an SVG picture of it."""
    environment = Environment(".venv-demo", ["-e", "."]).prepare()
    puzzle = Path("examples", "puzzles", "compact-56-0.json")
    folder = Path("build", "demo")
    (ROOT / folder).mkdir(parents=True, exist_ok=True)
    move = folder / "move.json"
    picture = folder / "solution.svg"

    say("gamecore warmup")
    environment.run("gamecore", "warmup")
    say(f"gamecore solve {puzzle} --json --stats > {move}")
    with (ROOT / move).open("w", encoding="utf-8") as output:
        environment.run("gamecore", "solve", str(puzzle), "--json", "--stats", stdout=output)
    say(f"gamecore validate {puzzle} {move}")
    environment.run("gamecore", "validate", str(puzzle), str(move))
    say(f"gamecore render {puzzle} {move} --svg {picture}")
    environment.run("gamecore", "render", str(puzzle), str(move))
    environment.run("gamecore", "render", str(puzzle), str(move), "--svg", str(picture))


def style() -> None:
    """Checks the style of the code."""
    environment = testing()
    say("ruff")
    environment.run("ruff", "check", ".")
    environment.run("ruff", "format", "--check", ".")


def types() -> None:
    """Checks the types, strictly."""
    environment = testing()
    say("mypy --strict")
    environment.run("mypy")


def imports() -> None:
    """Checks that imports run one way."""
    environment = testing()
    say("import-linter")
    environment.run("lint-imports")


def lint() -> None:
    """Checks style, types and imports."""
    style()
    types()
    imports()


def docs() -> None:
    """Builds the documentation; a warning is an error."""
    environment = testing()
    say("documentation")
    environment.run("sphinx-build", "-W", "--keep-going", "-qE", "docs", "docs/_build/html")
    print("built docs/_build/html/index.html")


def wheel_check() -> None:
    """Builds the wheel and tries it in a fresh environment, away from the source tree."""
    environment = testing()
    say("wheel")
    folder = ROOT / "build" / "wheel-check"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    # The source distribution is built first and the wheel from it, so both are known to be complete.
    environment.run("python", "-m", "build", "--outdir", str(folder), stdout=subprocess.DEVNULL)
    (wheel,) = folder.glob("*.whl")
    create(folder / "venv")
    scripts = folder / "venv" / environment.scripts.name
    python = str(scripts / "python")
    call([python, "-m", "pip", "install", "-qq", "--disable-pip-version-check", str(wheel)])
    call([python, "-I", str(ROOT / "tools" / "try_installed.py")], cwd=folder)
    puzzle = str(ROOT / "examples" / "puzzles" / "rect-56-0.json")
    call([str(scripts / "gamecore"), "solve", puzzle, "--json"], cwd=folder, stdout=subprocess.DEVNULL)
    print(f"{wheel.name} installs, imports and solves")


def tests() -> None:
    """The test suite and the examples of the documentation, on two processes."""
    environment = testing()
    say("pytest")
    environment.run("python", "-m", "pytest", "-n", "2", "-q")


def test() -> None:
    """Everything that CI checks; the tests come last, so that their summary closes the output."""
    testing()
    failed = []
    for part in (style, types, imports, docs, wheel_check, tests):
        try:
            part()
        except SystemExit:  # one run shows everything that is wrong
            failed.append(part.__name__)
    if failed:
        raise SystemExit(f"\nfailed: {', '.join(failed)}")


def oldest() -> None:
    """Runs the tests with the lowest versions of the dependencies that ``pyproject.toml`` allows."""
    wanted = project()["dependencies"] + project()["optional-dependencies"]["plot"]
    pins = [requirement.replace(">=", "==") for requirement in wanted]
    environment = Environment(".venv-oldest", ["-e", ".[test]", *pins]).prepare()
    say("pytest with " + ", ".join(pins))
    environment.run("python", "-m", "pytest", "-n", "2", "-q", "tests")


def clean() -> None:
    """Removes the environments and what the tasks wrote."""
    for name in (".venv-demo", ".venv-test", ".venv-oldest", "build", "dist", "docs/_build", "docs/_generated"):
        shutil.rmtree(ROOT / name, ignore_errors=True)


TASKS = {
    "demo": demo,
    "test": test,
    "lint": lint,
    "docs": docs,
    "tests": tests,
    "wheel-check": wheel_check,
    "oldest": oldest,
    "clean": clean,
}


def main(arguments: Sequence[str]) -> int:
    """Runs the named tasks in order; without a name, or with a wrong one, lists them."""
    unknown = [name for name in arguments if name not in TASKS]
    if unknown or not arguments:
        print("usage: python3 tools/tasks.py TASK...\n")
        for name, task in TASKS.items():
            print(f"  {name:12} {(task.__doc__ or '').splitlines()[0]}")
        return 2
    if sys.version_info < (3, 11):  # noqa: UP036 - a fresh machine may well have an older one
        raise SystemExit(f"gamecore needs Python 3.11 or newer; this is {sys.version.split()[0]}")
    for name in arguments:
        TASKS[name]()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
