"""Jitted kernels of the banded search: one cover, fast, for problems whose options lie in bands.

The problems here have *items* to be covered exactly once, and every option uses in addition exactly one
*kind*, a limited number of times. Options are sorted by their first item, one bit an option; where an option's
items lie near each other, as a polyomino's cells do, an item's options fill only a narrow band of words. An
item's live options are then counted by popcounts over its band, and only the bands that a placed option
touches need counting again.

This file stands alone (numba's cache sees one file), reads no globals in its kernels, and keeps the whole
state of a search in the arrays it is handed, so that a search can stop after any number of nodes and go on.

State arrays, by index::

    state  0 depth   1 nodes   2 nodes of this run   3 restarts   4 random state   5 items left   6 phase
           7 deepest level of this run   8 levels that the next restart takes back   9 level it goes back to
    tuning 0 node limit of this run   1 its growth at a restart   2 noise   3 scarcity   4 weight of a failure
           5 growth so far   6 least node limit   7 nodes of a run for each level it takes back
"""

from typing import Any

import numpy as np
from numba import config, types
from numba.extending import intrinsic

from gamecore.exactcover.jit import kernel

__all__ = ["fill_masks", "mark_bands", "search"]

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
def mark_bands(options, starts, items, low, high, live_count):
    """Find each item's band of words [low, high) and its number of options."""
    low[:] = 0
    high[:] = 0
    live_count[:] = 0
    for option in range(options):
        word = option >> 6
        for j in range(starts[option], starts[option + 1]):
            item = items[j]
            if live_count[item] == 0:
                low[item] = word
            high[item] = word + 1
            live_count[item] += 1


@kernel
def fill_masks(options, starts, items, kinds, low, high, offset, masks, kind_masks, first_item, end_item, live):
    """Set the masks of items and kinds, the live words, and each word's range of items [first, end).

    Returns the widest range of words and the widest range of items that placing one option touches.
    """
    words = live.shape[0]
    count = low.shape[0]
    one = np.uint64(1)
    for option in range(options):
        word = option >> 6
        bit = one << np.uint64(option & 63)
        for j in range(starts[option], starts[option + 1]):
            item = items[j]
            masks[offset[item] + word - low[item]] |= bit
        kind_masks[kinds[option], word] |= bit
        live[word] |= bit
    for word in range(words):
        first_item[word] = count
        end_item[word] = 0
    for item in range(count):
        for word in range(low[item], high[item]):
            first_item[word] = min(first_item[word], item)
            end_item[word] = max(end_item[word], item + 1)
    for word in range(words - 2, -1, -1):
        first_item[word] = min(first_item[word], first_item[word + 1])
    for word in range(1, words):
        end_item[word] = max(end_item[word], end_item[word - 1])
    widest_words = 0
    widest_items = 0
    for option in range(options):
        word0 = words
        word1 = 0
        for j in range(starts[option], starts[option + 1]):
            word0 = min(word0, low[items[j]])
            word1 = max(word1, high[items[j]])
        widest_words = max(widest_words, word1 - word0)
        widest_items = max(widest_items, end_item[word1 - 1] - first_item[word0])
    return widest_words, widest_items


@kernel
def search(
    budget,
    starts,
    items,
    kinds,
    low,
    high,
    offset,
    masks,
    kind_masks,
    first_item,
    end_item,
    preference,
    state,
    tuning,
    live,
    gone,
    live_count,
    fresh_count,
    own_count,
    kinds_left,
    weight,
    block_best,
    block_stale,
    chosen,
    open_start,
    open_end,
    open_option,
    open_value,
    trail,
    saved_words,
    saved_counts,
):
    """Search for at most ``budget`` more nodes; 0: budget used, 1: solved, 2: no cover exists.

    A node is one option tried. The branching item has the fewest live options divided by its weight; an item
    that ran out of options gains weight. Its options are tried by preference (of their kind, plus noise, plus
    what they do for items with few options). A run that exceeds its limit starts over, weights kept; in problems
    with many levels it first takes back only the last 64, then ever more. What lies below a level that is kept was not
    given up, so the search still proves that there is no cover.
    """
    covered = 1 << 30  # the live count of a covered item: never a minimum, still large after subtractions
    uncovered = 1 << 29
    count = low.shape[0]
    words = live.shape[0]
    blocks = block_best.shape[0]
    zero = np.uint64(0)
    one = np.uint64(1)
    depth = state[0]
    nodes = state[1]
    run = state[2]
    restarts = state[3]
    random = state[4]
    left = state[5]
    choosing = state[6] == 0
    deepest = state[7]
    back = state[8]
    floor = state[9]
    levels = chosen.shape[0]
    limit = tuning[0]
    noise = tuning[2]
    scarcity = tuning[3]
    bump = tuning[4]
    stop = nodes + budget
    outcome = 0
    while True:
        if choosing:
            if left == 0:
                outcome = 1
                break
            branch = 0
            least = 1e300
            for block in range(blocks):
                if block_stale[block]:
                    block_stale[block] = 0
                    value = 1e300
                    for item in range(block << 6, min(count, (block + 1) << 6)):
                        ratio = live_count[item] / weight[item]
                        if ratio < value:
                            value = ratio
                            block_best[block] = item
                item = block_best[block]
                ratio = live_count[item] / weight[item]
                if ratio < least:
                    least = ratio
                    branch = item
            end = open_start[depth]
            for word in range(low[branch], high[branch]):
                bits = live[word] & masks[offset[branch] + word - low[branch]]
                while bits != zero:
                    rest = bits & (bits - one)
                    option = (word << 6) + popcount((bits ^ rest) - one)
                    bits = rest
                    random ^= (random << 13) & 0xFFFFFFFF
                    random ^= random >> 17
                    random ^= (random << 5) & 0xFFFFFFFF
                    value = preference[kinds[option]] + noise * (random * 2.3283064365386963e-10)
                    for j in range(starts[option], starts[option + 1]):
                        value += scarcity / live_count[items[j]]
                    open_option[end] = option
                    open_value[end] = value
                    end += 1
            open_end[depth] = end
            choosing = False
        begin = open_start[depth]
        end = open_end[depth]
        over = run >= limit
        if over and floor < 0:
            floor = max(0, deepest - back)
        if begin == end or over:
            if over and depth <= floor:
                # Choose anew on this level; a run that was cut short proves nothing about it.
                run = 0
                restarts += 1
                tuning[5] *= tuning[1]
                back = back + (back >> 1) if back < levels else 64
                limit = tuning[5] * max(tuning[6], (tuning[7] - 1.0) * min(back, levels) + levels - depth)
                deepest = depth
                floor = -1
                choosing = True
                continue
            if depth == 0:
                outcome = 2
                break
            depth -= 1
            option = chosen[depth]
            word0 = trail[depth, 0]
            item0 = trail[depth, 2]
            item1 = trail[depth, 3]
            shift = trail[depth, 4] - word0
            for word in range(word0, trail[depth, 1]):
                live[word] = saved_words[shift + word]
            shift = trail[depth, 5] - item0
            for item in range(item0, item1):
                live_count[item] = saved_counts[shift + item]
            for block in range(item0 >> 6, ((item1 - 1) >> 6) + 1):
                block_stale[block] = 1
            kinds_left[kinds[option]] += 1
            left += starts[option + 1] - starts[option]
            continue
        if nodes >= stop:
            break
        best = begin
        value = open_value[begin]
        for j in range(begin + 1, end):
            if open_value[j] > value:
                value = open_value[j]
                best = j
        option = open_option[best]
        end -= 1
        open_option[best] = open_option[end]
        open_value[best] = open_value[end]
        open_end[depth] = end
        nodes += 1
        run += 1
        # Place the option.
        kind = kinds[option]
        last_of_kind = kinds_left[kind] == 1
        if last_of_kind:
            word0 = 0
            word1 = words
            item0 = 0
            item1 = count
        else:
            word0 = words
            word1 = 0
            for j in range(starts[option], starts[option + 1]):
                word0 = min(word0, low[items[j]])
                word1 = max(word1, high[items[j]])
            item0 = first_item[word0]
            item1 = end_item[word1 - 1]
        # What the option rules out, and what it leaves of each item: most options are dead ends, so nothing is
        # changed before that is known, but that its own items are covered.
        for word in range(word0, word1):
            gone[word] = zero
        for j in range(starts[option], starts[option + 1]):
            item = items[j]
            shift = offset[item] - low[item]
            for word in range(low[item], high[item]):
                gone[word] |= masks[shift + word]
            own_count[j - starts[option]] = live_count[item]
            live_count[item] = covered
        if last_of_kind:
            for word in range(words):
                gone[word] |= kind_masks[kind, word]
        for word in range(word0, word1):
            gone[word] &= live[word]
        dead = -1
        wide = item1 - item0 > 320 and not last_of_kind
        if wide:
            # Of a wide range few items lose anything: follow the options that went instead.
            for item in range(item0, item1):
                fresh_count[item] = live_count[item]
            for word in range(word0, word1):
                bits = gone[word]
                while bits != zero and dead < 0:
                    rest = bits & (bits - one)
                    lost_option = (word << 6) + popcount((bits ^ rest) - one)
                    bits = rest
                    for j in range(starts[lost_option], starts[lost_option + 1]):
                        item = items[j]
                        fresh_count[item] -= 1
                        if fresh_count[item] == 0:
                            dead = item
                if dead >= 0:
                    break
        else:
            for item in range(item0, item1):
                left_over = live_count[item]
                if left_over < uncovered:
                    shift = offset[item] - low[item]
                    lost = 0
                    for word in range(max(low[item], word0), min(high[item], word1)):
                        lost += popcount(gone[word] & masks[shift + word])
                    left_over -= lost
                    if left_over == 0:
                        dead = item
                        break
                fresh_count[item] = left_over
        if dead >= 0:
            weight[dead] += bump
            block_stale[dead >> 6] = 1
            for j in range(starts[option], starts[option + 1]):
                live_count[items[j]] = own_count[j - starts[option]]
            continue
        words_at = trail[depth, 4]
        shift = words_at - word0
        for word in range(word0, word1):
            saved_words[shift + word] = live[word]
            live[word] &= ~gone[word]
        counts_at = trail[depth, 5]
        shift = counts_at - item0
        for item in range(item0, item1):
            saved_counts[shift + item] = live_count[item]
            live_count[item] = fresh_count[item]
        for j in range(starts[option], starts[option + 1]):
            saved_counts[shift + items[j]] = own_count[j - starts[option]]
        for block in range(item0 >> 6, ((item1 - 1) >> 6) + 1):
            block_stale[block] = 1
        chosen[depth] = option
        kinds_left[kind] -= 1
        left -= starts[option + 1] - starts[option]
        trail[depth, 0] = word0
        trail[depth, 1] = word1
        trail[depth, 2] = item0
        trail[depth, 3] = item1
        depth += 1
        trail[depth, 4] = words_at + word1 - word0
        trail[depth, 5] = counts_at + item1 - item0
        deepest = max(deepest, depth)
        open_start[depth] = end
        choosing = True
    state[0] = depth
    state[1] = nodes
    state[2] = run
    state[3] = restarts
    state[4] = random
    state[5] = left
    state[6] = 0 if choosing else 1
    state[7] = deepest
    state[8] = back
    state[9] = floor
    tuning[0] = limit
    return outcome
