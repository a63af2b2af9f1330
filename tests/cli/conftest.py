"""Runs the command in this process and hands back its status and what it printed."""

import io
import json
import sys
from typing import NamedTuple

import pytest

from gamecore.cli import main


class Outcome(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def lines(self) -> list:
        """Standard output as JSON lines."""
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def gamecore(capfd, monkeypatch):
    def run(*arguments: object, given: object = "") -> Outcome:
        data = given if isinstance(given, bytes) else (given if isinstance(given, str) else json.dumps(given)).encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as ended:
            status = ended.code
        return Outcome(status, *capfd.readouterr())

    return run


@pytest.fixture
def folder(tmp_path):
    """A temporary folder whose ``write(name, document)`` gives the path of a new JSON file."""

    class Folder:
        path = tmp_path

        def write(self, name: str, document: object) -> str:
            path = tmp_path / name
            path.write_text(document if isinstance(document, str) else json.dumps(document))
            return str(path)

    return Folder()
