"""Runs the machine and the oracle side by side and compares everything after every move."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from tests.games.cards.oracle import Oracle
from tests.games.cards.oracle_state import Deal

from ludex.core.compile.table_buffers import packed_rows
from ludex.core.game.template import template_of
from ludex.core.language.events import new_log
from ludex.core.play.engine import seats_in
from ludex.games.cards import CardGame, Genome
from ludex.games.cards.components import NAMES, SUIT_LETTERS, names_of


class Differs(AssertionError):
    """The machine and the oracle disagree."""


def deal_of(state: Any, seats: int) -> Deal:
    """Read from the record what chance decided at the start of the hand. Books put down at once were dealt too."""
    return Deal(
        [names_of(int(state["hand"][seat] | state["won"][seat])) for seat in range(seats)],
        names_of(int(state["stock"])),
        names_of(int(state["table"])),
        NAMES[state["top"] - 1] if state["top"] else None,
        SUIT_LETTERS[state["trump"] - 1] if state["trump"] else None,
        NAMES[state["turned"] - 1] if state["turned"] else None,
    )


def run(genome: Genome, seed: int, limit: int = 100_000) -> int:
    """One whole match in lockstep; the number of moves."""
    random = Random(f"{genome.name} {seed}")
    game = CardGame(genome)
    seats = random.choice(list(game.seats))
    kernel = game.compiled
    states = template_of(game, seats, game.settings())
    states["rng"] = np.array([random.getrandbits(64) for _ in range(4)], np.uint64)
    kernel.setup(states, 0)
    oracle = Oracle(genome, seats, deal_of(states[0], seats))
    log, moves = new_log(game.max_events), 0
    while not kernel.over(states, 0) and moves < limit:
        compare(game, states, oracle)
        seat = random.choice(seats_in(kernel.waiting(states, 0)))
        rows = packed_rows(kernel, states, seat, game.max_options)
        first, last = random.choice(rows)
        packed = random.randint(first, last)
        move = str(game.moves.unpack(packed))
        log[0], number = 0, int(states[0]["hand_number"])
        kernel.play(states, 0, seat, packed, log)
        told = [str(seen.event) for seen in game.events.read(log)]
        moves += 1
        if states[0]["hand_number"] > number + 1:
            if states[0]["ended"]:
                return moves
            catch_up(oracle, states[0])
            continue
        oracle.chance = drawn_in(told)
        held: list[set[str]] = [set(names_of(int(states[0]["hand"][other]))) for other in range(seats)]
        oracle.deal_again = held
        oracle.play(seat, move, flipped_in(told))
        if oracle.needs_deal:
            oracle.begin_hand(deal_of(states[0], seats))
    expect("ending", game.endings.get(kernel.over(states, 0)), oracle.ended)
    expect("scores", states[0]["score"][: len(oracle.scores)].tolist(), oracle.scores)
    return moves


def catch_up(oracle: Oracle, state: Any) -> None:
    """Move the oracle to the current hand, after a whole hand that had no decisions and whose cards were not shown."""
    seats = oracle.seats
    oracle.scores = state["score"][: len(oracle.scores)].tolist()
    oracle.bags = state["bags"][: len(oracle.bags)].tolist()
    oracle.chips = (state["chips"] + state["stake"])[:seats].tolist()
    oracle.alive = {seat for seat in range(seats) if state["alive"] >> seat & 1}
    oracle.shown, oracle.knocked = shown_in(state)
    oracle.dealer, oracle.hand_number = int(state["dealer"]), int(state["hand_number"])
    oracle.begin_hand(deal_of(state, seats))


def shown_in(state: Any) -> tuple[dict[int, set[str]], int | None]:
    """The hands that were shown last, and who had knocked."""
    hands: dict[int, set[str]] = {seat: set(names_of(int(cards))) for seat, cards in enumerate(state["shown"]) if cards}
    return hands, int(state["shown_knocker"]) - 1 if state["shown_knocker"] else None


def drawn_in(told: list[str]) -> list[str]:
    """The cards that chance drew in a move, in order."""
    words = [sentence.rstrip(".").split() for sentence in told if " draws " in sentence]
    return [sentence[-1] for sentence in words if sentence[-1] in NAMES]


def flipped_in(told: list[str]) -> str | None:
    """The card that was turned up."""
    cards = [sentence.rstrip(".").split()[-1] for sentence in told if " plays " in sentence]
    return cards[0] if cards else None


def expect(what: str, machine: Any, oracle: Any) -> None:
    if machine != oracle:
        raise Differs(f"{what}: the machine has {machine}, the oracle {oracle}")


def compare(game: CardGame, states: Any, oracle: Oracle) -> None:
    s = states[0]
    seats = oracle.seats
    expect("over", bool(s["ended"]), oracle.ended is not None)
    waiting = seats_in(game.compiled.waiting(states, 0))
    expect("waiting", set(waiting), oracle.waiting())
    for seat in waiting:
        rows = packed_rows(game.compiled, states, seat, game.max_options)
        offered = {str(game.moves.unpack(p)) for first, last in rows for p in range(first, last + 1)}
        expect(f"legal moves of {seat}", offered, oracle.legal(seat))
    expect("shown", shown_in(s), (oracle.shown, oracle.knocked))
    for seat in range(seats):
        expect(f"hand {seat}", set(names_of(int(s["hand"][seat]))), oracle.hands[seat])
        expect(f"won {seat}", set(names_of(int(s["won"][seat]))), oracle.won[seat])
    expect("tricks", s["tricks"][:seats].tolist(), [oracle.tricks[seat] for seat in range(seats)])
    expect("bids", s["bid"][:seats].tolist(), [oracle.bids.get(seat, -1) for seat in range(seats)])
    expect("nils", {seat for seat in range(seats) if s["nil"][seat]}, oracle.nils)
    expect("scores", s["score"][: len(oracle.scores)].tolist(), oracle.scores)
    expect("bags", s["bags"][: len(oracle.bags)].tolist(), oracle.bags)
    expect("chips", s["chips"][:seats].tolist(), oracle.chips)
