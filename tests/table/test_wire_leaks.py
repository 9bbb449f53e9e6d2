"""Nothing hidden reaches a client: in worlds that a viewer cannot tell apart, not a byte that they are sent differs.

Two servers hold the same table. In the second, what the viewer cannot know is dealt again. Then the same is played at
both, as far as the viewer can see: others may make other secret moves. The viewer says the same to both. Whatever
comes over the wire must be the same: states, log, refusals, offers, hints not asked for, histories.
"""

from __future__ import annotations

import zlib
from collections.abc import Awaitable, Callable
from functools import partial
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

import ludex
from ludex.core.language.chance import chance_of, new_dice, secret_seed
from ludex.core.language.events import EVERYONE, new_log
from ludex.core.language.record import States
from ludex.table.room.clock import ManualClock
from ludex.table.room.rows import ClockRules, Made, Moved, Payload, Sat, SeatPlan, Undo
from ludex.table.room.state import SPECTATOR
from ludex.table.server.tokens import hashed
from ludex.table.store import Header, MemoryStore
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
        self.room = house.server.rooms[ID]

    @property
    def table(self) -> Any:
        return self.room.state.table

    async def play(self, seat: int, packed: int) -> None:
        """Make a move for any seat."""
        await self.room.act(lambda state: [Moved(seat, packed)])

    def copy(self) -> States:
        found: States = self.table.engine.record_in_full()
        return found

    def after(self, seat: int, packed: int, viewer: int) -> tuple[bytes, list[list[int]]]:
        """Return what a viewer would know after a move: the hidden state, and the events."""
        table, game = self.table, self.table.game
        states, log = self.copy(), new_log(game.max_events)
        number = len(table.played) + 1
        states["rng"][0] = np.frombuffer(chance_of(table.engine._key, number, table.engine.takes.get(number, 0)), "<u8")
        game.machine.kernel.play(states, 0, seat, packed, log)
        states["rng"] = 0
        game.machine.kernel.hide(states, 0, viewer)
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
        table.game.machine.kernel.redeal(states, 0, viewer, new_dice(secret_seed(seed)))
        states["rng"] = 0
        table.engine._set(states.tobytes())
        self.room.state.update_waiting()
        self.room.perspectives.forget()


async def make_world(
    game: str,
    seats: int,
    settings: dict[str, Any],
    played: list[tuple[int, int]],
    rules: ClockRules | None = None,
    undo: Undo = "rule",
) -> World:
    """A server at which a table has come to a position."""
    hand_clock = ManualClock()
    house = await make_house(MemoryStore(clock=hand_clock.now), hand_clock)
    found = ludex.game(game)
    full = msgspec.json.encode(found.read_settings(settings))
    clock = msgspec.json.encode(rules or ClockRules(per_player=900.0, increment=2.0))
    header = Header(ID, game, None, full, seats, bytes(range(32)), clock, True, hand_clock.now(), "")
    plans = tuple(SeatPlan("person", f"P{seat}", "", hashed(f"s{seat}")) for seat in range(seats))
    await house.server.found(header, found, Made(found.version, plans, undo), ())
    world = World(house)
    sat: list[Payload] = [Sat(seat, f"P{seat}", ENTROPY) for seat in range(seats)]
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
        table.engine.play_packed(seat, packed)
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
            world.house.clock.advance(1.0)
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
    """Assert that both worlds sent the same bytes."""
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
    assert list(worlds[1].room.state.movers) == [1], "what the other has ordered stands"
    for world in worlds:
        await world.house.close()


def test_the_redeal_of_this_test_changes_something() -> None:
    """Else the test above would show nothing."""
    table = ludex.game("spades").new(4, seed=1)
    states = table.engine.record_in_full()
    table.game.machine.kernel.redeal(states, 0, 0, new_dice(secret_seed(5)))
    assert not np.array_equal(states["hand"], table.engine.record_in_full()["hand"])


# --- taking back by consent

CLOCKS = {"per player": ClockRules(per_player=900.0, increment=2.0), "per move": ClockRules(per_move=300.0)}


async def order(world: World, seat: int) -> None:
    """Give an order."""
    await world.play(seat, world.table.options(seat).rows[0][0])


async def play_phase(world: World) -> None:
    """Give orders until all have given theirs, and all are asked for the next ones."""
    await order(world, 0)
    while world.table.waiting:
        await order(world, world.table.waiting[0])
        if world.table.waiting == (0, 1, 2):
            return


async def ask_back(
    world: World, secret: str, act: Callable[[World, int], Awaitable[None]] = order
) -> dict[int, list[bytes]]:
    """Let seat 0 take its move back by consent; seat 2 may act in secret. Return what every viewer was sent."""
    lines = {seat: await world.house.line(ID, f"{ID}.s{seat}" if seat >= 0 else None) for seat in (0, 1, 2, SPECTATOR)}

    async def seconds(when: str) -> None:
        world.house.clock.advance(3.0)
        if when == secret:
            await act(world, 2)
        await world.house.quiet()

    await seconds("before it is asked")
    await lines[0].answer("undo", ask=True)
    await seconds("while others think about it")
    offer = (await lines[1].state(lambda state: bool(state["offers"])))["offers"][0]["offer"]
    for seat in (1, 2):
        answered = await lines[seat].answer("answer", offer=offer, yes=True)
        assert answered["type"] == "done", answered
    for _ in range(3):
        world.house.clock.advance(7.0)
        for seat in (0, 1, SPECTATOR):
            headers = {} if seat == SPECTATOR else {"authorization": f"Bearer {ID}.s{seat}"}
            answer = await world.house.http.get(f"/api/tables/{ID}", headers=headers)
            lines[seat].raw.append(answer.content)
    for line in lines.values():
        await line.drain()
    return {seat: line.raw for seat, line in lines.items()}


SECRETS = ("never", "before it is asked", "while others think about it")


@pytest.mark.parametrize("clock", CLOCKS)
async def test_an_undo_by_consent_does_not_tell_whether_and_when_others_gave_orders(clock: str) -> None:
    sent, left = [], []
    for secret in SECRETS:
        world = await make_world("diplomacy-lagoon", 3, {}, [], CLOCKS[clock], "consent")
        await order(world, 0)
        found = await ask_back(world, secret)
        sent.append({seat: raw for seat, raw in found.items() if seat != 2})
        left.append(list(world.room.state.movers))
        await world.house.close()
    assert sent[0] == sent[1] == sent[2]
    assert left == [[], [2], [2]], "the order of seat 0 is taken back, and that of seat 2 stands"
    assert any(b"P0 takes back a move." in message for message in sent[0][SPECTATOR])


@pytest.mark.parametrize("clock", CLOCKS)
async def test_an_undo_of_an_earlier_phase_takes_back_what_followed_and_tells_no_number(clock: str) -> None:
    sent = []
    for secret in SECRETS:
        world = await make_world("diplomacy-lagoon", 3, {}, [], CLOCKS[clock], "consent")
        await play_phase(world)
        found = await ask_back(world, secret)
        assert 2 not in world.room.state.movers[-1:], "what followed is taken back"
        sent.append({seat: raw for seat, raw in found.items() if seat != 2})
        await world.house.close()
    assert sent[0] == sent[1] == sent[2]
    assert any(b"P0 takes back a move and all that followed." in message for message in sent[0][SPECTATOR])


async def bid(world: World, seat: int, amount: int) -> None:
    """Make a sealed bid."""
    await world.play(seat, world.table.game.moves.pack(world.table.read(seat, f"seal {amount}")))


async def hold_a_hidden_auction() -> World:
    """A Modern Art table at which all seats owe a sealed bid."""
    for seed in range(200):
        played = random_moves("modern-art", 3, {}, 1, Random(seed))
        world = await make_world("modern-art", 3, {}, played, CLOCKS["per player"], "consent")
        if world.table.check(0, "seal 0") is None:
            return world
        await world.house.close()
    raise AssertionError("no first card was a hidden auction")


@pytest.mark.parametrize("bidder", [0, 2])
async def test_an_undo_by_consent_does_not_tell_what_anybody_bid_in_secret(bidder: int) -> None:
    """That a seat has sealed a bid is public, and the undo of one takes back those that followed. No amount is sent."""
    sent = []
    for amount in (0, 7, 100):
        world = await hold_a_hidden_auction()
        await bid(world, 0, amount if bidder == 0 else 5)
        found = await ask_back(world, SECRETS[1], partial(bid, amount=amount if bidder == 2 else 6))
        sent.append({seat: raw for seat, raw in found.items() if seat != bidder})
        assert len(world.table.played) == 1, "both bids are taken back"
        assert world.table.waiting == (0, 1, 2)
        await world.house.close()
    assert sent[0] == sent[1] == sent[2]
    assert any(b"P0 takes back a move and all that followed." in message for message in sent[0][SPECTATOR])
