"""Jitted kernels of the frontier count; stand alone, read no globals. See :mod:`gamecore.polyfit.frontier`."""

from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import config, types
from numba.extending import intrinsic

from gamecore.exactcover.jit import kernel

__all__ = ["expand", "rehash"]

if getattr(config, "DISABLE_JIT", False):

    def popcount(word: Any) -> int:
        return int(word).bit_count()

    def trailing_zeros(word: Any) -> int:
        return (int(word) & -int(word)).bit_length() - 1

else:

    @intrinsic
    def popcount(typingctx: Any, word: Any) -> Any:
        """The number of set bits of a uint64."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.uint64), generate

    @intrinsic
    def trailing_zeros(typingctx: Any, word: Any) -> Any:
        """The place of the lowest set bit of a uint64 that is not 0."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

        return types.int64(types.uint64), generate


@kernel
def hashed(near, far, last, left):
    """A well-mixed 64-bit hash of a state, by products of 32-bit halves: no product overflows."""
    low = np.uint64(0xFFFFFFFF)
    shift = np.uint64(32)
    mixed = near ^ (far >> np.uint64(7)) ^ (last >> np.uint64(13)) ^ (left << np.uint64(11))
    mixed = ((mixed & low) * np.uint64(0x9E3779B1)) ^ ((mixed >> shift) * np.uint64(0x85EBCA6B))
    mixed ^= ((left & low) * np.uint64(0xC2B2AE35)) ^ ((far & low) * np.uint64(0x27D4EB2F))
    mixed ^= (last & low) * np.uint64(0x2545F491)
    mixed ^= mixed >> np.uint64(29)
    mixed = ((mixed & low) * np.uint64(0xA2AA033B)) ^ ((mixed >> shift) * np.uint64(0x165667B1))
    return mixed ^ (mixed >> np.uint64(31))


@kernel
def rehash(states, count, slots):
    """Enter the first ``count`` states into an empty table of slots (a power of two of them, all -1)."""
    last = np.uint64(slots.shape[0] - 1)
    for index in range(count):
        slot = hashed(states[index, 0], states[index, 1], states[index, 2], states[index, 3]) & last
        while slots[np.int64(slot)] >= 0:
            slot = (slot + np.uint64(1)) & last
        slots[np.int64(slot)] = index


@kernel
def expand(
    budget, source, progress, height, total, blocked, row_starts, shape_masks, shape_kinds,
    shifts, field_masks, units, not_top, not_bottom, edge, least, target, slots,
):  # fmt: skip
    """Lay one more piece on every state of a layer, in every way, and add up equal outcomes.

    A state is a row of seven uint64: which of the 192 cells from the first open one on are covered (three words),
    pieces left (a bit field a shape), the first open cell, and the number of ways to get there (two words, low first).
    ``edge`` marks the cells of a word whose right neighbour lies beyond it.
    ``progress``: next state of the source, states in the target, states in the source.

    Returns:
        0 budget of states used, 1 layer done, 2 target full: call again with a longer one, 3 more than 2^128 ways.
    """
    zero = np.uint64(0)
    one = np.uint64(1)
    full = ~zero
    down = np.uint64(height & 63)
    last = np.uint64(slots.shape[0] - 1)
    index = progress[0]
    count = progress[1]
    room = target.shape[0]
    stop = min(progress[2], index + budget)
    while index < stop:
        near = source[index, 0]
        far = source[index, 1]
        rear = source[index, 2]
        left = source[index, 3]
        place = np.int64(source[index, 4])
        row = place % height
        if count + row_starts[row + 1] - row_starts[row] > room:
            progress[0] = index
            progress[1] = count
            return 2
        for way in range(row_starts[row], row_starts[row + 1]):
            if (near & shape_masks[way, 0]) | (far & shape_masks[way, 1]) | (rear & shape_masks[way, 2]) != zero:
                continue
            kind = shape_kinds[way]
            if (left >> shifts[kind]) & field_masks[kind] == zero:
                continue
            next_left = left - units[kind]
            next_near = near | shape_masks[way, 0]
            next_far = far | shape_masks[way, 1]
            next_rear = rear | shape_masks[way, 2]
            next_place = place
            while next_near == full and next_place < total:
                next_place += 64
                next_near = next_far
                next_far = next_rear
                next_rear = blocked[next_place + 128]
            if next_place < total:
                step = trailing_zeros(~next_near)
                if step > 0:
                    next_place += step
                    by = np.uint64(step)
                    next_near = (next_near >> by) | (next_far << (np.uint64(64) - by))
                    next_far = (next_far >> by) | (next_rear << (np.uint64(64) - by))
                    next_rear = (next_rear >> by) | (blocked[next_place + 128] & ~(full >> by))
            if next_place >= total:
                next_place = total
                next_near = zero
                next_far = zero
                next_rear = zero
            else:
                # The area that the first open cell lies in must hold the smallest piece; one that reaches the edge
                # of the word may go on beyond it.
                next_row = next_place % height
                top = not_top[next_row]
                bottom = not_bottom[next_row]
                open_cells = ~next_near
                area = one
                while True:
                    grown = area | ((area & bottom) << one) | ((area & top) >> one)
                    grown = (grown | (area << down) | (area >> down)) & open_cells
                    if grown == area or (grown & edge) != zero or popcount(grown) >= least:
                        break
                    area = grown
                if (grown & edge) == zero and popcount(grown) < least:
                    continue
            slot = hashed(next_near, next_far, next_rear, next_left) & last
            while True:
                found = slots[np.int64(slot)]
                if found < 0:
                    slots[np.int64(slot)] = count
                    target[count, 0] = next_near
                    target[count, 1] = next_far
                    target[count, 2] = next_rear
                    target[count, 3] = next_left
                    target[count, 4] = np.uint64(next_place)
                    target[count, 5] = source[index, 5]
                    target[count, 6] = source[index, 6]
                    count += 1
                    break
                if (
                    target[found, 0] == next_near
                    and target[found, 3] == next_left
                    and target[found, 1] == next_far
                    and target[found, 2] == next_rear
                    and target[found, 4] == np.uint64(next_place)
                ):
                    # Sums without overflow: a carry comes when the low word exceeds what is left to 2^64 - 1.
                    low = source[index, 5]
                    high = source[index, 6]
                    if target[found, 5] > full - low:
                        target[found, 5] = low - (full - target[found, 5]) - one
                        high += one
                    else:
                        target[found, 5] += low
                    if target[found, 6] > full - high:
                        progress[0] = index
                        progress[1] = count
                        return 3
                    target[found, 6] += high
                    break
                slot = (slot + one) & last
        index += 1
    progress[0] = index
    progress[1] = count
    return 1 if index == progress[2] else 0
