"""Run by ``tools/tasks.py wheel-check`` inside a fresh environment: is the installed package whole?"""

import sys
from importlib.metadata import files, version
from importlib.resources import files as resources

import gamecore

assert "site-packages" in str(gamecore.__file__), gamecore.__file__
assert not {"numba", "shapely", "numpy"} & set(sys.modules), "import gamecore loads too much"
assert gamecore.__version__ == version("gamecore")
assert (resources("gamecore") / "py.typed").is_file(), "py.typed is missing"
assert any(str(file).endswith("licenses/LICENSE") for file in files("gamecore") or ()), "no licence in the wheel"
for name in ("errors", "exactcover", "polyomino", "polyfit", "cli"):
    __import__(f"gamecore.{name}")
