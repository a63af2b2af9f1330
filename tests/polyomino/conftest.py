import json
from pathlib import Path

import pytest

DATA = Path(__file__).parent.parent / "data"


@pytest.fixture(scope="session")
def case_documents():
    """The decoded puzzles of tests/data/cases by name."""
    found = {path.stem: json.loads(path.read_text()) for path in sorted((DATA / "cases").glob("*.json"))}
    assert len(found) == 28
    return found
