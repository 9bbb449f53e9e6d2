"""Settings: what they change, and what is said about those that do not fit."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ludex import BadHistory, BadSetting
from ludex.arena import simulate
from ludex.games.automation import CARDS

from .position import GAME, cards, deck, hand, offered, play, position, refused, supply


def test_without_settings_it_is_the_base_edition() -> None:
    assert GAME.new().view().edition == "base"
    assert len(supply(GAME.new())) == 10


def test_the_expanded_edition_has_seventeen_piles() -> None:
    view = GAME.new(2, edition="expanded").view()
    assert (view.edition, len(view.supply)) == ("expanded", 17)


def test_start_changes_the_cards_that_are_named_and_leaves_the_others() -> None:
    table = GAME.new(2, seed=1, start={"Method": 0, "Refactor": 2})
    for seat in (0, 1):
        assert hand(table, seat) + deck(table, seat) == cards("7 Bitcoin, 2 Refactor")


def test_starting_cards_of_a_setting_do_not_come_from_the_supply_either() -> None:
    assert supply(GAME.new(4, start={"Framework": 2}))["Framework"] == 8


def test_a_starting_deck_below_five_cards_is_dealt_whole() -> None:
    table = GAME.new(2, start={"Bitcoin": 0, "Method": 3})
    assert (hand(table), deck(table)) == (cards("3 Method"), cards(""))


def test_supply_changes_the_piles_that_are_named_and_leaves_the_others() -> None:
    left = supply(GAME.new(2, supply={"Framework": 3, "Bug": 5}))
    assert (left["Framework"], left["Bug"], left["Module"]) == (3, 5, 8)


@pytest.mark.parametrize("card", ["Bug", "Method"])
def test_a_pile_of_none_is_left_out_of_the_game(card: str) -> None:
    """Also one of which there are starting cards."""
    table = GAME.new(1, supply={card: 0})
    assert card not in [pile.card for pile in table.view().supply]
    play(table, "end phase")
    assert refused(table, f"buy {card}").code == "not-in-supply"


def test_a_history_of_the_first_version_is_refused_with_the_reason() -> None:
    """Version 2 asks less in the ACTION phase and more before attacks: old moves would answer other questions."""
    table = GAME.new(2, seed=1)
    old = msgspec.structs.replace(table.history, version="1").sealed()
    with pytest.raises(BadHistory, match="played by version 1 of the rules of automation; version 2 is installed"):
        old.replay()


def test_fewer_frameworks_make_a_shorter_game() -> None:
    table = position(phase="BUY", money=8, supply={"Framework": 1})
    assert play(table, "buy Framework").outcome is not None


def test_turn_limit_and_counts_are_also_read_from_text() -> None:
    """As they come from a command line."""
    settings = GAME.read_settings({"turn_limit": "7", "supply": {"Bug": "3"}})
    assert (settings.turn_limit, settings.supply) == (7, {"Bug": 3})


def test_money_phase_says_which_cards_may_be_played_there() -> None:
    assert offered(position(hands=["Bug"], phase="MONEY", money_phase="money")) == ["end phase"]
    assert offered(position(hands=["Bug"], phase="MONEY", money_phase="any")) == ["play Bug", "end phase"]


def test_the_largest_piles_and_decks_fit() -> None:
    coins = dict.fromkeys(("Bitcoin", "Ethereum", "Dogecoin", "Method", "Module", "Framework", "Bug"), 10)
    table = GAME.new(4, start={**coins, "Refactor": 20}, supply=dict.fromkeys(coins, 80) | {"Refactor": 20})
    assert table.engine.broken_law() is None
    assert (hand(table) + deck(table)).total() == 90


def test_a_game_with_the_longest_turn_limit_ends_within_the_moves_a_game_may_take() -> None:
    """No seat can ever afford a Framework here: only the limit ends the game."""
    nothing_else = dict.fromkeys(set(CARDS["base"]) - {"Framework"}, 0)
    result = simulate(GAME, ["first"] * 4, 1, settings={"turn_limit": 10_000, "supply": nothing_else})
    assert result.endings == {"the turn limit was reached": 1}


BAD: list[tuple[dict[str, Any], str]] = [
    ({"edition": "deluxe"}, "edition"),
    ({"edition": "deluxe"}, "base.*expanded"),
    ({"money_phase": "all"}, "money_phase"),
    ({"money_phase": "all"}, "money.*any"),
    ({"turn_limit": 0}, "turn_limit is 0: expected 1 to 10000 turns per seat"),
    ({"turn_limit": -3}, "turn_limit is -3: expected 1 to 10000 turns per seat"),
    ({"turn_limit": 10_001}, "turn_limit is 10001: expected 1 to 10000 turns per seat"),
    ({"turn_limit": "soon"}, "turn_limit"),
    ({"turn_limit": 2.5}, "turn_limit"),
    ({"start": {"Copper": 7}}, "start names 'Copper': edition base has Bitcoin, .*, Evergreen Test"),
    ({"start": {"IPO": 1}}, "start names 'IPO': edition base has Bitcoin"),
    ({"supply": {"IPO": 1}}, "supply names 'IPO': edition base has Bitcoin"),
    ({"edition": "expanded", "supply": {"Copper": 7}}, "supply names 'Copper': edition expanded has Bitcoin, .*, IPO"),
    ({"start": {"Bitcoin": 11}}, "start has 11 × Bitcoin: expected 0 to 10"),
    ({"start": {"Bitcoin": -1}}, "start has -1 × Bitcoin: expected 0 to 10"),
    ({"start": {"Refactor": 21}}, "start has 21 × Refactor: expected 0 to 20"),
    ({"start": {"Bitcoin": 0, "Method": 0}}, "start is an empty deck: expected at least one card"),
    ({"start": {"Bitcoin": "many"}}, "start"),
    ({"start": ["Bitcoin"]}, "start"),
    ({"supply": {"Bug": 81}}, "supply has 81 × Bug: expected 0 to 80"),
    ({"supply": {"Refactor": 21}}, "supply has 21 × Refactor: expected 0 to 20"),
    ({"supply": {"Bug": -1}}, "supply has -1 × Bug: expected 0 to 80"),
    ({"supply": {"Framework": 0}}, "supply has no Frameworks: .* at least 1 is needed"),
    ({"colour": "red"}, "no setting 'colour'; it has edition, turn_limit, money_phase, start, supply"),
]


@pytest.mark.parametrize(("settings", "message"), BAD)
def test_a_bad_setting_is_refused_with_what_was_expected(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(BadSetting, match=message):
        GAME.new(2, **settings)
