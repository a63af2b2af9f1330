"""Pictures of plain data: cells and labels as text and as SVG. Knows no game."""
