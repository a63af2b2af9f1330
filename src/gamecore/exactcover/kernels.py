"""The jitted functions of the exact-cover engine, and nothing else.

Algorithm X (Knuth, "Dancing links", arXiv cs/0011047) over sparse sets instead of linked lists ("dancing cells",
Knuth, TAOCP pre-fascicle 7A): the live options of an item are the first ``size[item]`` places of its part of
``member``; removing one swaps it behind the last and shrinks the set, and undoing in reverse order only grows
the sizes again. Primary items that are not yet covered form a doubly linked list in their given order.

An *entry* is one mention of an item by an option. Arrays are int32, or uint32 where
they hold indices (which spares numba's test for negative ones), unless said otherwise:

- ``option_start[o] : option_start[o + 1]`` are the entries of option ``o``; ``entry_item``, ``entry_option``.
- ``member[set_start[i] : set_start[i] + size[i]]`` are the live entries of item ``i``; ``place`` is its inverse.
- ``need[i]``: how often ``i`` must still be covered (for a secondary item: may be).
- ``left``, ``right``: the list of open primary items; its head is the last index.
- one search level per chosen option: ``level_item``, ``level_need`` (need when the level was opened) and
  ``candidate[level_base : level_stop]``, its options in the order they are tried, ``level_next`` the next one,
  ``level_until`` the entry of the present choice at which covering stopped, ``level_taken`` how many options of the
  last item had been taken out by then (-1: all).
- ``control`` (int64): depth, phase, nodes, covers found. The whole state lives in arrays, so a call may stop at
  any node and a later one goes on.

Each set of options is met once: a level for an item that is needed m > 1 times takes an option out of
play for the rest of the level once it has been tried, and stops when fewer than m are left.
"""

import numpy as np

from gamecore.exactcover.jit import kernel

# Kernels read no module globals, so the numbers are written out there:
# phase 0 select an item, 1 try the next candidate, 2 take the last one back, 3 done;
# outcome 0 node budget spent, 1 the wanted number of covers found, 2 exhausted, 3 candidate stack too short.


@kernel
def prepare(option_start, entry_item, entry_option, set_start, size, member, place, need, left, right):
    """Fill the sets and the list of open items; ``size`` and ``set_start`` come in as zeros.

    Options that name an item needed 0 times, or no primary item, can be in no cover and enter no set.
    """
    root = len(left) - 1
    options = len(option_start) - 1
    for option in range(options):
        usable = False
        for entry in range(option_start[option], option_start[option + 1]):
            item = entry_item[entry]
            if need[item] == 0:
                usable = False
                break
            if item < root:
                usable = True
        for entry in range(option_start[option], option_start[option + 1]):
            entry_option[entry] = option
            place[entry] = 0 if usable else 1
            if usable:
                size[entry_item[entry]] += 1
    start = 0
    for item in range(len(size)):
        set_start[item] = start
        start += size[item]
        size[item] = 0
    for entry in range(len(entry_item)):
        if place[entry] == 0:
            item = entry_item[entry]
            spot = set_start[item] + size[item]
            member[spot] = entry
            place[entry] = spot
            size[item] += 1
    last = root
    for item in range(root):
        if need[item] > 0:
            right[last] = item
            left[item] = last
            last = item
    right[last] = root
    left[root] = last


@kernel
def remove(option, keep, option_start, entry_item, set_start, size, member, place, need, primary):
    """Take ``option`` out of the sets of its items, but for its entry ``keep`` (-1: out of all).

    Returns:
        A primary item (below ``primary``) with fewer options left than it needs, or -1.
    """
    dead = -1
    for entry in range(option_start[option], option_start[option + 1]):
        if entry != keep:
            item = entry_item[entry]
            shrunk = size[item] - 1
            size[item] = shrunk
            last = set_start[item] + np.uint32(shrunk)
            here = place[entry]
            moved = member[last]
            member[here] = moved
            place[moved] = here
            member[last] = entry
            place[entry] = last
            if shrunk < need[item] and item < primary:
                dead = item
    return dead


@kernel
def restore(option, keep, option_start, entry_item, size):
    """Undo :func:`remove`; the removed entries lie right behind the live ones."""
    for entry in range(option_start[option], option_start[option + 1]):
        if entry != keep:
            size[entry_item[entry]] += 1


@kernel
def cover(
    item, whole, option_start, entry_item, entry_option, set_start, size, member, place, need, left, right
):  # fmt: skip
    """Close ``item``: take it off the list and its live options out of the other sets.

    Returns:
        A primary item with fewer options left than it needs, or -1; and how many options were taken out: unless
        ``whole``, not all when an item ran out.
    """
    primary = len(left) - 1
    if item < primary:
        right[left[item]] = right[item]
        left[right[item]] = left[item]
    dead = -1
    spot = set_start[item]
    end = set_start[item] + np.uint32(size[item])
    while spot < end and (dead < 0 or whole):
        entry = member[spot]
        dead = remove(
            entry_option[entry], entry, option_start, entry_item, set_start, size, member, place, need, primary
        )
        spot += np.uint32(1)
    return dead, spot - set_start[item]


@kernel
def uncover(item, taken, option_start, entry_item, entry_option, set_start, size, member, left, right):
    """Undo :func:`cover`; sizes are sums, so the order within one item does not matter."""
    for spot in range(set_start[item], set_start[item] + np.uint32(taken)):
        entry = member[spot]
        restore(entry_option[entry], entry, option_start, entry_item, size)
    if item < len(left) - 1:
        right[left[item]] = item
        left[right[item]] = item


@kernel
def sort_candidates(candidate, score, base, count):
    """Sort ``candidate[base : base + count]`` by falling score, then by rising index (Shell's sort, in place)."""
    gap = 1
    while gap < count // 9:
        gap = 3 * gap + 1
    while gap > 0:
        for i in range(gap, count):
            option = candidate[base + i]
            value = score[i]
            j = i
            while j >= gap and (
                score[j - gap] < value or (score[j - gap] == value and candidate[base + j - gap] > option)
            ):
                candidate[base + j] = candidate[base + j - gap]
                score[j] = score[j - gap]
                j -= gap
            candidate[base + j] = option
            score[j] = value
        gap //= 3


@kernel
def take(
    option, level, level_item, level_need, level_until, level_taken,
    option_start, entry_item, entry_option, set_start, size, member, place, need, left, right,
):  # fmt: skip
    """Choose ``option`` on ``level``: its item is closed if it is needed once, and open if more often.

    Stops covering as soon as some item has too few options left; ``level_until`` keeps the entry where.

    Returns:
        That item, or -1.
    """
    branch = level_item[level]
    several = level_need[level] > 1
    # First lower all needs: the items of the option itself may run out of others.
    for entry in range(option_start[option], option_start[option + 1]):
        item = entry_item[entry]
        if several or item != branch:
            need[item] -= 1
    dead = -1
    taken = 0
    if several:
        dead = remove(option, -1, option_start, entry_item, set_start, size, member, place, need, len(left) - 1)
    until = option_start[option]
    while until < option_start[option + 1] and dead < 0:
        item = entry_item[until]
        if need[item] == 0:
            dead, taken = cover(
                item, False, option_start, entry_item, entry_option, set_start, size, member, place, need, left, right
            )
        until += 1
    level_taken[level] = taken if dead >= 0 else -1
    level_until[level] = until
    return dead


@kernel
def take_back(
    option, level, level_item, level_need, level_until, level_taken,
    option_start, entry_item, entry_option, set_start, size, member, need, left, right,
):  # fmt: skip
    """Undo :func:`take`."""
    branch = level_item[level]
    several = level_need[level] > 1
    taken = level_taken[level]
    entry = level_until[level]
    while entry > option_start[option]:
        entry -= 1
        item = entry_item[entry]
        if need[item] == 0:
            if taken < 0:
                taken = size[item]
            uncover(item, taken, option_start, entry_item, entry_option, set_start, size, member, left, right)
            taken = -1
    for entry in range(option_start[option], option_start[option + 1]):
        item = entry_item[entry]
        if several or item != branch:
            need[item] += 1
    if several:
        restore(option, -1, option_start, entry_item, size)


@kernel
def search(
    budget, target, restarting, control, random,
    option_start, entry_item, entry_option, set_start, size, member, place, need, left, right,
    level_item, level_need, level_base, level_next, level_stop, level_until, level_taken, candidate, score,
    preference, failures, noise, scarcity, failure_step,
):  # fmt: skip
    """Search on for ``budget`` nodes (options tried) or until ``target`` covers have been found in all.

    ``restarting`` first takes every choice back; ``failures`` (float64, the items' weights) stay.
    A candidate's score is ``preference[o] + scarcity * sum(1 / size) + noise * random``. The branching item
    has the smallest (options - need + 1) / weight; when a weight step is given, each dead end adds it
    to the weight of the item that ran out.

    Returns:
        0 budget spent, 1 target reached, 2 exhausted, 3 ``candidate`` is too short: call again with a longer copy.
    """
    root = len(left) - 1
    depth = control[0]
    phase = control[1]
    nodes = control[2]
    found = control[3]
    stop = nodes + budget
    outcome = -1
    weighted = failure_step > 0.0
    scored = noise > 0.0 or scarcity > 0.0
    while outcome < 0:
        if phase == 0:
            # Select the open item with the smallest branching degree.
            best = right[root]  # the first of equals: neighbours in the given order stay together
            if best == root:
                found += 1
                phase = 2
                if found >= target:
                    outcome = 1
                continue
            best_degree = size[best] - need[best] + 1
            item = right[best]
            while item != root and best_degree > 0:
                degree = size[item] - need[item] + 1
                if degree <= 0:
                    better = True
                elif weighted:
                    better = degree * failures[best] < best_degree * failures[item]
                else:
                    better = degree < best_degree
                if better:
                    best = item
                    best_degree = degree
                item = right[item]
            if best_degree <= 0:
                failures[best] += failure_step
                phase = 2
                continue
            base = 0
            if depth > 0:
                base = level_stop[depth - 1] + level_need[depth - 1] - 1
            count = size[best]
            if base + count > len(candidate):
                outcome = 3
                continue
            for i in range(count):
                option = entry_option[member[set_start[best] + i]]
                value = preference[option]
                if scored:
                    if scarcity > 0.0:
                        for entry in range(option_start[option], option_start[option + 1]):
                            value += scarcity / size[entry_item[entry]]
                    if noise > 0.0:
                        # Marsaglia's xorshift, 13-7-17; 53 bits make a float in [0, 1).
                        bits = random[0]
                        bits ^= bits << np.uint64(13)
                        bits ^= bits >> np.uint64(7)
                        bits ^= bits << np.uint64(17)
                        random[0] = bits
                        value += noise * (np.float64(bits >> np.uint64(11)) * 1.1102230246251565e-16)
                candidate[base + i] = option
                score[i] = value
            sort_candidates(candidate, score, base, count)
            level_item[depth] = best
            level_need[depth] = need[best]
            level_base[depth] = base
            level_next[depth] = base
            level_stop[depth] = base + best_degree
            depth += 1
            if need[best] == 1:
                # What runs out here may be covered by the candidates themselves: no dead end yet.
                cover(
                    best,
                    True,
                    option_start,
                    entry_item,
                    entry_option,
                    set_start,
                    size,
                    member,
                    place,
                    need,
                    left,
                    right,
                )
            phase = 1
        elif phase == 1:
            # The top level holds no choice: make the next one, or close the level.
            level = depth - 1
            at = level_next[level]
            several = level_need[level] > 1
            if at < level_stop[level] and not restarting:
                if nodes == stop:
                    outcome = 0
                    continue
                dead = take(
                    candidate[at], level, level_item, level_need, level_until, level_taken,
                    option_start, entry_item, entry_option, set_start, size, member, place, need, left, right,
                )  # fmt: skip
                level_next[level] = at + 1
                nodes += 1
                phase = 0
                if dead >= 0:
                    failures[dead] += failure_step
                    phase = 2
            else:
                if several:
                    for spot in range(at - 1, level_base[level] - 1, -1):
                        restore(candidate[spot], -1, option_start, entry_item, size)
                else:
                    branch = level_item[level]
                    uncover(
                        branch,
                        size[branch],
                        option_start,
                        entry_item,
                        entry_option,
                        set_start,
                        size,
                        member,
                        left,
                        right,
                    )
                depth = level
                phase = 2
        elif phase == 2:
            # Take the top level's choice back; one of an item needed again stays out of play.
            if depth == 0:
                phase = 3
                if restarting:
                    restarting = False
                    phase = 0
                continue
            level = depth - 1
            option = candidate[level_next[level] - 1]
            several = level_need[level] > 1
            take_back(
                option, level, level_item, level_need, level_until, level_taken,
                option_start, entry_item, entry_option, set_start, size, member, need, left, right,
            )  # fmt: skip
            if several:
                remove(option, -1, option_start, entry_item, set_start, size, member, place, need, root)
            phase = 1
        else:
            outcome = 2
    control[0] = depth
    control[1] = phase
    control[2] = nodes
    control[3] = found
    return outcome
