"""A cactus plot: how many instances each solver has solved within a time, each instance by itself."""

from pathlib import Path

from peers.solving import Try


def draw(tries: list[Try], cap: float, path: Path) -> list[Path]:
    """Write ``path`` with the endings .svg and .png.

    Instances are the cases that the peers were given; ours counts with each of its seeds, scaled to the same number.
    """
    import matplotlib as mpl

    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "gamecore"
    from matplotlib import pyplot

    cases = {one.case for one in tries if one.solver != "gamecore"} or {one.case for one in tries}
    figure, axes = pyplot.subplots(figsize=(7, 4.5), layout="constrained")
    for number, solver in enumerate(dict.fromkeys(one.solver for one in tries)):
        mine = [one for one in tries if one.solver == solver and one.case in cases]
        times = sorted(one.seconds for one in mine if one.seconds is not None)
        share = len(cases) / len(mine)
        xs = [*times[:1], *times, cap]
        ys = [0.0] * bool(times) + [(k + 1) * share for k in range(len(times))] + [len(times) * share]
        wide = 2.5 if solver == "gamecore" else 1.3
        line = ("-", "--", "-.", ":")[number % 4]
        axes.step(xs, ys, where="post", label=solver, linewidth=wide, linestyle=line)
    axes.set_xscale("log")
    axes.set_xlim(right=cap)
    axes.set_ylim(0, len(cases) * 1.05)
    axes.set_xlabel("seconds of processor time, one thread")
    axes.set_ylabel(f"extreme puzzles solved, of {len(cases)}")
    axes.grid(alpha=0.3)
    figure.legend(loc="outside right upper")
    files = [path.with_suffix(ending) for ending in (".svg", ".png")]
    for file in files:
        figure.savefig(file, dpi=150, metadata={"Date": None} if file.suffix == ".svg" else None)
    pyplot.close(figure)
    return files
