"""Several SVG pictures on one sheet, each with a caption."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from gamecore.render.svg import escaped

__all__ = ["Picture", "sheet"]

_GAP = 20  # pixels between pictures and around the sheet
_LETTER = 7  # width of a letter of a caption, at most: no font is asked
_LINE = 22  # height of a caption
_SIZE = re.compile(r'<svg\b[^>]*? width="([0-9.]+)" height="([0-9.]+)"')


class Picture(NamedTuple):
    """A whole SVG document that gives its width and height in pixels, and a line of text to stand under it."""

    svg: str
    caption: str = ""


def sheet(pictures: Iterable[Picture], *, width: int = 1200, per_row: int = 100, title: str = "") -> str:
    """Lays pictures out in rows, in order, as one SVG document.

    A row takes as many pictures as go into the width, at least one, and stands on a common line above the captions.

    Args:
        pictures: SVG documents, as :func:`gamecore.render.svg.board` makes them, with their captions.
        width: Width to fill, in pixels; a picture wider than that makes the sheet wider.
        per_row: Most pictures in a row.
        title: Tooltip of the sheet.

    Raises:
        ValueError: A picture does not say how large it is.
    """
    rows: list[list[tuple[Picture, float, float, float]]] = []
    used = 0.0
    for picture in pictures:
        wide, tall = _size(picture.svg)
        slot = max(wide, _LETTER * len(picture.caption)) + _GAP
        if not rows or used + slot > width or len(rows[-1]) >= per_row:
            rows.append([])
            used = _GAP
        rows[-1].append((picture, wide, tall, slot))
        used += slot
    parts = [f"<title>{escaped(title)}</title>" if title else ""]
    right = down = float(_GAP)
    for row in rows:
        foot = down + max(tall for _, _, tall, _ in row)
        along = float(_GAP)
        for picture, wide, tall, slot in row:
            middle = along + (slot - _GAP) / 2
            parts.append(f'<g transform="translate({middle - wide / 2:.10g} {foot - tall:.10g})">{picture.svg}</g>')
            parts.append(f'<text x="{middle:.10g}" y="{foot + _LINE - 6:.10g}">{escaped(picture.caption)}</text>')
            along += slot
        right = max(right, along)
        down = foot + _LINE + _GAP
    size = f'width="{right:.10g}" height="{down:.10g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {right:.10g} {down:.10g}" '
        f'font-family="sans-serif" font-size="12" text-anchor="middle" fill="#33312c">'
        f'<rect {size} fill="#ffffff"/>{"".join(parts)}</svg>'
    )


def _size(svg: str) -> tuple[float, float]:
    found = _SIZE.match(svg)
    if found is None:
        raise ValueError("a picture of a sheet must be an SVG document that gives its width and height")
    return float(found[1]), float(found[2])
