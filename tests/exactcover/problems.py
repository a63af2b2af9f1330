"""Problems that several tests use, and a strategy for small random ones."""

from hypothesis import strategies as st

from gamecore.exactcover import Problem


def queens(size: int) -> Problem:
    squares = [(row, column) for row in range(size) for column in range(size)]
    options = [(f"r{r}", f"c{c}", f"a{r + c}", f"b{r - c}") for r, c in squares]
    lines = [f"{kind}{i}" for kind in "rc" for i in range(size)]
    return Problem(options, lines, sorted({item for option in options for item in option} - set(lines)))


def langford(pairs: int) -> Problem:
    slots = range(2 * pairs)
    options = [(f"d{d}", f"s{i}", f"s{i + d + 1}") for d in range(1, pairs + 1) for i in slots if i + d + 1 in slots]
    return Problem(options)


def pigeons(holes: int) -> Problem:
    """``holes`` + 1 pigeons, each in one of ``holes`` holes with room for one: unsolvable, and long to prove."""
    options = [(f"p{p}", f"h{h}") for p in range(holes + 1) for h in range(holes)]
    return Problem(options, [f"p{p}" for p in range(holes + 1)], [f"h{h}" for h in range(holes)])


@st.composite
def small_problems(draw: st.DrawFn, most_options: int = 11) -> Problem:
    """With secondary items, multiplicities (0, too), duplicates, empty options, items in no option."""
    primary = [f"p{i}" for i in range(draw(st.integers(0, 5)))]
    secondary = [f"s{i}" for i in range(draw(st.integers(0, 3)))]
    items = primary + secondary
    option = st.lists(st.sampled_from(items), unique=True, max_size=4) if items else st.just([])
    options = draw(st.lists(option, max_size=most_options))
    counts = st.dictionaries(st.sampled_from(primary), st.integers(0, 4)) if primary else st.just({})
    return Problem(options, primary, secondary, draw(counts))
