"""The waiting room (C02, C03, C04)."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from gamecore.cutting.players import BotSettings, Player
from gamecore.cutting.room import Room
from gamecore.cutting.settings import Settings
from gamecore.cutting.state import State
from gamecore.errors import IllegalMove, InvalidSettings

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)
ADA, BEN, CLEO = (Player.human(name) for name in ("ada", "ben", "cleo"))


def refused(reason):
    return pytest.raises(IllegalMove, match=f"^{reason}")


@pytest.fixture
def room():
    """Ada is host, Ben has come and is not ready."""
    return Room.new(ADA).join(BEN)


class TestWhoIsHere:
    def test_c03_the_creator_is_alone_host_and_ready_and_may_start(self):
        room = Room.new(ADA)
        assert (room.players, room.host, room.ready, room.may_start) == ((ADA,), "ada", ("ada",), True)
        assert (room.settings, room.registered, room.max_bots) == (Settings(), True, 8)

    def test_c03_any_number_may_join_and_all_must_be_ready(self):
        room = Room.new(ADA)
        for number in range(200):
            room = room.join(Player.human(f"p{number}"))
        assert not room.may_start
        with refused("not_ready"):
            room.start("ada", "seed", 0)
        for number in range(200):
            room = room.set_ready(f"p{number}")
        assert room.may_start
        assert not room.set_ready("p7", False).may_start

    def test_c03_the_room_before_stays_as_it_was(self, room):
        before = room.to_json()
        room.set_ready("ben")
        room.add_bot("ada")
        room.leave("ada")
        room.change("ada", rounds=5)
        assert room.to_json() == before

    def test_c03_nobody_comes_twice_and_bots_do_not_come_by_themselves(self, room):
        with refused("already_in_room"):
            room.join(Player.human("ben", "Benjamin"))
        with refused("not_a_human"):
            room.join(Player.robot(1))

    def test_c03_a_guest_room_cannot_be_joined(self):
        with refused("guest_room"):
            Room.new(ADA, registered=False).join(BEN)

    def test_c03_strangers_can_neither_leave_nor_be_ready(self, room):
        with refused("unknown_player"):
            room.leave("cleo")
        with refused("unknown_player"):
            room.set_ready("cleo")
        with refused("unknown_player"):
            room.add_bot("ada").set_ready("bot-1")

    def test_c03_when_the_host_leaves_the_longest_present_human_is_host(self, room):
        room = room.add_bot("ada").join(CLEO)
        assert room.leave("ben").host == "ada"
        assert room.leave("ada").host == "ben"
        assert room.leave("ada").leave("ben").host == "cleo"
        assert room.leave("ada").join(ADA).leave("ben").host == "cleo"  # coming back is coming anew
        assert room.leave("ada").leave("ben").leave("cleo") is None

    def test_c03_a_recreated_room_has_only_its_ready_host(self, room):
        room = room.add_bot("ada").set_ready("ben").leave("ada").change("ben", rounds=7).again()
        assert (room.players, room.host, room.ready, room.settings.rounds) == ((BEN,), "ben", ("ben",), 7)


class TestStart:
    def test_c03_the_game_has_the_rooms_players_settings_and_kind(self, room):
        room = room.add_bot("ada", "fixed", 3).set_ready("ben").change("ada", rounds=7)
        state = room.start("ada", "seed", 5_000)
        assert state == State.new(room.settings, room.players, seed="seed", at_ms=5_000, registered=True)
        assert [player.id for player in state.players] == ["ada", "ben", "bot-1"]

    def test_c03_the_host_may_start_alone_and_guests_play_unrated(self):
        assert len(Room.new(ADA).start("ada", "seed", 0).players) == 1
        state = Room.new(ADA, registered=False).add_bot("ada").change("ada", rounds=1).start("ada", "seed", 0)
        assert state.advance(30_000).result.rated is False
        registered = Room.new(ADA).add_bot("ada").change("ada", rounds=1).start("ada", "seed", 0)
        assert registered.advance(30_000).result.rated is True


class TestSettings:
    def test_c02_choosing_an_end_condition_activates_it_and_the_others_keep_their_values(self, room):
        room = room.change("ada", rounds=25).change("ada", minutes=45).change("ada", points=300)
        assert room.settings.ends == "points"
        assert (room.settings.rounds, room.settings.minutes, room.settings.points) == (25, 45, 300)
        assert room.settings.shown() == {"rounds": None, "minutes": None, "points": 300}
        assert room.change("ada", ends="rounds").settings.shown() == {"rounds": 25, "minutes": None, "points": None}

    def test_c02_two_end_conditions_at_once_need_a_word_which_counts(self, room):
        with pytest.raises(InvalidSettings, match="ends"):
            room.change("ada", rounds=5, points=10)
        assert room.change("ada", rounds=5, points=10, ends="rounds").settings.ends == "rounds"

    def test_c02_settings_as_a_whole(self, room):
        settings = Settings(ends="minutes", minutes=3, variant="perimeter")
        assert room.change("ada", settings).settings == settings

    @pytest.mark.parametrize("fields", [{"rounds": 0}, {"minutes": 101}, {"colour": "red"}, {"mode": "zigzag"}])
    def test_c01_a_wrong_setting_is_named(self, room, fields):
        with pytest.raises(InvalidSettings):
            room.change("ada", **fields)

    def test_c03_changing_settings_leaves_the_ready_ready(self, room):
        assert room.set_ready("ben").change("ada", rounds=5).may_start


class TestHostOnly:
    @pytest.mark.parametrize("by", ["ben", "cleo", "bot-1", "", None])
    def test_c03_only_the_host_changes_adds_removes_and_starts(self, room, by):
        room = room.set_ready("ben").add_bot("ada")
        for action in (
            lambda: room.change(by, rounds=5),
            lambda: room.add_bot(by),
            lambda: room.change_bot(by, "bot-1", "fixed"),
            lambda: room.remove_bot(by, "bot-1"),
            lambda: room.start(by, "seed", 0),
        ):
            with refused("not_host"):
                action()


class TestBots:
    def test_c04_adaptive_unless_said_otherwise_each_with_its_own_settings(self, room):
        room = room.add_bot("ada").add_bot("ada", "fixed").add_bot("ada", "fixed", 0)
        assert [bot.name for bot in room.bots] == ["Bot 1", "Bot 2", "Bot 3"]
        assert [bot.bot for bot in room.bots] == [
            BotSettings("adaptive", 10),
            BotSettings("fixed", 10),
            BotSettings("fixed", 0),
        ]

    def test_c04_switching_the_mode_remembers_the_slider(self, room):
        room = room.add_bot("ada", "fixed", 17).add_bot("ada")
        room = room.change_bot("ada", "bot-1", "adaptive")
        assert room.bots[0].bot == BotSettings("adaptive", 17)
        room = room.change_bot("ada", "bot-1", "fixed")
        assert room.bots[0].bot == BotSettings("fixed", 17)
        room = room.change_bot("ada", "bot-1", tolerance=0)
        assert [bot.bot for bot in room.bots] == [BotSettings("fixed", 0), BotSettings()]
        with refused("unknown_player"):
            room.change_bot("ada", "bot-3", "fixed")
        with refused("unknown_player"):
            room.change_bot("ada", "ben", "fixed")
        with pytest.raises(InvalidSettings, match="mode"):
            room.change_bot("ada", "bot-1", "wild")

    @pytest.mark.parametrize("tolerance", [-1, 21, 1.5, True, "10", None])
    def test_c04_the_tolerance_is_0_to_20_in_steps_of_1(self, room, tolerance):
        with pytest.raises(InvalidSettings, match="tolerance"):
            room.add_bot("ada", "fixed", tolerance)

    def test_c04_at_most_eight_unless_the_server_says_otherwise(self, room):
        for _ in range(8):
            room = room.add_bot("ada")
        with refused("too_many_bots"):
            room.add_bot("ada")
        assert len(room.remove_bot("ada", "bot-3").add_bot("ada").bots) == 8
        with refused("too_many_bots"):
            Room.new(ADA, max_bots=0).add_bot("ada")

    def test_c04_a_removed_bots_number_is_free_again_the_others_keep_theirs(self, room):
        room = room.add_bot("ada").add_bot("ada").remove_bot("ada", "bot-1")
        assert [bot.name for bot in room.bots] == ["Bot 2"]
        assert [bot.name for bot in room.add_bot("ada").bots] == ["Bot 2", "Bot 1"]

    def test_c04_a_human_with_a_bots_id_is_no_bot(self):
        room = Room.new(Player.human("bot-1")).add_bot("bot-1")
        assert [player.id for player in room.players] == ["bot-1", "bot-2"]
        with refused("unknown_player"):
            room.remove_bot("bot-1", "bot-1")

    def test_c04_bots_need_not_be_ready_and_stay_when_humans_go(self, room):
        room = room.add_bot("ada").set_ready("ben")
        assert room.may_start
        assert [bot.id for bot in room.leave("ben").bots] == ["bot-1"]

    def test_c04_guests_may_add_bots(self):
        assert len(Room.new(ADA, registered=False).add_bot("ada").bots) == 1


class TestSaving:
    def test_c03_a_room_survives_json(self, room):
        room = room.add_bot("ada", "fixed", 3).change("ada", points=70)
        assert Room.from_json(room.to_json()) == room
        assert Room.from_json(room.to_json().encode()) == room
        assert hash(Room.from_json(room.to_json())) == hash(room)

    @pytest.mark.parametrize(
        "source",
        [
            "", "[]", "{}", "7", b"\xff", None, "[" * 100_000,
            '{"players":[],"host":"ada"}',
            '{"players":[{"id":"ada","name":"ada"}],"host":"ben"}',
            '{"players":[{"id":"ada","name":"ada"}],"host":"ada","ready":["ben"]}',
            '{"players":[{"id":"ada","name":"ada"},{"id":"ada","name":"a"}],"host":"ada"}',
            '{"players":[{"id":"ada","name":"ada"}],"host":"ada","settings":{"rounds":0}}',
            '{"players":[{"id":"ada","name":"ada"}],"host":"ada","max_bots":-1}',
            '{"players":[{"id":"b","name":"b","kind":"bot"}],"host":"b"}',
            '{"players":[{"id":"ada","name":"ada"}],"host":"ada","more":1}',
        ],
    )  # fmt: skip
    def test_c03_what_is_no_room_is_refused(self, source):
        with pytest.raises(InvalidSettings):
            Room.from_json(source)

    @given(st.data())
    def test_c03_a_room_with_anything_in_it_is_read_or_refused(self, data):
        saved = json.loads(Room.new(ADA).join(BEN).add_bot("ada").to_json())
        place = data.draw(st.sampled_from([saved, saved["players"][0], saved["players"][2], saved["settings"]]))
        key = data.draw(st.sampled_from([*place, "other"]))
        place[key] = data.draw(JSON)
        with suppress(InvalidSettings):
            room = Room.from_json(saved)
            assert Room.from_json(room.to_json()) == room

    def test_c03_a_bot_creates_no_room(self):
        with pytest.raises(InvalidSettings, match="creator"):
            Room.new(Player.robot(1))


class Rooms(RuleBasedStateMachine):
    """A room beside a plain list of who is in it (C03, C04)."""

    def __init__(self):
        super().__init__()
        self.room = Room.new(ADA)
        self.inside = ["ada"]
        self.ready = {"ada"}
        self.bots = []

    @rule(name=st.sampled_from(["ada", "ben", "cleo", "dan"]))
    def come_or_go(self, name):
        if name in self.inside:
            left = self.room.leave(name)
            if len(self.inside) == 1:
                assert left is None
                return
            self.room = left
            self.inside.remove(name)
            self.ready.discard(name)
        else:
            self.room = self.room.join(Player.human(name))
            self.inside.append(name)

    @rule(name=st.sampled_from(["ada", "ben", "cleo", "dan"]), ready=st.booleans())
    def be_ready(self, name, ready):
        if name not in self.inside:
            with refused("unknown_player"):
                self.room.set_ready(name, ready)
            return
        self.room = self.room.set_ready(name, ready)
        (self.ready.add if ready else self.ready.discard)(name)

    @rule(number=st.integers(1, 9))
    def toggle_bot(self, number):
        host = self.room.host
        if number in self.bots:
            self.room = self.room.remove_bot(host, f"bot-{number}")
            self.bots.remove(number)
        elif len(self.bots) < 8:
            self.room = self.room.add_bot(host)
            self.bots.append(min(set(range(1, 10)) - set(self.bots)))

    @invariant()
    def agree(self):
        assert [human.id for human in self.room.humans] == self.inside
        assert set(self.room.ready) == self.ready
        assert self.room.may_start is (self.ready == set(self.inside))
        assert [bot.name for bot in self.room.bots] == [f"Bot {number}" for number in self.bots]
        assert self.room.host in self.inside
        assert Room.from_json(self.room.to_json()) == self.room

    def teardown(self):
        """The host is whoever of those here came first, or had it before."""
        while (room := self.room.leave(self.room.host)) is not None:
            self.inside.remove(self.room.host)
            assert room.host == self.inside[0]
            self.room = room


TestRooms = Rooms.TestCase
