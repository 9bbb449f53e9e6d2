"""The record of a card game by genome.

Nothing has an order: the stock is a set, and a card is drawn from it at the moment of drawing.
"""

from __future__ import annotations

from collections.abc import Mapping

from ludex.core import i8, i16, i32, i64, record
from ludex.games.cards.components import CARDS

SEATS = 6
CODE = 256

STATE = record(
    code=(i16, CODE),
    deck=i64,
    scoring_cards=i64,
    hand=(i64, SEATS),
    known=(i64, SEATS),
    chosen=(i64, SEATS),
    given=(i64, SEATS),
    won=(i64, SEATS),
    dropped=(i64, SEATS),
    stock=i64,
    pile=i64,
    table=i64,
    pot_cards=i64,
    claim_cards=i64,
    score=(i32, SEATS),
    gained=(i32, SEATS),
    last_tricks=(i16, SEATS),
    last_bid=(i8, SEATS),
    last_nil=(i8, SEATS),
    chips=(i32, SEATS),
    stake=(i32, SEATS),
    value=(i32, SEATS),
    bags=(i16, SEATS),
    turns=i16,
    flags=i16,
    first_lead=i16,
    hand_number=i16,
    pc=i16,
    ended=i8,
    done=i8,
    dealer=i8,
    turn=i8,
    leader=i8,
    alive=i8,
    todo=i8,
    trump=i8,
    turned=i8,
    broken=i8,
    tricks_played=i16,
    lead_suit=i8,
    breaking=i8,
    best=i8,
    best_power=i8,
    tied=i8,
    played=(i8, SEATS),
    hand_size=(i8, SEATS),
    order=(i8, CARDS),
    stock_size=i8,
    dropped_size=(i8, SEATS),
    bid=(i8, SEATS),
    nil=(i8, SEATS),
    tricks=(i16, SEATS),
    voids=(i8, SEATS),
    place=(i8, SEATS),
    sweeps=(i8, SEATS),
    finished=i8,
    top=i8,
    wish=i8,
    set_size=i8,
    drawn=i8,
    passed_by=i8,
    group=i16,
    hand_over=i8,
    knocker=i8,
    skipping=i8,
    again=i8,
    penalty=i8,
    bonus=i16,
    direction=i8,
    passes=i8,
    raises=i8,
    claim=i8,
    claimer=i8,
    claimed=i8,
    folded=i8,
)
"""Sets of cards: `hand`; `known`, the part of a hand that everybody saw go there; `chosen`, picked to be passed;
`given`, what a seat passed on; `won` in tricks, captures or books; `dropped` face down. `score` and `bags` belong to
sides (teams, or seats where there are none). `alive`, `todo`, `folded` are bits of seats; `voids` bits of suits a seat
is known not to hold. `played` is 1 + the card a seat has in the trick, `top` 1 + the pile's top card, `turned`
likewise, `trump` and `wish` 1 + a suit: 0 is none. `place` is the order in which seats went out, from 1.
`gained`, `last_tricks`, `last_bid` and `last_nil` tell how the hand before went."""

ALL_HANDS_PLAYED, TARGET_REACHED, FLOOR_REACHED, LAST_ALIVE = 1, 2, 3, 4
ENDINGS: Mapping[int, str] = {
    ALL_HANDS_PLAYED: "the last hand was played",
    TARGET_REACHED: "the target was reached",
    FLOOR_REACHED: "a side fell to the floor",
    LAST_ALIVE: "only one seat is left",
}
"""How a match ended."""
