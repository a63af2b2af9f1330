"""gamecore against the exact-cover packages of PyPI, in one run: tables in Markdown and a cactus plot.

    pip install 'gamecore[peers,plot]'
    taskset -c 0 python benchmarks/against_peers.py [--quick] [--families first growth …] [--out FOLDER]

Families: ``first`` solutions of extreme puzzles, ``growth`` with the number of pieces, ``counting`` by the engines,
``polyominoes`` counted by polyfit, ``start`` of a fresh process. Every answer is asserted. All times are processor
time of one thread; a peer runs in a process of its own, and neither its import nor handing it the problem in its own
form is counted. Peers that are not installed are left out. ``--quick`` takes a few minutes, all of it half an hour.
"""

import argparse
from pathlib import Path

from peers import adapters, cactus, counting, solving, starting
from peers.problems import COUNTING

FAMILIES = ("first", "growth", "counting", "polyominoes", "start")
PEERS_CASES = (
    "compact-32-0",
    "compact-56-1",
    "mixed-40-0",
    "mixed-56-0",
    "ragged-32-0",
    "ragged-56-1",
    "rect-32-0",
    "rect-56-0",
)


def main() -> None:
    """Measure what was asked for, print tables as they come and write them to a file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer cases, seeds and rounds, a cap of 5 s")
    parser.add_argument("--families", nargs="+", choices=FAMILIES, default=FAMILIES)
    parser.add_argument("--peers", nargs="*", choices=list(adapters.PEERS), help="only these")
    parser.add_argument("--cap", type=float, help="processor seconds a peer gets for one instance; 20")
    parser.add_argument("--cases", type=int, help="how many of eight cases the peers get; all")
    parser.add_argument("--seeds", type=int, help="ours, for each case; 10")
    parser.add_argument("--rounds", type=int, help="of which the median counts; 3")
    parser.add_argument("--out", type=Path, default=Path(), help="folder of peers.md, peers.svg and peers.png")
    given = parser.parse_args()
    cap = given.cap or (5.0 if given.quick else 20.0)
    seeds = given.seeds or (3 if given.quick else 10)
    rounds = given.rounds or (1 if given.quick else 3)
    peers = solving.installed_peers(given.peers)
    given.out.mkdir(parents=True, exist_ok=True)
    report: list[str] = []

    def tell(title: str, lines: list[str]) -> None:
        text = ["", f"### {title}", "", *lines]
        report.extend(text)
        print("\n".join(text), flush=True)

    if "first" in given.families:
        mine = solving.ours(solving.all_cases(), seeds, rounds)
        tell("First solutions, gamecore", solving.quantiles_table(mine))
        if peers:
            some = PEERS_CASES[: given.cases or (3 if given.quick else len(PEERS_CASES))]
            tries = mine + solving.theirs(list(some), peers, cap)
            tell("First solutions, against peers", solving.peers_table(tries, cap))
            print("drawn:", *cactus.draw(tries, cap, given.out / "peers"))
    if "growth" in given.families:
        sizes = solving.GROWTH[:3] if given.quick else solving.GROWTH
        tell("Growth", solving.growth_table(solving.growth(sizes, 3, 3)))
    if "counting" in given.families:
        names = list(COUNTING)[1:] if given.quick else list(COUNTING)
        long_cap = cap if given.quick else max(cap, 60.0)  # the classic takes the peers 10 to 45 s
        counts = counting.measure([*adapters.ENGINES, *peers], long_cap, rounds, names)
        tell("Counting", counting.table(counts, long_cap))
    if "polyominoes" in given.families:
        tell("Counting polyominoes", solving.polyominoes(max(3, rounds)))
    if "start" in given.families:
        tell("Start", starting.table(str(solving.CASES / "mixed-56-0.json"), max(3, rounds)))
    (given.out / "peers.md").write_text("\n".join(report).lstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
