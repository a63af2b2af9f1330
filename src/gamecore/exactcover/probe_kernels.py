"""The jitted kernel of random probes: walks from the root of a search tree to a leaf.

This file stands alone (numba's cache sees one file), reads no globals in its kernel, and keeps the whole state of a
probe in the arrays it is handed. Arrays, by their names:

- ``starts``, ``entries``: option ``o`` covers ``entries[starts[o] : starts[o + 1]]``; ``item_starts``,
  ``item_options``: the options of each item, ascending.
- ``usable``, ``full_live``, ``full_need``: which options may be chosen at the root, how many of them each item has,
  and how often it must be covered; ``alive``, ``live``, ``need``: the same where the probe stands.
- ``degrees[: depth]``: the branches of each node on the way.
- ``control``: depth, whether a probe is under way, nodes (options laid, over all probes); ``random``: a 64-bit state.
"""

import numpy as np

from gamecore.exactcover.jit import kernel

__all__ = ["probe"]


@kernel
def probe(
    budget, control, random, starts, entries, item_starts, item_options, primary,
    usable, full_live, full_need, alive, live, need, degrees,
):  # fmt: skip
    """Walk on for ``budget`` options, or to the end of the probe.

    Returns:
        0 budget spent, 1 ended where some item cannot be covered, 2 ended at a cover.
    """
    if control[1] == 0:
        control[0] = 0
        control[1] = 1
        alive[:] = usable
        live[:] = full_live
        need[:] = full_need
    while True:
        best = -1
        degree = 0
        for item in range(primary):
            if need[item] > 0:
                branches = live[item] - need[item] + 1
                if best < 0 or branches < degree:
                    best = item
                    degree = branches
                    if degree <= 0:
                        break
        if best < 0 or degree <= 0:
            control[1] = 0
            return 2 if best < 0 else 1
        if budget == 0:
            return 0
        budget -= 1
        control[2] += 1
        degrees[control[0]] = degree
        control[0] += 1
        # Marsaglia's xorshift, 13-7-17; its halves multiplied, as small remainders of the bare states depend on each
        # other. Nothing overflows, so it runs without the jit, too.
        bits = random[0]
        bits ^= bits << np.uint64(13)
        bits ^= bits >> np.uint64(7)
        bits ^= bits << np.uint64(17)
        random[0] = bits
        mixed = (bits & np.uint64(0xFFFFFFFF)) * np.uint64(0x9E3779B1) ^ (bits >> np.uint64(32)) * np.uint64(0x85EBCA6B)
        branch = np.int64((mixed >> np.uint64(16)) % np.uint64(degree))
        chosen = -1
        for place in range(item_starts[best], item_starts[best + 1]):
            option = item_options[place]
            if alive[option]:
                # Those before the chosen one are out of play, as in the search.
                alive[option] = False
                for entry in range(starts[option], starts[option + 1]):
                    live[entries[entry]] -= 1
                if branch == 0:
                    chosen = option
                    break
                branch -= 1
        for entry in range(starts[chosen], starts[chosen + 1]):
            item = entries[entry]
            need[item] -= 1
            if need[item] == 0:
                for place in range(item_starts[item], item_starts[item + 1]):
                    option = item_options[place]
                    if alive[option]:
                        alive[option] = False
                        for other in range(starts[option], starts[option + 1]):
                            live[entries[other]] -= 1
