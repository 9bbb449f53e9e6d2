"""Hack, Evergreen Test, and Monitoring against them."""

from __future__ import annotations

from typing import Any

import pytest

from ludex import Table, secret_seed
from ludex.core.language.chance import new_dice
from ludex.core.language.events import new_log

from .position import GAME, cards, discard, hand, offered, play, position, refused, supply, told

attacks = pytest.mark.parametrize("attack", ["Hack", "Evergreen Test"])


# Hack


def test_hack_gives_two_money_and_each_other_discards_down_to_three() -> None:
    table = play(position("expanded", hands=["Hack", "4 Bitcoin, Method", "5 Bug"]), "0: play Hack")
    assert (table.view(0).money, table.view(1).phase, table.view(1).limit) == (2, "DISCARD", 3)
    assert offered(table) == ["discard Bitcoin", "discard Method"]
    play(table, "1: discard Method", "1: discard Bitcoin", "2: discard Bug", "2: discard Bug")
    assert (hand(table, 1), discard(table, 1)) == (cards("3 Bitcoin"), cards("Method, Bitcoin"))
    assert (hand(table, 2), table.view(0).phase) == (cards("3 Bug"), "MONEY")


@pytest.mark.parametrize("size", [0, 1, 2, 3])
def test_a_hand_of_three_or_less_is_not_asked(size: int) -> None:
    table = position("expanded", hands=["Hack", "4 Bitcoin", f"{size} Bitcoin", "4 Bitcoin"])
    play(table, "0: play Hack", "1: discard Bitcoin", "3: discard Bitcoin")
    assert (hand(table, 2).total(), table.view(0).phase) == (size, "MONEY")


def test_the_attacker_discards_nothing() -> None:
    table = play(position("expanded", hands=["Hack, 5 Bitcoin", "Bug"]), "0: play Hack")
    assert hand(table) == cards("5 Bitcoin")


def test_hack_asks_clockwise_from_the_attacker() -> None:
    table = position("expanded", hands=["4 Bug", "4 Bug", "Hack", "4 Bug"], turn=2)
    play(table, "2: play Hack", "3: discard Bug", "0: discard Bug", "1: discard Bug")
    assert table.waiting == (2,)


def test_hack_twice_leaves_three_cards_all_the_same() -> None:
    table = position("expanded", hands=["Parallelization, Hack", "5 Bitcoin"])
    play(table, "0: play Parallelization", "0: play Hack", "1: discard Bitcoin", "1: discard Bitcoin")
    assert (hand(table, 1).total(), table.view(0).money, table.view(0).phase) == (3, 4, "MONEY")


@attacks
def test_alone_an_attack_is_only_its_bonus(attack: str) -> None:
    table = play(position("expanded", hands=[attack], decks=["5 Bitcoin"]), f"play {attack}")
    assert (table.view(0).phase, supply(table)["Bug"]) == ("MONEY", 10)


# Evergreen Test


def test_evergreen_test_gives_two_cards_and_a_bug_to_each_other() -> None:
    table = position("expanded", hands=["Evergreen Test", "", ""], decks=["3 Bitcoin"])
    play(table, "0: play Evergreen Test")
    assert (hand(table), discard(table)) == (cards("2 Bitcoin"), cards(""))
    assert (discard(table, 1), discard(table, 2)) == (cards("Bug"), cards("Bug"))
    assert supply(table)["Bug"] == 28


def test_the_last_bugs_go_clockwise_from_the_attacker() -> None:
    table = position("expanded", hands=["", "", "Evergreen Test", ""], turn=2, left={"Bug": 2})
    play(table, "2: play Evergreen Test")
    assert [discard(table, seat)["Bug"] for seat in range(4)] == [1, 0, 0, 1]
    assert supply(table)["Bug"] == 0


def test_without_bugs_left_evergreen_test_still_gives_two_cards() -> None:
    table = position("expanded", hands=["Evergreen Test", ""], decks=["3 Bitcoin"], left={"Bug": 0})
    play(table, "0: play Evergreen Test")
    assert (hand(table), discard(table, 1)) == (cards("2 Bitcoin"), cards(""))


def test_where_settings_leave_bugs_out_evergreen_test_gives_none() -> None:
    table = position("expanded", hands=["Evergreen Test", ""], supply={"Bug": 0})
    assert discard(play(table, "0: play Evergreen Test"), 1) == cards("")


def test_evergreen_test_twice_gives_two_bugs() -> None:
    table = position("expanded", hands=["Parallelization, Evergreen Test", ""])
    play(table, "0: play Parallelization", "0: play Evergreen Test")
    assert discard(table, 1) == cards("2 Bug")


# Monitoring


@attacks
def test_a_seat_that_holds_monitoring_is_asked_before_the_attack_does_anything(attack: str) -> None:
    table = position("expanded", hands=[attack, "Monitoring, 4 Bitcoin"], decks=["5 Bug"])
    play(table, f"0: play {attack}")
    assert (table.waiting, table.view(1).phase) == ((1,), "REVEAL")
    assert offered(table) == ["reveal Monitoring", "end phase"]
    assert (table.view(0).money, hand(table)) == (0, cards(""))


@attacks
def test_who_reveals_is_unaffected_and_keeps_the_card(attack: str) -> None:
    table = position("expanded", hands=[attack, "Monitoring, 4 Bitcoin"])
    play(table, f"0: play {attack}", "1: reveal Monitoring")
    assert (hand(table, 1), discard(table, 1)) == (cards("Monitoring, 4 Bitcoin"), cards(""))
    assert table.waiting == (0,)
    assert "seat 1 reveals Monitoring and is unaffected." in told(table)


def test_who_declines_to_reveal_is_hacked() -> None:
    table = position("expanded", hands=["Hack", "Monitoring, 3 Bitcoin"])
    play(table, "0: play Hack", "1: end phase")
    assert offered(table) == ["discard Bitcoin", "discard Monitoring"]
    assert hand(play(table, "1: discard Monitoring"), 1) == cards("3 Bitcoin")


def test_who_declines_to_reveal_gets_a_bug() -> None:
    table = position("expanded", hands=["Evergreen Test", "Monitoring"])
    assert discard(play(table, "0: play Evergreen Test", "1: end phase"), 1) == cards("Bug")


def test_every_defender_decides_for_itself_and_the_others_are_hit() -> None:
    hands = ["Evergreen Test", "Monitoring", "Bitcoin", "2 Monitoring"]
    table = position("expanded", hands=hands)
    play(table, "0: play Evergreen Test", "1: reveal Monitoring", "3: end phase")
    assert [discard(table, seat)["Bug"] for seat in range(4)] == [0, 0, 1, 1]


def test_all_reveal_before_the_first_is_hit() -> None:
    table = position("expanded", hands=["Hack", "4 Bitcoin", "Monitoring, 3 Bitcoin"])
    play(table, "0: play Hack", "2: reveal Monitoring", "1: discard Bitcoin")
    assert (hand(table, 2).total(), table.waiting) == (4, (0,))


# Being asked to reveal tells nothing


def worlds(attack: str) -> tuple[Table, Table]:
    """Seat 1 owns a Monitoring: in the first world it is in its hand, in the second in its deck."""
    held = position("expanded", hands=[attack, "Monitoring, 4 Bitcoin", "5 Bug"], decks=["9 Bug", "5 Method"])
    not_held = position(
        "expanded", hands=[attack, "4 Bitcoin, Method", "5 Bug"], decks=["9 Bug", "4 Method, Monitoring"]
    )
    return play(held, f"0: play {attack}"), play(not_held, f"0: play {attack}")


def seen_by_others(table: Table) -> list[object]:
    """Return all that seats 0 and 2 and a spectator can see: who is asked, their views and records, and all events."""
    seats = (0, 2, None)
    views = [(table.view(seat), table.record(seat).tobytes()) for seat in seats]
    return [table.waiting, *views, *(table.events(seat) for seat in seats), table.check(0, "end phase")]


@attacks
def test_a_seat_that_may_hold_monitoring_is_asked_whether_it_does_or_not(attack: str) -> None:
    held, not_held = worlds(attack)
    assert (offered(held), offered(not_held)) == (["reveal Monitoring", "end phase"], ["end phase"])
    assert seen_by_others(held) == seen_by_others(not_held)


@attacks
def test_a_seat_that_does_not_reveal_looks_like_one_that_cannot(attack: str) -> None:
    held, not_held = (play(table, "1: end phase") for table in worlds(attack))
    assert (held.waiting, held.view(2), held.events(2)) == (not_held.waiting, not_held.view(2), not_held.events(2))


def test_nobody_can_bluff_with_a_card_that_is_not_in_hand() -> None:
    _, not_held = worlds("Hack")
    assert refused(not_held, "reveal Monitoring").code == "not-in-hand"
    assert refused(not_held, "reveal Bitcoin").code == "no-shield"


@pytest.mark.parametrize(
    "cards_of_seat_1",
    [
        {"hands": ["Hack", "5 Bitcoin"]},
        {"hands": ["Hack", "5 Bitcoin"], "discards": ["", "2 Monitoring"]},
        {"hands": ["Hack", ""], "decks": ["", "Monitoring, 4 Bitcoin"]},
    ],
    ids=["it owns none", "all of them were seen in its discard pile", "its hand is empty"],
)
def test_a_seat_that_cannot_hold_one_as_everybody_knows_is_not_asked(cards_of_seat_1: dict[str, Any]) -> None:
    assert play(position("expanded", **cards_of_seat_1), "0: play Hack").view().phase != "REVEAL"


def test_a_monitoring_discarded_unseen_may_still_be_in_hand() -> None:
    table = position(
        "expanded", hands=["Hack", "2 Bitcoin"], discards=["", "Monitoring, Bug"], unseen=["", "Monitoring"]
    )
    assert offered(play(table, "0: play Hack")) == ["end phase"]


@attacks
def test_in_every_world_that_looks_the_same_the_same_seats_are_asked(attack: str) -> None:
    """Attacks in the middle of random games, replayed with the hidden cards dealt differently."""
    start = {"Bitcoin": 2, attack: 4, "Monitoring": 2, "Method": 0}
    asked = 0
    for seed in range(12):
        table = GAME.new(3, seed, edition="expanded", start=start)
        for _ in range(25):
            if f"play {attack}" in offered(table):
                asked += same_seats_are_asked(table, attack)
            play(table, offered(table)[seed % len(offered(table))])
    assert asked > 30


def same_seats_are_asked(table: Table, attack: str) -> int:
    """Play the attack at the table and in two redealt worlds; return whether a seat was asked to reveal."""
    mover, packed = table.waiting[0], GAME.moves.pack(GAME.moves.parse(f"play {attack}"))
    before = table.engine.record_in_full()
    hidden = []
    for seed in range(3):
        states, log = before.copy(), new_log(GAME.max_events)
        if seed:
            GAME.machine.kernel.redeal(states, 0, mover, new_dice(secret_seed(seed)))
        states["rng"] = 1
        GAME.machine.kernel.play(states, 0, mover, packed, log)
        asked = GAME.machine.kernel.waiting(states, 0)
        GAME.machine.kernel.hide(states, 0, mover)
        hidden.append((asked, states.tobytes(), log.tobytes()) if asked != 1 << mover else (asked, b"", b""))
    assert hidden[0] == hidden[1] == hidden[2]
    return int(hidden[0][0] != 1 << mover)


# Monitoring, several at once and again


def test_two_monitorings_are_asked_for_once() -> None:
    table = position("expanded", hands=["Hack", "2 Monitoring, 3 Bitcoin"])
    play(table, "0: play Hack", "1: end phase", "1: discard Bitcoin", "1: discard Bitcoin")
    assert table.waiting == (0,)


@attacks
def test_an_attack_played_twice_asks_again(attack: str) -> None:
    table = position("expanded", hands=[f"Parallelization, {attack}", "Monitoring, 2 Bitcoin"])
    play(table, "0: play Parallelization", f"0: play {attack}", "1: reveal Monitoring")
    assert (table.waiting, table.view(1).phase) == ((1,), "REVEAL")
    play(table, "1: reveal Monitoring")
    assert (table.waiting, discard(table, 1)) == ((0,), cards(""))


def test_one_of_two_attacks_can_be_let_through() -> None:
    table = position("expanded", hands=["Parallelization, Evergreen Test", "Monitoring"])
    play(table, "0: play Parallelization", "0: play Evergreen Test", "1: end phase", "1: reveal Monitoring")
    assert discard(table, 1) == cards("Bug")


def test_protection_does_not_last_until_the_next_attack() -> None:
    table = position("expanded", hands=["2 Evergreen Test", "Monitoring"], actions=2)
    play(table, "0: play Evergreen Test", "1: reveal Monitoring", "0: play Evergreen Test", "1: end phase")
    assert discard(table, 1) == cards("Bug")


def test_a_monitoring_discarded_to_the_first_hack_protects_no_more() -> None:
    table = position("expanded", hands=["Parallelization, Hack", "Monitoring, 3 Bitcoin"])
    play(table, "0: play Parallelization", "0: play Hack", "1: end phase", "1: discard Monitoring")
    assert (table.waiting, table.view(0).money) == ((0,), 4)


def test_the_attackers_own_monitoring_is_not_asked_for() -> None:
    table = play(position("expanded", hands=["Hack, Monitoring", "Bitcoin"]), "0: play Hack")
    assert (table.waiting, table.view(0).phase) == ((0,), "MONEY")


def test_cards_that_do_not_attack_ask_nobody_to_reveal() -> None:
    for card in ("IPO", "Daily Scrum", "Monitoring", "Code Review", "Tech Debt"):
        table = play(position("expanded", hands=[card, "Monitoring"]), f"0: play {card}")
        assert table.waiting == (0,)
