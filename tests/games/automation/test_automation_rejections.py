"""Every reason for which a move is rejected, with its sentence; and the laws a state must keep."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ludex import BadPosition, IllegalMove, NotYourTurn, Table, UnreadableMove
from ludex.games.automation import BuyCard, EndPhase, View
from ludex.games.automation.components import NAMES

from .position import GAME, play, position, refused

Make = Callable[[], Table[View]]


def hacked() -> Table[View]:
    return play(position("expanded", hands=["Hack", "2 Monitoring, 3 Bitcoin"]), "0: play Hack", "1: end phase")


def attacked() -> Table[View]:
    return play(position("expanded", hands=["Hack", "Monitoring, 3 Bitcoin"]), "0: play Hack")


def trashing() -> Table[View]:
    return play(position("expanded", hands=["Refactor, Bitcoin"]), "play Refactor")


def gaining() -> Table[View]:
    return play(trashing(), "trash Bitcoin")


def clearing_backlog() -> Table[View]:
    return play(position("expanded", hands=["Backlog, Bitcoin"]), "play Backlog")


REJECTIONS: list[tuple[Make, str, str, str]] = [
    (
        lambda: position(hands=["Refactor"]),
        "buy Bitcoin",
        "wrong-decision",
        "buy Bitcoin rejected: this is the ACTION phase: play an action card, or end the phase.",
    ),
    (
        lambda: position(hands=["Bitcoin"], phase="MONEY"),
        "buy Bitcoin",
        "wrong-decision",
        "buy Bitcoin rejected: this is the MONEY phase: play money, or end the phase.",
    ),
    (
        lambda: position(hands=["Bitcoin"], phase="BUY"),
        "play Bitcoin",
        "wrong-decision",
        "play Bitcoin rejected: this is the BUY phase: buy a card, or end the phase.",
    ),
    (
        attacked,
        "discard Bitcoin",
        "wrong-decision",
        "discard Bitcoin rejected: this is the REVEAL phase: reveal a card, or end the phase.",
    ),
    (
        hacked,
        "play Bitcoin",
        "wrong-decision",
        "play Bitcoin rejected: this is the DISCARD phase: discard a card, 2 in all.",
    ),
    (
        clearing_backlog,
        "trash Bitcoin",
        "wrong-decision",
        "trash Bitcoin rejected: this is the DISCARD phase: discard a card, or end the phase.",
    ),
    (trashing, "discard Bitcoin", "wrong-decision", "discard Bitcoin rejected: this is the TRASH phase: trash a card."),
    (
        gaining,
        "buy Method",
        "wrong-decision",
        "buy Method rejected: this is the GAIN phase: gain a card costing up to 3.",
    ),
    (
        lambda: position(hands=["2 Bitcoin, Method"]),
        "play Refactor",
        "not-in-hand",
        "play Refactor rejected: there is no Refactor in your hand. You hold 2 Bitcoin, Method.",
    ),
    (
        position,
        "play Hack",
        "not-in-hand",
        "play Hack rejected: there is no Hack in your hand. You hold nothing.",
    ),
    (
        hacked,
        "discard Bug",
        "not-in-hand",
        "discard Bug rejected: there is no Bug in your hand. You hold 3 Bitcoin, 2 Monitoring.",
    ),
    (
        lambda: position(hands=["Dogecoin"]),
        "play Dogecoin",
        "not-an-action",
        "play Dogecoin rejected: Dogecoin is of type money; only action cards can be played now.",
    ),
    (
        lambda: position(hands=["Method"]),
        "play Method",
        "not-an-action",
        "play Method rejected: Method is of type automation; only action cards can be played now.",
    ),
    (
        lambda: play(position("expanded", hands=["Parallelization, IPO, Bug"]), "play Parallelization"),
        "play Bug",
        "not-an-action",
        "play Bug rejected: Bug is of type bug; only action cards can be played now.",
    ),
    (
        lambda: position(hands=["Module"], phase="MONEY"),
        "play Module",
        "not-money",
        "play Module rejected: Module is of type automation; only money can be played in the MONEY phase.",
    ),
    (
        lambda: position(phase="BUY", money=9),
        "buy IPO",
        "not-in-supply",
        "buy IPO rejected: IPO is not in the supply of this game.",
    ),
    (
        lambda: position(phase="BUY", money=9, supply={"Bug": 0}),
        "buy Bug",
        "not-in-supply",
        "buy Bug rejected: Bug is not in the supply of this game.",
    ),
    (
        lambda: position(phase="BUY", money=9, left={"Module": 0}),
        "buy Module",
        "pile-empty",
        "buy Module rejected: the supply has no Module left.",
    ),
    (
        lambda: position(phase="BUY", money=7),
        "buy Framework",
        "too-expensive",
        "buy Framework rejected: Framework costs 8, and you have 7.",
    ),
    (
        gaining,
        "gain Dogecoin",
        "too-dear-to-gain",
        "gain Dogecoin rejected: Dogecoin costs 6; you may gain a card costing up to 3.",
    ),
    (attacked, "reveal Bitcoin", "no-shield", "reveal Bitcoin rejected: Bitcoin does not protect against attacks."),
    (hacked, "end phase", "must-go-on", "end phase rejected: you cannot stop here: discard a card, 2 in all."),
    (trashing, "end phase", "must-go-on", "end phase rejected: you cannot stop here: trash a card."),
    (gaining, "end phase", "must-go-on", "end phase rejected: you cannot stop here: gain a card costing up to 3."),
]


@pytest.mark.parametrize(("make", "move", "code", "sentence"), REJECTIONS, ids=[f"{r[2]}: {r[1]}" for r in REJECTIONS])
def test_a_rejection_has_code_and_sentence_and_changes_nothing(make: Make, move: str, code: str, sentence: str) -> None:
    table = make()
    before = table.engine.record_in_full().tobytes()
    rejection = refused(table, move)
    assert (rejection.code, str(rejection)) == (code, sentence)
    with pytest.raises(IllegalMove) as raised:
        table.play(table.waiting[0], move)
    assert raised.value.rejection == rejection
    assert table.engine.record_in_full().tobytes() == before


def test_every_reason_of_the_game_is_tested_above() -> None:
    assert {code for _, _, code, _ in REJECTIONS} == {reason.key for reason in GAME.machine.reasons.values()}


def test_a_seat_that_is_not_asked_may_not_move() -> None:
    table = position(seats=2)
    rejection = refused(table, EndPhase(), seat=1)
    assert (rejection.code, rejection.sentence) == ("not-your-turn", "seat 1 owes no decision now; waiting for seat 0")
    with pytest.raises(NotYourTurn):
        table.play(1, EndPhase())


def test_the_attacker_may_not_move_while_others_answer() -> None:
    assert refused(hacked(), "end phase", seat=0).code == "not-your-turn"


def test_after_the_end_nobody_may_move() -> None:
    table = play(position(phase="BUY", left={"Framework": 0}), "end phase")
    assert refused(table, "end phase", seat=0).sentence == "seat 0 owes no decision now; the game is over"


@pytest.mark.parametrize("text", ["", "sell Bitcoin", "play", "play Copper", "buy Bitcoin Method", "end phase now"])
def test_what_is_no_move_of_automation_is_unreadable_and_the_options_are_told(text: str) -> None:
    table = position()
    assert refused(table, text).code == "unreadable"
    with pytest.raises(UnreadableMove, match=f"'{text}' is not one of the options. There are: end phase"):
        table.play(0, text)


def test_a_typed_move_with_a_made_up_card_is_unreadable() -> None:
    assert "is not one of Bitcoin" in refused(position(), BuyCard("Copper")).sentence


@pytest.mark.parametrize("text", ["BUY code review", "Buy Code Review", "buy CODE REVIEW"])
def test_moves_are_read_in_any_case(text: str) -> None:
    assert position(phase="BUY", money=5).check(0, text) is None


@pytest.mark.parametrize("make", [position, hacked, attacked, trashing, gaining, clearing_backlog])
def test_all_that_is_not_offered_is_rejected_and_all_that_is_offered_is_not(make: Make) -> None:
    table = make()
    seat = table.waiting[0]
    for packed in range(GAME.moves.size):
        move = GAME.moves.unpack(packed)
        assert (move in table.options(seat)) == (table.check(seat, move) is None), str(move)


# Laws


def test_the_laws_hold_at_the_start() -> None:
    assert all(
        GAME.new(seats, edition=e).engine.broken_law() is None for seats in GAME.seats for e in ("base", "expanded")
    )


def broken(**fields: Any) -> str:
    """Return the law that is broken when fields of a good state are changed: `hand=(seat, card, change)`,
    `actions=change`."""
    table = position(hands=["3 Bitcoin", "2 Bug"], decks=["Method", "Method"], discards=["Module", "Bug"])
    states = table.engine.record_in_full()
    for name, change in fields.items():
        if isinstance(change, int):
            states[name] += change
        else:
            *seat, card, amount = change
            states[name][(0, *seat, NAMES.index(card))] += amount
    return GAME.machine.laws[GAME.machine.kernel.audit(states, 0)]


LAWS: list[tuple[dict[str, Any], str]] = [
    ({"supply": ("Bug", 1)}, "cards of every kind are neither made nor lost"),
    ({"trash": ("Bug", 1)}, "cards of every kind are neither made nor lost"),
    ({"hand": (0, "Bitcoin", 1)}, "cards of every kind are neither made nor lost"),
    ({"played": ("Refactor", 1)}, "cards of every kind are neither made nor lost"),
    ({"hand": (0, "Bitcoin", -1), "deck": (0, "Bitcoin", 1)}, "hands, decks and discard piles are as large as"),
    ({"hand": (0, "Bitcoin", -1), "supply": ("Bitcoin", 1)}, "hands, decks and discard piles are as large as"),
    ({"discard": (1, "Bug", 1), "supply": ("Bug", -1)}, "hands, decks and discard piles are as large as"),
    ({"shown": (0, "Module", 1)}, "what was shown lies in the discard pile"),
    ({"actions": -2}, "never below zero"),
    ({"buys": -2}, "never below zero"),
    ({"money": -1}, "never below zero"),
    ({"supply": ("Framework", -9), "trash": ("Framework", 9)}, "never below zero"),
    ({"trash": ("Bug", -1), "supply": ("Bug", 1)}, "never below zero"),
    ({"played": ("Bug", -1), "supply": ("Bug", 1)}, "never below zero"),
    ({"buys": -1}, "the seat in turn has a buy left"),
    ({"total": ("Bug", 127), "supply": ("Bug", 127)}, "no more than 127 cards of a kind"),
    ({"depth": 1}, "what is unfinished lies on the stack"),
]


@pytest.mark.parametrize(("fields", "law"), LAWS)
def test_a_broken_law_is_named(fields: dict[str, Any], law: str) -> None:
    assert law in broken(**fields)


def test_a_position_with_a_negative_pile_is_refused() -> None:
    good = position(hands=["3 Bitcoin"]).position()
    with pytest.raises(BadPosition, match="field 'hand' holds -1: expected 0 to 127"):
        GAME.position(good.but(hand=[{"Bitcoin": 4, "Bug": -1}]))


def test_a_position_in_which_more_was_shown_than_discarded_is_refused() -> None:
    good = position(discards=["Bug"]).position()
    with pytest.raises(BadPosition, match="what was shown lies in the discard pile"):
        GAME.position(good.but(shown=[{"Bug": 2}]))


def test_a_position_with_an_unknown_card_is_refused() -> None:
    with pytest.raises(BadPosition, match="'Copper' is not one of Bitcoin, "):
        GAME.position(position().position().but(hand=[{"Copper": 1}]))
