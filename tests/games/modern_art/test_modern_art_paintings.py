"""Every painting is a distinct card: its id is the same in all views, for the whole game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from ludex import Table, secret_seed
from ludex.core.language.chance import new_dice
from ludex.games.modern_art import Card, OpenAuction, RoundEnding, View
from ludex.games.modern_art.components import DECK, DECKS, card_with, cards_of

from .position import GAME, THREE, phase, play, position


def ids(cards: tuple[Card, ...]) -> list[str]:
    return [card.id for card in cards]


def random_moves(table: Table, count: int = 10_000) -> Iterator[Table]:
    """Yield the table before every move of a game by chance."""
    bot = GAME.machine.bot_slots["random"]
    rows, dice = GAME.machine.buffers.rows.copy(), new_dice(secret_seed(5))
    while table.waiting and len(table.played) < count:
        yield table
        seat = table.waiting[len(table.played) % len(table.waiting)]
        table.engine.play_packed(
            seat, GAME.machine.interpreted.choose(bot, table.engine.record_in_full(), 0, seat, rows, dice)
        )


def on_table(view: View) -> list[str]:
    """Return the ids of all cards that a viewer sees outside of hands."""
    owned = [card for seat in view.seats for card in seat.paintings]
    lot = getattr(view.phase, "lot", None)
    shown = lot.cards if lot else (getattr(view.phase, "card", None),)
    return ids((*owned, *view.unsold, *view.discard, *(card for card in shown if card)))


@pytest.mark.parametrize("deck", DECKS)
def test_the_seventy_cards_have_seventy_ids(deck: str) -> None:
    counts = DECK[DECKS.index(deck)]
    cards = cards_of(bytes([(1 << int(count)) - 1 for count in counts]))
    assert len(set(ids(cards))) == len(cards) == 70
    assert "rafael-silveira-fixed-price-3" in ids(cards)


def test_cards_that_show_the_same_are_equal_whichever_copy_they_are() -> None:
    assert card_with(3, 0) == card_with(3, 1) == Card("Manuel Carvalho", "fixed price")
    assert card_with(3, 0).id != card_with(3, 1).id
    assert Counter([card_with(3, 0), card_with(3, 1)]).total() == 2


@pytest.mark.parametrize("seats", [3, 5])
def test_no_id_is_ever_in_two_places_and_none_is_lost(seats: int) -> None:
    for table in random_moves(GAME.new(seats, seed=2)):
        view = table.view()
        known = on_table(view) + [card for seat in range(seats) for card in ids(table.view(seat).hand)]
        assert len(set(known)) == len(known) == 70 - view.deck_size
        assert table.engine.broken_law() is None


def test_a_card_keeps_its_id_from_the_hand_to_the_discard_pile() -> None:
    table = position("Manuel open, Rafael hidden", "Sigrid open", "Daniel open", unsold="4 Rafael open")
    mine = ids(table.view(0).hand)
    play(table, "0: play Manuel open")
    assert ids(phase(table, OpenAuction).lot.cards) == mine[:1]
    play(table, "1: bid 3", "0: pass", "2: pass")
    assert ids(table.view(2).seats[1].paintings) == mine[:1]
    play(table, "1: play Sigrid open", "0: pass", "1: pass", "2: pass", "2: play Daniel open", "0: pass", "1: pass")
    play(table, "2: pass", "0: play Rafael hidden")
    assert ids(phase(table, RoundEnding).unsold) == mine[1:]
    play(table, "0: end round", *(f"{seat}: sell" for seat in (1, 2)))
    assert set(mine) <= set(ids(table.view().discard))


def test_the_cards_of_a_hand_keep_their_ids_while_others_are_played() -> None:
    for table in random_moves(GAME.new(4, seed=3), 150):
        seat = table.played.seat_of_last()
        if seat >= 0 and "offers" in str(table.events(since=len(table.played) - 1)[:1]):
            before = ids(table.branch(len(table.played) - 1).view(seat).hand)
            assert set(ids(table.view(seat).hand)) < set(before)


def test_of_two_cards_that_show_the_same_the_first_in_hand_is_played() -> None:
    table = position("2 Manuel open", "Sigrid open", "Daniel open")
    first, second = ids(table.view(0).hand)
    play(table, "0: play Manuel open")
    assert (ids(phase(table, OpenAuction).lot.cards), ids(table.view(0).hand)) == ([first], [second])


def test_which_copy_is_dealt_is_chance_and_tells_nothing_about_the_others() -> None:
    """Of the three open cards by Manuel each is as often the first that a seat is dealt."""
    firsts: Counter[str] = Counter()
    for seed in range(600):
        held = [card.id for card in GAME.new(3, seed).view(0).hand if card.id.startswith("manuel-carvalho-open")]
        firsts.update(held[:1])
    assert len(firsts) == 3
    assert max(firsts.values()) - min(firsts.values()) < 75


def test_the_discard_pile_is_empty_until_paintings_are_sold() -> None:
    table = position("Rafael hidden, Manuel open", "Sigrid open", "Daniel open", before=["", "4 Rafael open"])
    play(table, "0: play Rafael hidden", "0: end round")
    assert table.view().discard == ()
    play(table, "1: sell")
    assert Counter(table.view(2).discard) == {
        Card("Rafael Silveira", "open"): 4,
        Card("Rafael Silveira", "hidden"): 1,
    }


def test_a_turned_mystery_card_has_an_id_too() -> None:
    table = THREE.new(3, seed=4, mystery=True)
    for _ in random_moves(table):
        view = table.view()
        known = on_table(view)
        assert len(set(known)) == len(known)
    assert len(table.view().discard) > 40


def test_a_position_keeps_the_ids_and_one_that_was_changed_by_hand_gets_new_ones() -> None:
    table = GAME.new(3, seed=7, starter=0)
    assert ids(GAME.position(table.position()).view(1).hand) == ids(table.view(1).hand)
    changed = GAME.position(table.position().but(hand=[{"Sigrid Thaler (double)": 2}, {}, {}]))
    assert ids(changed.view(0).hand) == ["sigrid-thaler-double-1", "sigrid-thaler-double-2"]
