"""Sphinx builds the documentation from this; warnings are errors in CI."""

import runpy
from pathlib import Path

from gamecore import __version__

project = "gamecore"
author = "The gamecore developers"
copyright = "2026, The gamecore developers"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"gamecore {release}"

myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3

autodoc_default_options = {"members": True, "show-inheritance": True, "member-order": "bysource"}
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
python_maximum_signature_line_length = 88

# The pictures of gallery.md and geometry-gallery.md are drawn anew by each build.
DOCS = Path(__file__).parent
for script in ("make_gallery.py", "make_geometry_gallery.py"):
    runpy.run_path(str(DOCS / script))["make"](DOCS / "_generated")
