"""Jitted kernels of the bitset engine: one bit an option, one row of words an item and an option.

Where there are up to a few thousand options, all that is live fits into a few dozen words: placing an option is one
pass of "and not" over them, and an item's live options are counted by population counts. Nothing is undone: each
level keeps its own words.

This file stands alone (numba's cache sees one file), reads no globals in its kernels, and keeps the whole state of a
search in the arrays it is handed. Arrays, by their names:

- ``masks[item]``: the options of an item. ``conflicts[option]``: what an option rules out by its items of
  multiplicity one, itself included. Words of 64 options, four at least.
- ``need[item]``: how often it must still be covered; ``several[item]``: whether it was more than once at the start.
- ``open_items[: open_count[level]]``: the primary items not yet covered on that level, a sparse set: one that is
  covered is swapped behind the end, so that going back only restores the count.
- ``alive[level]``: options that may still be chosen below that level; ``untried[level]``: those of its branching item
  ``level_item`` that are left to try, of ``level_degree`` at first; ``choice[level]`` the one being tried.
- ``control``: depth, phase (0 select an item, 1 try the next option, 2 go back, 3 done), nodes, covers found.
"""

from typing import Any

import numpy as np
from numba import config, types
from numba.extending import intrinsic

from gamecore.exactcover.jit import kernel

__all__ = ["fill_rows", "search"]

if getattr(config, "DISABLE_JIT", False):

    def popcount(word: Any) -> int:
        return int(word).bit_count()

else:

    @intrinsic
    def popcount(typingctx: Any, word: Any) -> Any:
        """The number of set bits of a uint64 as an int64: the processor's own instruction."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.uint64), generate


@kernel
def fill_rows(starts, entries, need, primary, masks, conflicts, alive):
    """Set the rows; options that no cover can have (no primary item, or one needed 0 times) get no bit."""
    options = len(starts) - 1
    words = masks.shape[1]
    one = np.uint64(1)
    for option in range(options):
        usable = False
        for entry in range(starts[option], starts[option + 1]):
            if need[entries[entry]] == 0:
                usable = False
                break
            if entries[entry] < primary:
                usable = True
        if usable:
            bit = one << np.uint64(option & 63)
            alive[option >> 6] |= bit
            conflicts[option, option >> 6] |= bit
            for entry in range(starts[option], starts[option + 1]):
                masks[entries[entry], option >> 6] |= bit
    for option in range(options):
        for entry in range(starts[option], starts[option + 1]):
            item = entries[entry]
            if need[item] == 1:
                for word in range(words):
                    conflicts[option, word] |= masks[item, word]


@kernel
def search(
    budget, target, bulk, control, starts, entries, primary, masks, conflicts,
    need, several, open_items, open_place, open_count, alive, untried, level_item, level_degree, choice,
):  # fmt: skip
    """Search on for ``budget`` nodes (options tried) or until ``target`` covers have been found in all.

    The branching item has the fewest live options beyond what it needs, the lower index among equals. With ``bulk``
    covers are only counted, those that end with the same item all at once, one node each.

    Returns:
        0 budget spent, 1 target reached, 2 exhausted.
    """
    zero = np.uint64(0)
    one = np.uint64(1)
    words = masks.shape[1]
    depth = control[0]
    phase = control[1]
    nodes = control[2]
    found = control[3]
    stop = nodes + budget
    while True:
        if phase == 0:
            still_open = open_count[depth]
            if still_open == 0:
                found += 1
                phase = 2
                if found >= target:
                    control[0] = depth
                    control[1] = phase
                    control[2] = nodes
                    control[3] = found
                    return 1
                continue
            least = 1 << 62  # branching degree less one, then the item, in one number
            if words == 4:  # up to 256 options: without loops within the loop
                alive0, alive1 = alive[depth, 0], alive[depth, 1]
                alive2, alive3 = alive[depth, 2], alive[depth, 3]
                for place in range(still_open):
                    item = open_items[place]
                    live = popcount(alive0 & masks[item, 0]) + popcount(alive1 & masks[item, 1])
                    live += popcount(alive2 & masks[item, 2]) + popcount(alive3 & masks[item, 3])
                    least = min(least, (np.int64(live - need[item]) << 24) + item)
                    if least < 0:
                        break
            else:
                for place in range(still_open):
                    item = open_items[place]
                    live = 0
                    for word in range(words):
                        live += popcount(alive[depth, word] & masks[item, word])
                    least = min(least, (np.int64(live - need[item]) << 24) + item)
                    if least < 0:
                        break
            if least < 0:
                phase = 2
                continue
            best = np.uint32(least & 0xFFFFFF)
            best_degree = (least >> 24) + 1
            if bulk and still_open == 1 and need[best] == 1:
                if nodes + best_degree > stop and nodes < stop:
                    # Not enough budget to count them all at once: one at a time.
                    level_item[depth] = best
                    level_degree[depth] = best_degree
                    for word in range(words):
                        untried[depth, word] = alive[depth, word] & masks[best, word]
                    phase = 1
                    continue
                if nodes + best_degree <= stop:
                    nodes += best_degree
                    found += best_degree
                    phase = 2
                    if found >= target:
                        control[0] = depth
                        control[1] = phase
                        control[2] = nodes
                        control[3] = found
                        return 1
                    continue
            level_item[depth] = best
            level_degree[depth] = best_degree
            if words == 4:
                untried[depth, 0] = alive[depth, 0] & masks[best, 0]
                untried[depth, 1] = alive[depth, 1] & masks[best, 1]
                untried[depth, 2] = alive[depth, 2] & masks[best, 2]
                untried[depth, 3] = alive[depth, 3] & masks[best, 3]
            else:
                for word in range(words):
                    untried[depth, word] = alive[depth, word] & masks[best, word]
            phase = 1
        if phase == 2:
            if depth == 0:
                phase = 3
            else:
                depth -= 1
                option = choice[depth]
                for entry in range(starts[option], starts[option + 1]):
                    need[entries[entry]] += 1
                phase = 1
        if phase == 3:
            control[0] = depth
            control[1] = phase
            control[2] = nodes
            control[3] = found
            return 2
        item = level_item[depth]
        # The next option to try, if enough are left for what the item needs.
        option = -1
        left = 0
        for word in range(words):
            bits = untried[depth, word]
            if bits != zero:
                if option < 0:
                    option = (word << 6) + popcount((bits & (~bits + one)) - one)
                left += popcount(bits)
                if left >= need[item]:
                    break
        if option < 0 or left < need[item]:
            phase = 2
            if depth == 0:
                phase = 3
            continue
        if nodes >= stop:
            control[0] = depth
            control[1] = phase
            control[2] = nodes
            control[3] = found
            return 0
        nodes += 1
        bit = one << np.uint64(option & 63)
        untried[depth, option >> 6] &= ~bit
        alive[depth, option >> 6] &= ~bit
        choice[depth] = option
        if words == 4:
            chosen = np.uint32(option)
            below = np.uint32(depth + 1)
            alive[below, 0] = alive[depth, 0] & ~conflicts[chosen, 0]
            alive[below, 1] = alive[depth, 1] & ~conflicts[chosen, 1]
            alive[below, 2] = alive[depth, 2] & ~conflicts[chosen, 2]
            alive[below, 3] = alive[depth, 3] & ~conflicts[chosen, 3]
        else:
            for word in range(words):
                alive[depth + 1, word] = alive[depth, word] & ~conflicts[option, word]
        still_open = open_count[depth]
        for entry in range(starts[option], starts[option + 1]):
            item = entries[entry]
            need[item] -= 1
            if need[item] == 0 and item < primary:
                # Swap it behind the end of the open ones.
                still_open -= 1
                place = open_place[item]
                last = open_items[still_open]
                open_items[place] = last
                open_place[last] = place
                open_items[still_open] = item
                open_place[item] = still_open
        depth += 1
        open_count[depth] = still_open
        phase = 0
        for entry in range(starts[option], starts[option + 1]):
            item = entries[entry]
            if several[item] and need[item] == 0:
                for word in range(words):
                    alive[depth, word] &= ~masks[item, word]
