"""Nothing hidden reaches a client: in worlds that a viewer cannot tell apart, not a byte that they are sent differs.

Two servers hold the same table. In the second, what the viewer cannot know is dealt again. Then the same is played at
both, as far as the viewer can see: others may make other secret moves. The viewer says the same to both. Whatever
comes over the wire must be the same: states, log, refusals, offers, hints not asked for, histories.
"""

from __future__ import annotations

import zlib
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

import ludex
from ludex.core.chance import chance_of, new_dice, secret_seed
from ludex.core.events import EVERYONE, new_log
from ludex.core.record import States
from ludex.table import rows as said
from ludex.table.rows import ClockRules, Made, SeatPlan
from ludex.table.state import SPECTATOR
from ludex.table.store import Header, MemoryStore
from ludex.table.tokens import hashed
from ludex.table.watch import HandWatch
from tests.table.house import ENTROPY, House, Line, make_house

pytestmark = pytest.mark.anyio

ID = "abcdefghijkm"
STEPS = 4
JUNK = (
    '"dance"',
    '"pass"',
    '"bid 3"',
    '"bid 99999"',
    '"seal 7"',
    '"play 2C"',
    '"end phase"',
    "{}",
    '"hammer"',
    '"A PAR H"',
)


class World:
    """One of the two servers."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.room = house.hall.rooms[ID]

    @property
    def table(self) -> Any:
        return self.room.state.table

    async def play(self, seat: int, packed: int) -> None:
        """Make a move, whoever it is."""
        await self.room.act(lambda state: [said.Moved(seat, packed)])

    def copy(self) -> States:
        found: States = self.table.record_in_full()
        return found

    def after(self, seat: int, packed: int, viewer: int) -> tuple[bytes, list[list[int]]]:
        """What a viewer would know after a move: the hidden state, and the events."""
        table, game = self.table, self.table.game
        states, log = self.copy(), new_log(game.max_events)
        number = len(table.played) + 1
        states["rng"][0] = np.frombuffer(chance_of(table._key, number, table.takes.get(number, 0)), "<u8")
        game.kernel.play(states, 0, seat, packed, log)
        states["rng"] = 0
        game.kernel.hide(states, 0, viewer)
        told = [
            [r[0], *r[2:]]
            for r in log[1 : log[0, 0] + 1].tolist()
            if r[1] == EVERYONE or (viewer >= 0 and r[1] >> viewer & 1)
        ]
        return states.tobytes(), told

    def redeal(self, viewer: int, seed: int) -> None:
        """Deal again what a viewer cannot know."""
        table = self.table
        states = self.copy()
        table.game.kernel.redeal(states, 0, viewer, new_dice(secret_seed(seed)))
        states["rng"] = 0
        table._set(states.tobytes())
        self.room.state.look()
        self.room.sights.forget()


async def make_world(game: str, seats: int, settings: dict[str, Any], played: list[tuple[int, int]]) -> World:
    """A server at which a table has come to a position."""
    watch = HandWatch()
    house = await make_house(MemoryStore(clock=watch.now), watch)
    found = ludex.game(game)
    full = msgspec.json.encode(found.read_settings(settings))
    clock = msgspec.json.encode(ClockRules(per_player=900.0, increment=2.0))
    header = Header(ID, game, None, full, seats, bytes(range(32)), clock, True, watch.now(), "")
    plans = tuple(SeatPlan("person", f"P{seat}", "", hashed(f"s{seat}")) for seat in range(seats))
    await house.hall.found(header, found, Made(found.version, plans), ())
    world = World(house)
    sat: list[said.Payload] = [said.Sat(seat, f"P{seat}", ENTROPY) for seat in range(seats)]
    await world.room.act(lambda state: sat)
    for seat, packed in played:
        await world.play(seat, packed)
    return world


def legal(world: World, seat: int) -> list[int]:
    """Moves that a seat may make: the ends of ranges, and something between."""
    rows = world.table.options(seat).rows
    return sorted({packed for first, last in rows for packed in (first, last, (first + last) // 2)})


def random_moves(game: str, seats: int, settings: dict[str, Any], count: int, dice: Random) -> list[tuple[int, int]]:
    """A beginning of a game."""
    entropy = [bytes.fromhex(ENTROPY)] * seats
    table = ludex.game(game).new(seats, seed=bytes(range(32)), entropy=entropy, **settings)
    played: list[tuple[int, int]] = []
    while len(played) < count and table.waiting:
        seat = dice.choice(table.waiting)
        rows = table.options(seat).rows
        first, last = dice.choice(rows)
        packed = dice.randint(first, min(last, first + 12))
        table.play_packed(seat, packed)
        played.append((seat, packed))
    return played


GAMES = [
    *((name, {}) for name in ludex.game_names() if name not in ("tictactoe",)),
    ("modern-art", {"closing": "hammer", "mystery": True}),
]


@pytest.mark.parametrize(("game", "settings"), GAMES, ids=[f"{g}{'+' if s else ''}" for g, s in GAMES])
async def test_redealing_what_a_viewer_cannot_know_changes_no_byte(game: str, settings: dict[str, Any]) -> None:
    dice = Random(zlib.crc32(game.encode()))
    found = ludex.game(game)
    seats = 3 if settings.get("mystery") else found.usual_seats if found.usual_seats <= 5 else found.seats[0]
    viewers = [SPECTATOR, *dice.sample(range(seats), min(2, seats))]
    compared = 0
    for viewer, length in zip(
        viewers, (dice.randrange(3, 9), dice.randrange(8, 30), dice.randrange(12, 60)), strict=False
    ):
        played = random_moves(game, seats, settings, length, dice)
        first, second = [await make_world(game, seats, settings, played) for _ in range(2)]
        second.redeal(viewer, length)
        compared += await compare(first, second, viewer, dice)
        for world in (first, second):
            await world.house.close()
    assert compared >= 4, f"only {compared} messages compared"


async def compare(first: World, second: World, viewer: int, dice: Random) -> int:
    """Play on at both servers as far as the viewer sees the same, and compare what they are sent."""
    token = None if viewer == SPECTATOR else f"{ID}.s{viewer}"
    lines = [
        [await world.house.line(ID, token, **{"as": form}) for form in ("page", "program")] for world in (first, second)
    ]
    for step in range(STEPS):
        await same(lines, first, second, f"step {step}")
        await wishes(lines, (first, second), viewer, dice)
        await same(lines, first, second, f"wishes after step {step}")
        move = common_move(first, second, viewer, dice)
        if move is None:
            break
        seat, ours, theirs = move
        for world, packed in ((first, ours), (second, theirs)):
            world.house.watch.turn(1.0)
            await world.play(seat, packed)
    await same(lines, first, second, "the end")
    for what in ("history", "frames/0", "position"):
        answers = [(await w.house.http.get(f"/api/tables/{ID}/{what}")).content for w in (first, second)]
        assert answers[0] == answers[1], what
    return sum(len(line.raw) for line in lines[0])


def common_move(first: World, second: World, viewer: int, dice: Random) -> tuple[int, int, int] | None:
    """Moves for both worlds after which the viewer still cannot tell them apart: different ones if there are."""
    seats = [seat for seat in first.table.waiting if seat in second.table.waiting]
    dice.shuffle(seats)
    for seat in seats:
        ours, theirs = legal(first, seat), legal(second, seat)
        dice.shuffle(ours)
        for packed in ours[:6]:
            seen = first.after(seat, packed, viewer)
            others = [p for p in theirs[:40] if p != packed] if seat != viewer else []
            for other in [*others, packed]:
                if other in theirs and second.after(seat, other, viewer) == seen:
                    return seat, packed, other
    return None


async def wishes(lines: list[list[Line]], worlds: tuple[World, World], viewer: int, dice: Random) -> None:
    """Say the same to both, one after the other: junk, moves out of turn, stale answers, talk, and taking back."""
    number = worlds[0].room.state.counts[viewer]
    said_first = [f'{{"type":"move","move":{text},"number":{number},"id":"j"}}' for text in dice.sample(JUNK, 2)]
    said_first += [f'{{"type":"move","move":"pass","number":{number + 1}}}', f'{{"type":"say","text":"move {number}"}}']
    said_then = ['{"type":"hint"}', '{"type":"offer","what":"pause"}']
    if dice.random() < 0.25:
        said_then += ['{"type":"undo"}']
    for world, (first, second) in zip(worlds, lines, strict=True):
        for line, messages in ((first, said_first), (second, said_then)):
            for message in messages:
                line.send(message)
                await world.house.quiet()


async def same(lines: list[list[Line]], first: World, second: World, where: str) -> None:
    """What came over the wires is the same."""
    for world in (first, second):
        await world.house.quiet()
    for ours, theirs in zip(*lines, strict=True):
        await ours.drain()
        await theirs.drain()
        for mine, other in zip(ours.raw, theirs.raw, strict=False):
            assert mine == other, where
        assert len(ours.raw) == len(theirs.raw), where


async def test_not_even_asking_for_an_undo_tells_whether_others_have_answered() -> None:
    """Ann orders; in one world Bob orders in secret after her, in the other he does not; then Ann takes back."""
    game, seats = "diplomacy-lagoon", ludex.game("diplomacy-lagoon").seats[0]
    worlds = [await make_world(game, seats, {}, []) for _ in range(2)]
    lines = [await world.house.line(ID, f"{ID}.s0") for world in worlds]
    for world, line in zip(worlds, lines, strict=True):
        await line.state()
        await world.play(0, legal(world, 0)[0])
    await worlds[1].play(1, legal(worlds[1], 1)[0])
    for world, line in zip(worlds, lines, strict=True):
        line.say("undo")
        await line.hear("done")
        await world.house.quiet()
        await line.drain()
    assert lines[0].raw == lines[1].raw
    assert worlds[1].room.state.movers == [1], "what the other has ordered stands"
    for world in worlds:
        await world.house.close()


def test_the_redeal_of_this_test_changes_something() -> None:
    """Else the test above would show nothing."""
    table = ludex.game("spades").new(4, seed=1)
    states = table.record_in_full()
    table.game.kernel.redeal(states, 0, 0, new_dice(secret_seed(5)))
    assert not np.array_equal(states["hand"], table.record_in_full()["hand"])
