"""The exact-cover engine on its own: n queens, where each diagonal may be used at most once.

python examples/queens.py 8
"""

import sys

from gamecore import exactcover


def queens(n: int) -> exactcover.Problem:
    """Rows and columns are primary items, diagonals secondary ones."""
    options = [
        [("row", row), ("column", column), ("falling", row - column), ("rising", row + column)]
        for row in range(n)
        for column in range(n)
    ]
    falling = [("falling", difference) for difference in range(1 - n, n)]
    rising = [("rising", total) for total in range(2 * n - 1)]
    return exactcover.Problem(options, secondary=[*falling, *rising])


if __name__ == "__main__":
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 8
    print(f"{size} queens: {exactcover.count(queens(size))} ways")
