"""A naive exact-cover solver in sets and recursion: slow, and made in another way than the engine."""

from collections import Counter

from gamecore.exactcover import Problem


def covers(problem: Problem) -> set[tuple[int, ...]]:
    """All covers, by deciding option after option whether it is chosen (exponential)."""
    need = Counter({item: problem.multiplicity.get(item, 1) for item in problem.items})
    room = Counter(dict.fromkeys(problem.secondary, 1))
    found = set()

    def decide(option: int, chosen: tuple[int, ...], need: Counter, room: Counter) -> None:
        if option == len(problem.options):
            if not any(need.values()):
                found.add(chosen)
            return
        decide(option + 1, chosen, need, room)
        items = problem.options[option]
        if not any(item in need for item in items):
            return
        if all((need if item in need else room)[item] > 0 for item in items):
            need, room = need.copy(), room.copy()
            for item in items:
                (need if item in need else room)[item] -= 1
            decide(option + 1, (*chosen, option), need, room)

    decide(0, (), need, room)
    return found


def is_cover(problem: Problem, solution: tuple[int, ...]) -> bool:
    """Whether the chosen options cover every item as often as they must."""
    used = Counter(item for option in solution for item in problem.options[option])
    return (
        len(set(solution)) == len(solution)
        and list(solution) == sorted(solution)
        and all(used[item] == problem.multiplicity.get(item, 1) for item in problem.items)
        and all(used[item] <= 1 for item in problem.secondary)
    )
