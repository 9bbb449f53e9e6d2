"""Mutate real positions and histories of a game, and play on from whatever is accepted.

This is a program, so that a crash or a hang affects only a separate process:

    python -m tests.fuzz.strangers modern-art --first 0 --count 200

It prints the number of every attempt before it begins. A line with FAULT follows if a number left the bounds of its
field, a fixed field changed, or something was raised that is not one of our errors. A line with ASIDE follows if a
position was accepted and the rules refused to continue from it later, as they should if they do not know how.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

import numpy as np

import ludex
from ludex.core.language.chance import new_dice
from ludex.core.language.errors import OutOfBounds
from ludex.core.language.events import new_log
from ludex.core.language.record import States

SYSTEMS = {
    "automation": ("automation",),
    "modern-art": ("modern-art",),
    "power-grid": ("power-grid",),
    "diplomacy": ("diplomacy", "diplomacy-lagoon"),
    "cards": (
        *("spades", "partnership-spades", "hearts", "oh-hell", "euchre", "war", "betting-war", "crazy-eights"),
        *("uno-style", "president", "old-maid", "go-fish", "gin-rummy", "fan-tan", "scopa", "cheat", "simple-poker"),
        *("draw-poker", "blackjack", "whist", "scotch-whist", "knockout-whist"),
    ),
}
"""The games that are attacked, by system."""
SETTINGS: dict[str, list[dict[str, Any]]] = {
    "automation": [{}, {"edition": "expanded"}],
    "modern-art": [{}, {"closing": "hammer"}, {"double_money": "split"}],
    "power-grid": [{}, {"edition": "recharged"}, {"map": "usa"}, {"money": "hidden"}],
    "diplomacy": [{}, {"paradox": "all-hold"}],
}
NUMBERS = (
    -1,
    0,
    1,
    2,
    5,
    6,
    7,
    63,
    64,
    77,
    127,
    -128,
    255,
    256,
    32_767,
    -32_768,
    2**31 - 1,
    -(2**31),
    10**15,
    2**63 - 1,
)
"""Numbers that have led out of arrays, and their neighbours."""
AHEAD = 60
"""Moves that bots play from an accepted position."""


@cache
def real(name: str, number: int) -> tuple[Any, ...]:
    """Return some positions and the history of one real game."""
    game, random = ludex.game(name), Random(f"{name} {number}")
    settings = random.choice(SETTINGS.get(name, [{}]))
    seats = random.choice(list(game.seats))
    table = game.new(seats, seed=random.getrandbits(64), **settings)
    players = [ludex.Bot(game, random.choice(list(game.machine.bot_slots))) for _ in range(seats)]
    found = [table.position()]
    wanted = sorted(random.sample(range(1, 120), 5))
    while table.outcome is None and len(table.played) < wanted[-1]:
        seat = random.choice(table.waiting)
        table.play(seat, players[seat].decide(table.request(seat)))
        if len(table.played) in wanted:
            found.append(table.position())
    return tuple(found), json.loads(table.history.to_json())


def mutated(value: Any, random: Random) -> Any:
    """Return a value of JSON with one part changed, however small."""
    if isinstance(value, list) and value and random.random() < 0.85:
        at = random.randrange(len(value))
        match random.randrange(6):
            case 0:
                return value[:at]
            case 1:
                return [*value, random.choice(value)]
            case 2:
                return random.sample(value, len(value))
            case _:
                return [*value[:at], mutated(value[at], random), *value[at + 1 :]]
    if isinstance(value, dict) and value and random.random() < 0.85:
        name = random.choice(list(value))
        if random.random() < 0.2:
            return {key: each for key, each in value.items() if key != name}
        return {**value, name: mutated(value[name], random)}
    if isinstance(value, int) and not isinstance(value, bool) and random.random() < 0.5:
        return value + random.choice((-2, -1, 1, 2, 3, 10))
    return random.choice((*NUMBERS, *NUMBERS, True, None, "", "nobody", [], {}, [0] * 300, 1.5))


def foreign_position(name: str, random: Random) -> dict[str, Any]:
    """Return a real position with one to three fields changed, and sometimes a field of another position."""
    positions = real(name, random.randrange(12))[0]
    position = json.loads(random.choice(positions).to_json())
    state, others = position["state"], json.loads(random.choice(positions).to_json())["state"]
    fields = list(ludex.game(name).machine.layout.names)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        field = random.choice(list(state) or fields)
        match random.randrange(8):
            case 0:
                state[random.choice(fields)] = random.choice(NUMBERS)
            case 1:
                state.pop(field, None)
            case 2:
                state.update({key: others[key] for key in [field] if key in others})
            case _:
                state[field] = mutated(state.get(field, 0), random)
    if random.random() < 0.05:
        position["seats"] = random.choice((*NUMBERS, "2"))
    if random.random() < 0.05:
        position["settings"] = mutated({**position["settings"], "last_year": 5}, random)
    return dict(position)


def attack_position(name: str, random: Random) -> str:
    """Send a position, and let bots play on if it is accepted. Returns the fault, or an empty text."""
    game = ludex.game(name)
    try:
        table = game.position(json.dumps(foreign_position(name, random)), seed=random.getrandbits(64))
    except ludex.LudexError:
        return ""
    return play_on(game, table.engine.record_in_full(), random)


def play_on(game: ludex.Game, states: States, random: Random) -> str:
    """Let bots play a while, compiled, and look at the record after every move."""
    kernel, seats = game.machine.kernel, int(states["seats"][0])
    dice, log = new_dice(random.randbytes(32)), new_log(game.max_events)
    options = np.zeros((game.max_options, 2), np.int64)
    states["rng"] = np.frombuffer(random.randbytes(32), "<u8")
    template, bots = states.copy(), list(game.machine.bot_slots.values())
    for number in range(AHEAD):
        mask = kernel.waiting(states, 0)
        if not mask:
            return ""
        seat = random.choice([seat for seat in range(seats) if mask >> seat & 1])
        before = states.copy()
        move = kernel.choose(random.choice(bots), states, 0, seat, options, dice)
        if states.tobytes() != before.tobytes():
            return f"move {number}: a bot changed the record"
        if kernel.why_not(states, 0, seat, move):
            raise ludex.BrokenRule(f"move {number}: a bot chose {move}, which is not legal")
        kernel.play(states, 0, seat, move, log)
        if fault := game.machine.layout.fault(states):
            return f"move {number}: {fault}"
        for field, declared in game.machine.layout.fields.items():
            if declared.fixed and not np.array_equal(states[field], template[field]):
                return f"move {number}: {field!r} changed"
        kernel.hide(before, 0, seat)
        kernel.redeal(before, 0, seat, dice)
    return ""


def attack_history(name: str, random: Random) -> str:
    """Send a history with one part changed: it is refused, or replays."""
    history = mutated(real(name, random.randrange(12))[1], random)
    if random.random() < 0.3 and isinstance(history, dict):
        history["position"] = foreign_position(name, random)
    with suppress(ludex.LudexError):
        ludex.History.from_json(json.dumps(history)).verify()
    return ""


def attempt(system: str, number: int) -> str:
    """Make one attack, the same for the same number. Returns what went wrong, or an empty text."""
    random = Random(f"{system} {number}")
    name = random.choice(SYSTEMS[system])
    attack: Callable[[str, Random], str] = attack_history if random.random() < 0.1 else attack_position
    try:
        fault = attack(name, random)
    except (ludex.LudexError, IndexError) as error:
        verdict = "FAULT" if isinstance(error, OutOfBounds) else "ASIDE"
        return f"{verdict} {name}: {type(error).__name__}: {error}"
    except Exception as error:
        fault = f"{type(error).__name__}: {error}"
    return f"FAULT {name}: {fault}" if fault else ""


def main() -> None:
    """Make the attacks that the command line names, and print the number of each before it begins."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("system", choices=SYSTEMS)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=100)
    given = parser.parse_args()
    for number in range(given.first, given.first + given.count):
        print(number, flush=True)
        if verdict := attempt(given.system, number):
            print(number, verdict, flush=True)


if __name__ == "__main__":
    main()
