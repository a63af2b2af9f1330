"""What the whole suite shares: the Hypothesis profiles and the folder with the cases on disk."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Deadlines are off everywhere: a first call compiles kernels, and a shared machine stalls.
# `ci` is derandomized, so a change that has nothing to do with a rare failure is not the one that meets it;
# `dev` and `thorough` look somewhere new in every run.
_SLOW_MACHINE = [HealthCheck.too_slow]
settings.register_profile("dev", deadline=None, print_blob=True, suppress_health_check=_SLOW_MACHINE)
settings.register_profile("ci", deadline=None, print_blob=True, derandomize=True, suppress_health_check=_SLOW_MACHINE)
settings.register_profile(
    "thorough", deadline=None, print_blob=True, max_examples=2_000, suppress_health_check=_SLOW_MACHINE
)
settings.load_profile(os.environ.get("GAMECORE_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """``tests/data``: the puzzles and problems with known answers."""
    return Path(__file__).parent / "data"
