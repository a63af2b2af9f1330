"""C31, C32, C34 to C36, C40: who sees what."""

import json
from itertools import pairwise
from math import cos, dist, hypot, radians, sin

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamecore.cutting.constraints import FixedAngle, FixedPoint
from gamecore.cutting.learning import Observations
from gamecore.cutting.moves import Estimate
from gamecore.cutting.outlines import counted, new_edges
from gamecore.cutting.state import State
from gamecore.errors import ClockError, IllegalMove, MalformedMove
from gamecore.geometry import RIM, Circle, Edge, Region, centre_of, radius_of

from .playing import LINES, MODES, SEED, VARIANTS, aimed, answered, begin, cut, others, perfect, right, walk, wrong

everywhere = pytest.mark.parametrize(("mode", "variant"), [(mode, variant) for mode in MODES for variant in VARIANTS])
replace = msgspec.structs.replace
POINTERS = (None, (0.0, 0.0), (0.6, -0.5), (1.1, 1.1), (-0.9, 0.2), (5.0, 0.0))
VIEWERS = (None, 0, 1, 2)


def views(state, at_ms=None, pointers=(None, (0.3, 0.1))):
    return [state.view_json(viewer, at_ms, pointer) for viewer in (None, 0, 1, 2) for pointer in pointers]


def vertices(board):
    """Every point that a board tells."""
    for areas in (board["shape"], board.get("selected", [])):
        for area in areas:
            for loop in (area["outer"], *area["holes"]):
                yield from ((x, y) for x, y, _, _ in loop)
    for paths in (board.get("supports", []), board.get("cut", []), board.get("highlight", [])):
        for path in paths:
            yield from ((x, y) for x, y, _, _ in path)
    yield from map(tuple, board.get("fixed", []))
    if "point" in board:
        yield tuple(board["point"])


class TestShape:
    @everywhere
    def test_views_are_plain_data_with_the_time_and_without_the_seed(self, mode, variant):
        for visibility in ("full", "spotlight"):
            for state in walk(begin(2, 1, mode=mode, variant=variant, visibility=visibility, rounds=4), 3):
                for viewer in VIEWERS:
                    for pointer in POINTERS:
                        view = state.view(viewer, state.at_ms + 5, pointer)
                        assert set(view) == {"body", "match"}
                        assert view["match"] == {"environment": {"t_ms": state.at_ms + 5}}
                        assert json.loads(json.dumps(view, allow_nan=False)) == view
                        assert (SEED in json.dumps(view)) == (state.result is not None)
                        assert view["body"]["commitment"] == state.commitment

    def test_bad_calls_are_refused(self):
        state = begin(3, at_ms=50, visibility="spotlight")
        for viewer in (3, -1, True, 0.0, "0"):
            with pytest.raises(IllegalMove, match="unknown_seat"):
                state.view(viewer)
        for at_ms in (49, True, 1.0, "x", 2**60):
            with pytest.raises(ClockError):
                state.view(0, at_ms)
        for pointer in ((1,), "ab", (1, "2"), 5, (True, 1), {"x": 1}, (10**400, 0)):
            with pytest.raises(MalformedMove) as caught:
                state.view(0, None, pointer)
            assert caught.value.path.startswith("$.pointer")
        assert "board" not in state.view(0, None, (float("nan"), 0.0))["body"]

    def test_who_is_on_move_is_told_to_that_player(self):
        for state in (begin(3), cut(begin(3))):
            for viewer in VIEWERS:
                told = state.view(viewer)["body"].get("on_move", False)
                assert told is (viewer is not None and state.on_move(viewer))

    def test_a_complete_board_is_what_a_preview_needs(self):
        state = cut(begin(3, variant="perimeter"))
        board = state.view(0)["body"]["board"]
        assert Region.from_json(board["shape"][0]) == state.shape
        assert Region.from_json(board["selected"][0]) == state.chosen.region
        assert board["constraint"]["mode"] == "line_fixed_point"
        assert board["part"] == state.chosen.part
        assert tuple(board["point"]) == state.chosen.point


class TestSecrets:
    @everywhere
    @pytest.mark.parametrize("visibility", ["full", "spotlight"])
    def test_c40_hidden_answers_change_no_other_viewers_bytes(self, mode, variant, visibility):
        state = cut(begin(3, mode=mode, variant=variant, visibility=visibility))
        one, other = others(state)
        before = state.advance(9)
        more, less = (state.apply(one, Estimate(1, given_answer), 9) for given_answer in ("more", "less"))
        for pointer in ((0.0, 0.0), None):
            for viewer in (None, state.cutter, other):
                seen = before.view_json(viewer, 10, pointer)
                assert more.view_json(viewer, 10, pointer) == less.view_json(viewer, 10, pointer) == seen
        assert more.view(one)["body"]["estimate"] == "more"
        assert less.view(one)["body"]["estimate"] == "less"

    @everywhere
    @pytest.mark.parametrize("visibility", ["full", "spotlight"])
    def test_c40_the_share_changes_no_bytes_before_the_settlement(self, mode, variant, visibility):
        state = cut(begin(3, mode=mode, variant=variant, visibility=visibility))
        other = replace(state, chosen=replace(state.chosen, share=state.chosen.share / 2))
        assert views(state) == views(other)
        share = json.dumps(state.chosen.share)
        assert not any(share.encode() in view for view in views(state))
        done = answered(state)
        closed = done.view(None)["body"]["history"][0]
        assert closed["share"] == state.chosen.share
        assert set(closed["answers"]) == {None, right(state)}

    def test_c40_all_is_revealed_together(self):
        state = cut(begin(3))
        one, other = others(state)
        half = state.apply(one, Estimate(1, right(state)), 5)
        assert half.view(other)["body"]["history"] == []
        assert half.view(other)["body"]["scores"] == [0, 0, 0]
        done = half.apply(other, Estimate(1, wrong(state)), 6).view(None)["body"]
        assert done["history"][0]["answers"][one] == right(state)
        assert done["scores"] == done["history"][0]["totals"]

    def test_what_bots_have_learned_is_not_told(self):
        state = begin(2, 1)
        seen = Observations((20.0,), (1.0,))
        other = replace(state, learners=(None, None, state.learners[2].after(seen)))
        assert views(state) == views(other)
        assert b"learner" not in state.view_json(0)


class TestSpotlight:
    @everywhere
    def test_c34_only_what_lies_in_the_disc_is_told(self, mode, variant):
        for state in walk(begin(2, 1, mode=mode, variant=variant, visibility="spotlight", rounds=5), 8):
            for viewer in VIEWERS:
                for pointer in POINTERS:
                    body = state.view(viewer, None, pointer)["body"]
                    if state.result is not None:
                        assert body["board"]["constraint"]["mode"] == mode
                        continue
                    if pointer is None or pointer == (5.0, 0.0):
                        assert "board" not in body
                        continue
                    board = body["board"]
                    assert not {"constraint", "part"} & set(board)
                    for point in vertices(board):
                        assert dist(point, pointer) <= 0.44 + 2e-6
                    for area in board["shape"]:
                        assert all(tag in (0, RIM) for loop in (area["outer"], *area["holes"]) for *_, tag in loop)

    @pytest.mark.parametrize("mode", MODES)
    @settings(max_examples=30)
    @given(x=st.floats(-1.1, 1.1), y=st.floats(-1.1, 1.1), width=st.sampled_from([2.2, 3.0]))
    def test_c34_the_disc_shows_the_shapes_area_and_true_arcs(self, mode, x, y, width):
        state = cut(begin(3, mode=mode, visibility="spotlight", width=width))
        board = state.view(0, None, (x, y))["body"]["board"]
        for seen, whole in ((board["shape"], state.shape), (board.get("selected", []), state.chosen.region)):
            area = sum(Region.from_json(piece).area for piece in seen)
            assert area == pytest.approx(sum(piece.area for piece in whole.clip(Circle((x, y), 0.44))), abs=2e-5)
            for piece in seen:
                for edge, end in Region.from_json(piece).edges():
                    if edge.tag == RIM and hypot(edge.x - end[0], edge.y - end[1]) > 0.01:
                        assert radius_of(edge, end) == pytest.approx(0.44, abs=1e-2)
                        assert centre_of(edge, end) == pytest.approx((x, y), abs=1e-2)

    @settings(max_examples=60)
    @given(st.floats(-0.7, 0.7), st.floats(-0.7, 0.7), st.integers(0, 7), st.floats(0.3, 3), st.integers(0, 3))
    def test_c34_geometry_outside_the_disc_changes_no_byte(self, x, y, which, stretch, turn):
        """A square with its corners moved along their edges, out of sight, and begun elsewhere."""
        state = begin(3, visibility="spotlight", mode="line_fixed_point")
        square = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
        spiked = [*square]
        corner = which % 4
        if dist(square[corner], (x, y)) < 0.45 or dist(state.constraint.point, (x, y)) < 0.45:
            return
        # cut the corner off, or draw it out: the parts of its two edges near the pointer stay
        cx, cy = square[corner]
        reach = 1e-3 * stretch
        before, after = square[corner - 1], square[(corner + 1) % 4]
        spiked[corner : corner + 1] = [
            (cx + reach * (before[0] - cx), cy + reach * (before[1] - cy)),
            (cx + reach * (after[0] - cx), cy + reach * (after[1] - cy)),
        ]
        one = replace(state, shape=Region(tuple(square)))
        other = replace(state, shape=Region(tuple(spiked[turn:] + spiked[:turn])), constraint=FixedPoint((1.09, 1.09)))
        if dist((1.09, 1.09), (x, y)) < 0.45:
            other = replace(other, constraint=state.constraint)
        for viewer in VIEWERS:
            assert one.view_json(viewer, 3, (x, y)) == other.view_json(viewer, 3, (x, y))

    def test_c34_where_a_loop_begins_changes_no_byte(self):
        state = begin(3, visibility="spotlight")
        strip = [(-1.0, -0.1), (1.0, -0.1), (1.0, 0.1), (-1.0, 0.1)]
        seen = {
            replace(state, shape=Region(tuple(strip[turn:] + strip[:turn]))).view_json(0, 3, (0.0, 0.01))
            for turn in range(4)
        }
        assert len(seen) == 1

    def test_c34_without_a_pointer_the_whole_board_may_be_another(self):
        for mode in MODES:
            state = begin(3, visibility="spotlight", mode=mode)
            other = replace(begin(3, visibility="spotlight", mode=mode, seed="another"), cutter=state.cutter)
            other = replace(other, turns=state.turns, seed=state.seed)
            assert other.shape != state.shape or mode.startswith("circle")
            assert views(state, 5, [None]) == views(other, 5, [None])

    def test_c34_a_finished_game_shows_everything(self):
        for reason in ("administrator", "rounds"):
            state = cut(begin(3, visibility="spotlight", rounds=1))
            over = state.end(5) if reason == "administrator" else answered(state)
            assert over.result.reason == reason
            full = replace(over, settings=over.settings.replace(visibility="full"))
            assert over.view(None)["body"]["board"] == full.view(0)["body"]["board"]
            assert Region.from_json(over.view(1)["body"]["board"]["shape"][0]) == state.shape

    def test_c34_the_radius_is_a_fifth_of_the_shorter_side(self):
        state = begin(3, visibility="spotlight", width=4.0, height=3.0, mode="circle_fixed_centre")
        [area] = state.view(0, None, (0.0, 0.0))["body"]["board"]["shape"]
        assert Region.from_json(area).area == pytest.approx(3.141592653589793 * 0.6**2, abs=1e-5)

    def test_c31_past_perfect_cuts_are_complete_under_spotlight(self):
        state = begin(3, visibility="spotlight")
        after = perfect(state, 5)
        for viewer in VIEWERS:
            for pointer in POINTERS:
                [album] = after.view(viewer, None, pointer)["body"]["perfect_cuts"]
                assert Region.from_json(album["shape"]) == state.shape


class TestHighlights:
    @pytest.mark.parametrize("mode", MODES)
    def test_c35_the_counted_boundary_is_highlighted_in_the_perimeter_variant_only(self, mode):
        assert "highlight" not in cut(begin(3, mode=mode)).view(0)["body"]["board"]
        state = begin(3, mode=mode, variant="perimeter")
        assert "highlight" not in state.view(0)["body"]["board"]
        state = cut(state)
        paths = state.view(None)["body"]["board"]["highlight"]
        length = 0.0
        for path in paths:
            edges = [Edge(*edge) for edge in path]
            for edge, end in pairwise(edges):
                chord = hypot(end.x - edge.x, end.y - edge.y)
                loop = Region((edge, Edge(end.x, end.y))).boundary_length - chord if edge.bulge else chord
                length += loop
        assert 100 * length / state.shape.boundary_length == pytest.approx(state.chosen.share, abs=1e-7)

    def test_c35_stretches_are_joined_and_new_edges_told_once(self):
        square = Region(((-1, -1), (1, -1), (1, 1), (-1, 1)))
        state = replace(begin(3, mode="line_fixed_angle"), shape=square, constraint=FixedAngle(90.0))
        state = state.apply(state.cutter, {"round": 1, "point": [0.5, 0.0], "part": 0}, 0)
        [path] = counted(state.chosen.region)
        corners = [(round(edge.x, 9), edge.y) for edge in path]
        assert corners == [(0.5, 1), (-1, 1), (-1, -1), (0.5, -1)]
        [[start, end]] = state.chosen.lines
        assert {(round(start.x, 9), start.y), (round(end.x, 9), end.y)} == {(0.5, 1), (0.5, -1)}
        assert new_edges([square]) == ()
        assert counted(square) == ((*square.outer, square.outer[0]),)

    def test_c36_all_but_the_cutter_see_two_support_lines_while_cutting(self):
        for number in range(20):
            state = begin(3, mode="line_fixed_angle", seed=f"{number}")
            turn = radians(state.constraint.degrees)
            normal = -sin(turn), cos(turn)
            heights = [normal[0] * x + normal[1] * y for x, y in state.shape.vertices]
            for viewer in VIEWERS:
                lines = state.view(viewer)["body"]["board"].get("supports", [])
                if viewer == state.cutter:
                    assert lines == []
                    continue
                for line, extreme in zip(lines, (min(heights), max(heights)), strict=True):
                    assert len(line) == 2
                    for x, y, bulge, _ in line:
                        assert bulge == 0
                        assert normal[0] * x + normal[1] * y == pytest.approx(extreme, abs=1e-12)
                        assert max(abs(x), abs(y)) == pytest.approx(1.1, abs=1e-9)
            assert "supports" not in cut(state).view(None)["body"]["board"]

    @pytest.mark.parametrize("mode", [mode for mode in MODES if mode != "line_fixed_angle"])
    def test_c36_other_modes_have_none(self, mode):
        assert "supports" not in begin(3, mode=mode).view(None)["body"]["board"]

    def test_c36_spotlight_clips_them(self):
        state = begin(3, mode="line_fixed_angle", visibility="spotlight")
        viewer = others(state)[0]
        dark = state.view(viewer, None, (0.0, 0.0))["body"]["board"]
        lit = state.view(viewer, None, state.shape.vertices[0])["body"]["board"]
        for board in (dark, lit):
            for path in board.get("supports", []):
                assert len(path) == 2
        turn = radians(state.constraint.degrees)
        extreme = min(state.shape.vertices, key=lambda vertex: cos(turn) * vertex[1] - sin(turn) * vertex[0])
        assert len(state.view(viewer, None, extreme)["body"]["board"]["supports"]) >= 1


class TestPerfectCuts:
    @everywhere
    def test_c31_the_album_has_the_shape_the_cut_the_part_the_shares_the_round_and_the_name(self, mode, variant):
        state = begin(2, mode=mode, variant=variant, rounds=8)
        made = []
        while state.result is None:
            before = state
            state = answered(cut(state, 0.0, at_ms=state.at_ms + 10))
            if state.history[-1].kind == "perfect":
                made.append((before, aimed(before)))
        album = state.view(None)["body"]["perfect_cuts"]
        assert len(album) == len(made) > 0
        for page, (before, move) in zip(album, made, strict=True):
            assert Region.from_json(page["shape"]) == before.shape
            assert (page["round"], page["cutter"], page["target"]) == (before.round, before.cutter, before.target)
            assert page["name"] == before.players[before.cutter].name
            assert page["share"] == pytest.approx(before.target, abs=1)
            assert tuple(page["point"]) == move.point
            selected = Region.from_json(page["selected"])
            if variant == "area":
                assert 100 * selected.area / before.shape.area == pytest.approx(page["share"])
            else:
                assert 100 * selected.inherited_length / before.shape.boundary_length == pytest.approx(page["share"])
            assert page["cut"]
        assert [page["round"] for page in album] == sorted(page["round"] for page in album)

    def test_c32_the_celebration_lasts_two_seconds_and_a_refresh_shows_the_rest(self):
        state = perfect(begin(3), 100)
        assert state.phase == "cutting"  # it blocks nothing
        name = state.players[state.history[0].cutter].name
        for at_ms, left in ((100, 2_000), (101, 1_999), (2_099, 1)):
            for viewer in VIEWERS:
                shown = state.view(viewer, at_ms)["body"]["celebration"]
                assert shown == {"round": 1, "cutter": state.history[0].cutter, "name": name, "remaining_ms": left}
        assert "celebration" not in state.view(0, 2_100)["body"]
        later = cut(state, at_ms=500)
        assert later.view(0)["body"]["celebration"]["remaining_ms"] == 1_600
        assert answered(later).view(0)["body"]["celebration"]["remaining_ms"] == 1_600
        again = perfect(state, 600)
        assert again.view(0)["body"]["celebration"]["round"] == 2

    def test_c32_spotlight_and_the_end_do_not_end_it(self):
        state = perfect(begin(3, visibility="spotlight", rounds=1), 100)
        assert state.result is not None
        assert state.view(None, 600)["body"]["celebration"]["remaining_ms"] == 1_500

    def test_c32_other_cuts_are_not_celebrated(self):
        assert "celebration" not in answered(cut(begin(3))).view(0)["body"]

    @pytest.mark.parametrize("mode", LINES)
    def test_c31_saved_albums_are_equal(self, mode):
        state = perfect(begin(3, mode=mode), 5)
        assert State.from_json(state.to_json()).view_json(0) == state.view_json(0)
