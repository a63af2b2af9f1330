"""The rules of the house that no other tool checks: what loads what, sizes, docstrings, versions, the README."""

import importlib
import inspect
import pkgutil
import re
import runpy
import subprocess
import sys
import tomllib
from itertools import chain
from pathlib import Path
from types import ModuleType

import pytest

import gamecore
from gamecore.cli.program import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "gamecore"
TASKS = runpy.run_path(str(ROOT / "tools" / "tasks.py"))["TASKS"]
HEAVY = ("numba", "shapely", "matplotlib")


def modules() -> list[ModuleType]:
    names = [module.name for module in pkgutil.walk_packages(gamecore.__path__, "gamecore.")]
    return [gamecore, *(importlib.import_module(name) for name in names if not name.endswith("__main__"))]


def loaded_after(code: str) -> set[str]:
    """The top-level modules that a fresh interpreter has loaded after running ``code``."""
    script = f"{code}\nimport sys\nprint('LOADED', *sorted({{name.partition('.')[0] for name in sys.modules}}))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(done.stdout.rpartition("LOADED ")[2].split())


class TestWhatLoadsWhat:
    def test_the_probe_sees_a_loaded_module(self):
        assert "numpy" in loaded_after("import numpy")

    def test_importing_gamecore_is_light(self):
        assert not loaded_after("import gamecore") & {*HEAVY, "numpy", "rich", "msgspec"}

    def test_importing_each_subpackage_loads_neither_numba_nor_shapely(self):
        code = "from gamecore import exactcover, polyfit, polyomino, render, errors, cli"
        assert not loaded_after(code) & set(HEAVY)

    def test_checking_a_move_loads_neither_numba_nor_numpy(self):
        code = """
from gamecore import polyfit
piece = {"id": "a", "name": "I3", "cells": [[0, 0], [0, 1], [0, 2]]}
puzzle = polyfit.Puzzle.from_json({"region": ["###"], "pieces": [piece]})
laid = {"piece": "a", "rotation": 0, "flip": False, "anchor": [0, 0]}
move = polyfit.parse_move({"round": 1, "placements": [laid]}, 4)
polyfit.validate(puzzle, move.placements)
"""
        assert not loaded_after(code) & {*HEAVY, "numpy"}

    def test_help_loads_nothing_heavy(self):
        code = "from gamecore.cli import main\ntry:\n    main(['--help'])\nexcept SystemExit:\n    pass"
        assert not loaded_after(code) & {*HEAVY, "numpy", "rich", "msgspec"}

    def test_imports_run_one_way(self):
        pytest.importorskip("importlinter")
        command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()", "--no-cache"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


class TestSource:
    def test_no_file_is_too_long(self):
        long = {
            str(path): count for path in SOURCE.rglob("*.py") if (count := len(path.read_text().splitlines())) > 500
        }
        assert not long

    def test_no_file_is_named_for_nothing(self):
        assert not [path for path in SOURCE.rglob("*") if path.stem in {"utils", "util", "common", "misc", "helpers"}]

    @pytest.mark.parametrize("module", modules(), ids=lambda module: module.__name__)
    def test_every_public_name_says_what_it_is(self, module):
        assert module.__doc__, f"{module.__name__} has no docstring"
        missing = []
        for name in getattr(module, "__all__", ()):
            value = getattr(module, name)
            if inspect.isclass(value) and value.__module__.startswith("gamecore"):
                missing += [f"{name}.{member}" for member in undocumented_members(value)]
            if (inspect.isclass(value) or inspect.isroutine(value)) and not inspect.getdoc(value):
                missing.append(name)
        assert not missing, f"{module.__name__}: no docstring: {missing}"


def undocumented_members(kind: type) -> list[str]:
    """Public methods and properties that the class itself defines without a docstring."""
    found = []
    for name, member in vars(kind).items():
        if name.startswith("_"):
            continue
        function = member.__func__ if isinstance(member, classmethod | staticmethod) else member
        if (inspect.isfunction(function) or isinstance(function, property)) and not inspect.getdoc(function):
            found.append(name)
    return found


class TestPackage:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

    def test_the_version_is_the_same_everywhere(self):
        version = self.project["version"]
        assert gamecore.__version__ == version
        assert re.search(rf"^## {re.escape(version)}\b", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)

    def test_bounds_are_lower_ones(self):
        requirements = [*self.project["dependencies"], *chain(*self.project["optional-dependencies"].values())]
        assert not [text for text in requirements if not re.fullmatch(r"[\w-]+(>=[\d.]+|\[[\w,]+\])", text)]
        assert self.project["requires-python"] == ">=3.11"

    def test_the_commands_of_the_documents_exist(self):
        text = "\n".join(path.read_text() for path in (ROOT / "README.md", *ROOT.glob("docs/*.md")))
        makefile = (ROOT / "Makefile").read_text()
        targets = set(re.findall(r"^ *make ([\w-]+)", text, re.MULTILINE))
        tasks = set(re.findall(r"tools/tasks\.py ([\w-]+)", text))
        commands = set(re.findall(r"(?:^ {4}|`|\| )gamecore ([a-z]+)", text, re.MULTILINE))
        assert {"demo", "test"} <= targets & tasks
        assert targets | tasks <= set(TASKS)
        assert set(TASKS) <= set(re.search(r"\.PHONY: (.*)", makefile)[1].split())
        assert "solve" in commands
        assert commands <= {command.name for command in COMMANDS}
