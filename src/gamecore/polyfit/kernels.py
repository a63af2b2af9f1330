"""Jitted listing of all placements of all shapes on a board; stands alone, reads no globals."""

from gamecore.exactcover.jit import kernel

__all__ = ["list_placements"]


@kernel
def list_placements(numbers, places, offsets, bounds, kind_of, write, starts, items, kinds, orientations, firsts):
    """List every placement in scan order of its first cell; return (placements, cells of all of them).

    ``numbers`` is the flat board with a margin: a cell's number in scan order, -1 where no cell is;
    ``places`` the cells' flat positions in that order. Orientation ``o`` of shape ``kind_of[o]`` covers
    ``offsets[bounds[o]:bounds[o + 1]]`` from its first cell. With ``write`` false nothing is stored: a first
    call measures how large the arrays must be.
    """
    placed = 0
    end = 0
    for first in range(places.shape[0]):
        place = places[first]
        for orientation in range(kind_of.shape[0]):
            size = bounds[orientation + 1] - bounds[orientation]
            fits = True
            for j in range(size):
                number = numbers[place + offsets[bounds[orientation] + j]]
                if number < 0:
                    fits = False
                    break
                if write:
                    items[end + j] = number
            if fits:
                if write:
                    starts[placed] = end
                    kinds[placed] = kind_of[orientation]
                    orientations[placed] = orientation
                    firsts[placed] = first
                placed += 1
                end += size
    if write:
        starts[placed] = end
    return placed, end
