"""``gamecore generate``: the puzzles of the library, from the shell (P02, P05)."""

import json
import xml.etree.ElementTree as ElementTree

import pytest

from gamecore import polyfit

OWN = ("--pieces", 9, "--rows", 9, "--columns", 9)


def puzzle_of(document):
    return polyfit.Puzzle.from_json(document)


class TestPuzzles:
    @pytest.mark.parametrize("difficulty", ["easy", "normal", "hard", "extreme"])
    @pytest.mark.parametrize("number", [1, 4])
    def test_p02_it_is_the_library_s_puzzle(self, gamecore, difficulty, number):
        done = gamecore(
            "generate", "--difficulty", difficulty, "--seed", "s", "--round", number, "--rounds", 4, "--json"
        )
        assert (done.status, done.err) == (0, "")
        (document,) = done.lines
        assert document["round"] == number
        assert puzzle_of(document) == polyfit.generate(difficulty, "s", round=number, rounds=4)

    def test_the_defaults_are_the_library_s(self, gamecore):
        (document,) = gamecore("generate", "--seed", "s", "--json").lines
        assert set(document) == {"region", "pieces"}
        assert puzzle_of(document) == polyfit.generate(seed="s")

    def test_a_random_seed_is_told_and_makes_the_same_again(self, gamecore):
        first, second = (gamecore("generate", "--json") for _ in range(2))
        assert first.status == second.status == 0
        assert first.out != second.out
        word, _, seed = first.err.strip().partition(": ")
        assert word == "seed"
        assert gamecore("generate", "--seed", seed, "--json").out == first.out

    @pytest.mark.parametrize("seed", ["", "0", "-1", "ä 🎲", "\udc80", "a\nb", "--match", "x" * 1000])
    def test_any_text_is_a_seed(self, gamecore, seed):
        (document,) = gamecore("generate", f"--seed={seed}", "--json").lines
        assert puzzle_of(document) == polyfit.generate(seed=seed)
        done = gamecore("generate", f"--seed={seed}", "--count", 1, "--stats")
        assert json.loads(done.err)["seed"] == f"{seed}/1"
        assert done.out.splitlines()[0].startswith("seed ")

    @pytest.mark.parametrize("own", [(), OWN])
    def test_each_of_many_can_be_made_alone(self, gamecore, own):
        many = gamecore("generate", *own, "--seed", "s", "--count", 3, "--json")
        alone = [gamecore("generate", *own, "--seed", f"s/{number}", "--json").out for number in (1, 2, 3)]
        assert many.out == "".join(alone)
        assert len(set(alone)) == 3

    def test_a_match_is_all_its_rounds(self, gamecore):
        done = gamecore("generate", "--difficulty", "easy", "--seed", "s", "--match", "--rounds", 5, "--json")
        assert [document["round"] for document in done.lines] == [1, 2, 3, 4, 5]
        assert [puzzle_of(document) for document in done.lines] == [
            polyfit.generate("easy", "s", round=number, rounds=5) for number in range(1, 6)
        ]


class TestOwnMeasure:
    def test_pieces_and_limits(self, gamecore):
        for document in gamecore("generate", *OWN, "--seed", "s", "--count", 10, "--json").lines:
            puzzle = puzzle_of(document)
            assert len(puzzle.pieces) == 9
            assert puzzle.board.height <= 9
            assert puzzle.board.width <= 9

    def test_mix(self, gamecore):
        documents = gamecore("generate", *OWN, "--mix", "F5=3, T4", "--seed", "s", "--count", 20, "--json").lines
        names = [piece["name"] for document in documents for piece in document["pieces"]]
        assert set(names) == {"F5", "T4"}
        assert names.count("F5") > names.count("T4")

    def test_at_least(self, gamecore):
        arguments = (*OWN, "--mix", "F5=1000,T4,I3", "--at-least", 2, "--seed", "s", "--count", 5, "--json")
        for document in gamecore("generate", *arguments).lines:
            names = [piece["name"] for piece in document["pieces"]]
            assert min(map(names.count, ("F5", "T4", "I3"))) >= 2

    def test_holes_and_raggedness_count(self, gamecore):
        def holes(*options):
            done = gamecore(
                "generate",
                "--pieces",
                24,
                "--rows",
                20,
                "--columns",
                20,
                *options,
                "--seed",
                "s",
                "--count",
                20,
                "--json",
            )
            return sum(len(puzzle_of(document).board.holes) for document in done.lines)

        assert holes("--holes", 0) == 0 < holes("--holes", 100, "--raggedness", 80)

    def test_at_least_by_shape(self, gamecore):
        done = gamecore("generate", "--pieces", 9, "--at-least", "F5=4,I1", "--seed", "s", "--json")
        names = [piece["name"] for piece in done.lines[0]["pieces"]]
        assert (names.count("F5") >= 4, names.count("I1")) == (True, 1)

    @pytest.mark.parametrize("pieces", [1, 2, 12, 100])
    @pytest.mark.parametrize("sides", [(), ("--rows", 12), ("--columns", 14)])
    def test_what_is_not_said_leaves_room(self, gamecore, pieces, sides):
        done = gamecore("generate", "--pieces", pieces, *sides, "--seed", "s", "--count", 3, "--json", "--stats")
        assert (done.status, len(done.lines)) == (0, 3)
        if sides:
            stats = [json.loads(line) for line in done.err.splitlines()]
            assert max(line[sides[0].removeprefix("--")] for line in stats) <= sides[1]

    def test_a_seed_that_fails_does_not_keep_others_back(self, gamecore):
        # A seed succeeds if one of its few attempts draws the one shape that fits.
        measure = ("--pieces", 1, "--rows", 3, "--columns", 1, "--mix", "X5=12,I3")
        done = gamecore("generate", *measure, "--seed", "s", "--count", 40, "--json")
        failed = done.err.splitlines()
        assert 0 < len(failed) < 40
        assert all(line.startswith("gamecore: seed s/") for line in failed)
        assert (done.status, len(done.lines)) == (2, 40 - len(failed))

    def test_a_measure_that_cannot_be_met(self, gamecore):
        done = gamecore("generate", "--pieces", 50, "--rows", 3, "--columns", 3, "--seed", "s", "--json")
        assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)


class TestOutput:
    def test_it_draws_in_the_terminal(self, gamecore, folder):
        done = gamecore("generate", "--seed", "s")
        assert (done.status, done.err) == (0, "")
        assert done.out == gamecore("render", given=polyfit.generate(seed="s").to_dict()).out

    def test_many_are_drawn_with_their_seeds(self, gamecore):
        done = gamecore("generate", "--seed", "s", "--count", 2)
        assert [line for line in done.out.splitlines() if line.endswith(":")] == ["seed s/1:", "seed s/2:"]

    def test_svg(self, gamecore, folder):
        path = folder.path / "puzzle.svg"
        assert gamecore("generate", "--seed", "s", "--svg", path).out == ""
        assert path.read_text() == polyfit.generate(seed="s").svg()
        assert gamecore("generate", "--seed", "s", "--svg", "-").out == path.read_text() + "\n"

    @pytest.mark.parametrize(
        ("options", "names"),
        [
            (("--count", 10), ["puzzle-01.svg", "puzzle-10.svg"]),
            (("--match", "--rounds", 3), ["round-1.svg", "round-3.svg"]),
        ],
    )
    def test_many_pictures_go_into_a_folder(self, gamecore, folder, options, names):
        pictures = folder.path / "deep" / "pictures"
        done = gamecore("generate", "--seed", "s", *options, "--svg", pictures, "--json")
        assert len(done.lines) == len(list(pictures.iterdir())) == options[-1]
        for name in names:
            assert ElementTree.parse(pictures / name).getroot().tag.endswith("svg")

    def test_stats(self, gamecore):
        done = gamecore("generate", "--seed", "s", "--round", 2, "--json", "--stats")
        puzzle = puzzle_of(done.lines[0])
        stats = json.loads(done.err)
        assert (stats["seed"], stats["round"], stats["pieces"]) == ("s", 2, len(puzzle.pieces))
        assert stats["difficulty"] == polyfit.difficulty(puzzle)
        assert stats["cells"] == sum(row.count("#") for row in puzzle.region)

    @pytest.mark.parametrize("options", [("--count", 3), ("--match",), ("--round", 2), (*OWN, "--count", 2)])
    def test_solve_and_render_read_it(self, gamecore, options):
        made = gamecore("generate", "--seed", "s", *options, "--json")
        moves = gamecore("solve", "--json", given=made.out).lines
        for document, move in zip(made.lines, moves, strict=True):
            parsed = polyfit.parse_move(move, 1000)
            assert parsed.round == document.get("round", 1)
            polyfit.validate(puzzle_of(document), parsed.placements)
        assert gamecore("render", "--gallery", "--svg", "-", given=made.out).out.count("<text") == len(moves)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--difficulty", "brutal"),
        ("--difficulty", ""),
        ("--round", 0),
        ("--round", 7),
        ("--round", "x"),
        ("--rounds", 2),
        ("--rounds", 10),
        ("--rounds", 10**30, "--match"),
        ("--rounds", -1, "--match"),
        ("--match", "--round", 1),
        ("--match", "--count", 2),
        ("--count", 0),
        ("--count", "1.5"),
        ("--rows", 5),
        ("--mix", "F5"),
        ("--holes", 5),
        (*OWN, "--match"),
        (*OWN, "--difficulty", "easy"),
        (*OWN, "--round", 1),
        (*OWN, "--rounds", 6),
        (*OWN, "--mix", ""),
        (*OWN, "--mix", "Q7"),
        (*OWN, "--mix", "F5=x"),
        (*OWN, "--mix", "F5=-1"),
        (*OWN, "--mix", "F5=0"),
        (*OWN, "--mix", "F5=²"),
        (*OWN, "--mix", "F5,F5"),
        (*OWN, "--mix", "F5=" + "9" * 5000),
        (*OWN, "--at-least", 5),
        (*OWN, "--at-least", -1),
        (*OWN, "--raggedness", 101),
        (*OWN, "--raggedness", -1),
        (*OWN, "--holes", 101),
        ("--pieces", 10**30),
        ("--pieces", 5, "--rows", 10**30),
        ("--pieces", 0),
        ("--svg", "/nowhere/x.svg"),
        ("--svg", "/dev/null/x", "--count", 2),
        ("--svg", "a\0b", "--count", 2),
        ("--svg", "-", "--count", 2),
        ("--svg", "-", "--json"),
        ("extra",),
    ],
    ids=lambda arguments: " ".join(map(str, arguments))[:60],
)
def test_bad_usage_is_one_line_and_status_2(gamecore, arguments):
    seed = () if "--seed" in arguments else ("--seed", "s")
    done = gamecore("generate", *seed, *arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("gamecore")
    assert done.err.count("\n") == 1
