"""The knowledge of seats and spectators: events, views, `hide` and `redeal`; and moves that may be taken back."""

from __future__ import annotations

from collections import Counter

import msgspec
import numpy as np
import pytest

from ludex import Table, UndoRefused, secret_seed
from ludex.core.game.position import write_position
from ludex.core.language.chance import new_dice
from ludex.core.language.record import States
from ludex.games.automation import AutomationSettings, View
from ludex.games.automation.components import NAMES

from .position import GAME, cards, deck, discard, hand, play, position, told

EVERYBODY = (0, 1, None)


def swap_hand_and_deck(table: Table, seat: int) -> Table:
    """Return the same table, but what a seat holds lies in its deck, and the other way round."""
    position = table.position()
    hands, decks = position.state["hand"], position.state["deck"]
    hands[seat], decks[seat] = decks[seat], hands[seat]
    return GAME.position(position.but(hand=hands, deck=decks))


# Events


@pytest.mark.parametrize("who", EVERYBODY)
def test_all_but_the_drawn_cards_is_told_to_everybody(who: int | None) -> None:
    table = position(hands=["Refactor", ""], decks=["2 Bug", ""])
    play(table, "play Refactor")
    secret = ["seat 0 draws Bug."] if who == 0 else []
    assert told(table, who) == [
        "seat 0 plays Refactor.",
        *secret,
        "seat 0 draws 1 card.",
        "seat 0 holds no action card to play.",
    ]


@pytest.mark.parametrize("who", EVERYBODY)
def test_others_drawing_for_daily_scrum_see_only_their_own_card(who: int | None) -> None:
    table = play(position("expanded", hands=["Daily Scrum", ""], decks=["", "Module"]), "play Daily Scrum")
    secret = ["seat 1 draws Module."] if who == 1 else []
    assert told(table, who) == ["seat 0 plays Daily Scrum.", *secret, "seat 1 draws 1 card."]


@pytest.mark.parametrize("who", EVERYBODY)
def test_a_whole_turn_as_it_is_told(who: int | None) -> None:
    table = position(hands=["2 Ethereum, Method", ""], phase="MONEY")
    play(table, "play Ethereum", "play Ethereum", "end phase", "buy Ethereum")
    drawn = [str(event) for event in table.events(0) if type(event).__name__ == "CardDrawn"]
    assert Counter(drawn) == {"seat 0 draws Ethereum.": 3, "seat 0 draws Method.": 1}
    assert [str(event) for event in table.events(who)] == [
        "seat 0 plays Ethereum.",
        "seat 0 plays Ethereum.",
        "seat 0 buys Ethereum for 3.",
        "seat 0 puts everything onto the discard pile.",
        "seat 0 shuffles the discard pile into a new deck.",
        *(drawn if who == 0 else []),
        "seat 0 draws 4 cards.",
        "seat 1 begins turn 1.",
        "seat 1 holds no action card to play.",
    ]


@pytest.mark.parametrize("who", EVERYBODY)
def test_what_attacks_and_refactors_do_is_told_to_everybody(who: int | None) -> None:
    table = position("expanded", hands=["Hack, Refactor, Bug", "4 Method"], actions=2)
    play(table, "0: play Hack", "1: discard Method", "0: play Refactor", "0: trash Bug", "0: gain Method")
    assert [str(event) for event in table.events(who)] == [
        "seat 0 plays Hack.",
        "seat 1 discards Method.",
        "seat 0 plays Refactor.",
        "seat 0 trashes Bug.",
        "seat 0 gains Method.",
    ]


def test_a_move_returns_what_its_seat_saw() -> None:
    table = position(hands=["Refactor"], decks=["2 Bug"])
    assert "seat 0 draws Bug." in [str(event) for event in table.play(0, "play Refactor")]


def test_the_end_is_told() -> None:
    table = play(position(phase="BUY", left={"Framework": 0}), "end phase")
    assert told(table)[-1] == "The game is over."


# Views


@pytest.fixture
def midgame() -> Table:
    """Seat 1 of three has shown and unseen discards, cards in deck and hand."""
    return position(
        "expanded",
        hands=["Hack, 2 Bitcoin", "Monitoring, 2 Method", "5 Bug"],
        decks=["3 Module", "2 Dogecoin, Refactor", "IPO"],
        discards=["Bitcoin", "Ethereum, Bug", "2 Hack"],
        unseen=["", "Bug", ""],
        played="Code Review",
    )


def test_a_seat_sees_its_own_cards(midgame: Table) -> None:
    view = midgame.view(1)
    assert Counter(view.hand) == cards("Monitoring, 2 Method")
    assert Counter(view.deck) == cards("2 Dogecoin, Refactor")
    assert Counter(view.discard) == cards("Ethereum, Bug")


def test_the_deck_is_seen_in_no_order(midgame: Table) -> None:
    assert list(midgame.view(1).deck) == sorted(midgame.view(1).deck, key=NAMES.index)


def test_everybody_sees_the_table(midgame: Table) -> None:
    for who in (0, 1, 2, None):
        view = midgame.view(who)
        assert (view.turn, view.decider, view.phase) == (0, 0, "ACTION")
        assert (view.actions, view.buys, view.money, view.played) == (1, 1, 0, ("Code Review",))
        assert view.supply == midgame.view(0).supply
        assert view.seats == midgame.view(0).seats


def test_how_many_cards_lie_where_and_what_a_seat_owns_in_all_is_public(midgame: Table) -> None:
    seen = midgame.view(0).seats[1]
    assert (seen.hand_size, seen.deck_size, seen.discard_size) == (3, 3, 2)
    assert dict(seen.owned) == cards("Monitoring, 2 Method, 2 Dogecoin, Refactor, Ethereum, Bug")
    assert seen.score == 1


def test_cards_in_play_are_owned_by_the_seat_in_turn(midgame: Table) -> None:
    assert dict(midgame.view(1).seats[0].owned)["Code Review"] == 1


def test_of_a_discard_pile_everybody_sees_what_was_shown(midgame: Table) -> None:
    assert midgame.view(0).seats[1].shown_discard == ("Ethereum",)
    assert midgame.view(None).seats[2].shown_discard == ("Hack", "Hack")


def test_cards_put_away_unplayed_are_not_shown_and_played_or_bought_ones_are() -> None:
    table = position(hands=["Bitcoin, 2 Method", ""], decks=["5 Bug", ""], played="Dogecoin", phase="BUY", money=3)
    play(table, "buy Ethereum")
    assert Counter(table.view(1).seats[0].shown_discard) == cards("Dogecoin, Ethereum")
    assert discard(table) == cards("Bitcoin, 2 Method, Dogecoin, Ethereum")


def test_after_a_shuffle_nothing_is_shown() -> None:
    table = play(position(hands=["Evergreen Test", ""], discards=["4 Module", ""]), "play Evergreen Test")
    assert table.view(1).seats[0].shown_discard == ()


def test_a_spectator_sees_no_hand(midgame: Table) -> None:
    view = midgame.view()
    assert (view.seat, view.hand, view.deck, view.discard) == (None, (), (), ())


@pytest.mark.parametrize("who", [0, 2, None])
def test_nobody_sees_anothers_hand_or_deck(midgame: Table, who: int | None) -> None:
    other = swap_hand_and_deck(midgame, 1)
    assert hand(other, 1) == cards("2 Dogecoin, Refactor")
    assert other.view(who) == midgame.view(who)
    assert other.record(who).tobytes() == midgame.record(who).tobytes()


def test_a_view_cannot_be_changed(midgame: Table) -> None:
    view = midgame.view(0)
    with pytest.raises(AttributeError):
        view.money = 100
    with pytest.raises(TypeError):
        view.hand[0] = "Framework"
    with pytest.raises(AttributeError):
        view.supply[0].count = 0
    assert isinstance(hash(view), int)


def test_a_players_record_is_a_read_only_copy(midgame: Table) -> None:
    record = midgame.record(0)
    with pytest.raises(ValueError, match="read-only"):
        record["money"] = 100
    assert not np.shares_memory(record, midgame.record(0)), "every request gets a copy of its own"


def test_a_view_survives_json(midgame: Table) -> None:
    view = midgame.view(1)
    assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view


def test_a_view_knows_the_cards_of_its_edition(midgame: Table) -> None:
    assert midgame.view(0).card("Bitcoin").cost == 1
    assert position().view(0).card("Bitcoin").cost == 0


def test_a_view_is_drawn_as_text(midgame: Table) -> None:
    text = GAME.look.draw(midgame.view(1))
    assert "1¤ Bitcoin ×60" in text
    assert "In play   1 Code Review" in text
    mover = next(line.split() for line in text.splitlines() if line.startswith("▶"))
    assert mover[:8] == ["▶", "seat", "0", "9", "1", "3", "3", "1"], "points, turn, hand, deck, discard"
    assert text.splitlines()[-2:] == ["Hand      2 Method, 1 Monitoring", "ACTION    actions 1, buys 1, money 0¤"]
    assert "Hand" not in GAME.look.draw(midgame.view())


def test_the_trash_is_drawn_once_there_is_some() -> None:
    assert "Trash" not in GAME.look.draw(position().view())
    assert "Trash     3 Bug" in GAME.look.draw(position(left={"Bug": 7}).view())


# Hide and redeal


def redealt(table: Table, seat: int, seed: int = 0) -> States:
    states = table.engine.record_in_full()
    GAME.machine.kernel.redeal(states, 0, seat, new_dice(secret_seed(seed)))
    return states


def as_table(states: States) -> Table:
    return GAME.position(write_position(GAME, states, AutomationSettings(edition="expanded")))


def test_hide_leaves_a_seat_its_own_cards_and_blanks_others(midgame: Table) -> None:
    hidden = midgame.record(0)[0]
    full = midgame.engine.record_in_full()[0]
    for name in ("hand", "deck", "discard"):
        assert np.array_equal(hidden[name][0], full[name][0])
    assert hidden["hand"][1:].sum() == 0
    assert np.array_equal(hidden["discard"][1:], full["shown"][1:])
    assert not hidden["rng"].any()


@pytest.mark.parametrize("seat", [-1, 0, 1, 2])
def test_redeal_keeps_all_that_a_seat_can_see(midgame: Table, seat: int) -> None:
    who = None if seat < 0 else seat
    other = as_table(redealt(midgame, seat))
    assert other.record(who).tobytes() == midgame.record(who).tobytes()
    assert other.view(who) == midgame.view(who)


def test_redeal_keeps_the_sizes_and_what_was_shown(midgame: Table) -> None:
    other = as_table(redealt(midgame, 0))
    assert (hand(other, 1).total(), deck(other, 1).total(), discard(other, 1).total()) == (3, 3, 2)
    assert discard(other, 1)["Ethereum"] >= 1
    assert other.view().seats[1].owned == midgame.view().seats[1].owned


def test_redeal_deals_every_hand_that_is_possible(midgame: Table) -> None:
    """Seat 1 holds 3 of 7 unknown cards: 2 Method, 2 Dogecoin, Monitoring, Refactor, Bug make 18 different hands."""
    found = {redealt(midgame, 0, seed)[0]["hand"][1].tobytes() for seed in range(600)}
    assert len(found) == 18


def test_redeal_does_not_change_a_seats_own_cards(midgame: Table) -> None:
    for seed in range(20):
        other = redealt(midgame, 1, seed)[0]
        full = midgame.engine.record_in_full()[0]
        assert np.array_equal(other["hand"][1], full["hand"][1])
        assert np.array_equal(other["deck"][1], full["deck"][1])


# Taking back


def test_a_purchase_that_shows_nothing_new_can_be_taken_back() -> None:
    table = play(position(phase="BUY", money=9, buys=2), "buy Dogecoin")
    table.undo(0)
    assert (discard(table), table.view(0).money) == (cards(""), 9)


@pytest.mark.parametrize("move", ["play Refactor", "play Evergreen Test"])
def test_a_card_that_drew_cannot_be_taken_back_alone(move: str) -> None:
    table = play(position(hands=["Refactor, Evergreen Test", ""], decks=["4 Bug, 4 Module", ""]), move)
    with pytest.raises(UndoRefused, match="drew by chance"):
        table.undo(0)
    table.undo(agreed=(0, 1))
    assert hand(table) == cards("Refactor, Evergreen Test")
