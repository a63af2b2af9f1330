"""Runs the examples of the documentation: python blocks and ``>>>`` sessions in docs/*.md and README.md.

The examples of one document build on each other, so a document is one test, which a run on several processes
cannot split. (Sybil's own integration makes a test of each example, and pytest-xdist's groups, which would hold
them together, do nothing under pytest 9.2.)
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from unittest import SkipTest

import pytest
from sybil import Sybil
from sybil.example import SybilFailure
from sybil.parsers.myst import PythonCodeBlockParser, SkipParser

ROOT = Path(__file__).parent
SYBIL = Sybil(parsers=[PythonCodeBlockParser(), SkipParser()], path=str(ROOT), patterns=["README.md", "docs/*.md"])


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.File | None:
    """Documents with examples are test files."""
    return DocumentFile.from_parent(parent, path=file_path) if SYBIL.should_parse(file_path) else None


class DocumentFile(pytest.File):
    """A document."""

    def collect(self) -> Iterator[pytest.Item]:
        """One test, if there is anything to run."""
        document = SYBIL.parse(self.path)
        if any(True for _ in document.examples()):
            yield DocumentExamples.from_parent(self, name="examples")


class DocumentExamples(pytest.Item):
    """All examples of a document, from top to bottom in one namespace."""

    def runtest(self) -> None:
        """Runs them; the first that fails ends it."""
        for example in SYBIL.parse(self.path).examples():
            with suppress(SkipTest):  # one example that says so, not the rest of the document
                example.evaluate()

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> object:
        """A doctest's difference as it is; the traceback of anything else."""
        if isinstance(excinfo.value, SybilFailure):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where to look."""
        return self.path, 0, self.path.relative_to(ROOT).as_posix()
