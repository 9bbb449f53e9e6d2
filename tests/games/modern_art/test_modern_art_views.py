"""Views: the phase is a tagged union that a program can match on and a page can draw."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from ludex import Table
from ludex.games.modern_art import (
    AwaitingCard,
    FixedPriceAuction,
    GameOver,
    HiddenAuction,
    Lot,
    OneOfferAuction,
    OpenAuction,
    Phase,
    Ranked,
    Sale,
    Selling,
    View,
)

from .position import GAME, card, play, position, sell_out

HANDS = "Manuel open, Manuel double, Rafael hidden", "Sigrid fixed price, Manuel hidden", "Daniel one offer"


def visited(table: Table, kinds: set[type], pick: int) -> None:
    while table.outcome is None:
        kinds.add(type(table.view().phase))
        seat = table.waiting[pick % len(table.waiting)]
        options = table.options(seat)
        table.play(seat, options[pick * 7 % len(options)])
    kinds.add(type(table.view().phase))


def test_every_kind_of_phase_is_met_and_nothing_else() -> None:
    kinds: set[type] = set()
    for pick in range(4):
        visited(GAME.new(3, seed=pick, mystery=True, closing="hammer" if pick % 2 else "passes"), kinds, pick)
    assert kinds == set(get_args(Phase))


def test_tags_are_words() -> None:
    assert sorted(msgspec.to_builtins(kind.__struct_config__.tag) for kind in get_args(Phase)) == [
        "awaiting card",
        "double awaiting second card",
        "fixed price auction",
        "game over",
        "hidden auction",
        "mystery offer",
        "one offer auction",
        "open auction",
        "round ending",
        "selling",
    ]


def test_a_view_travels_as_json() -> None:
    table = play(position(*HANDS), "0: play Manuel open", "1: bid 4")
    text = msgspec.json.encode(table.view(2))
    assert b'"type":"open auction"' in text
    assert msgspec.json.decode(text, type=View) == table.view(2)


def test_every_auction_has_its_own_fields() -> None:
    table = play(position(*HANDS), "0: play Manuel open", "1: bid 4", "2: pass")
    lot = Lot((card("Manuel open"),), 0)
    assert table.view().phase == OpenAuction(lot, 0, 4, 1, (2,), "passes", 0)
    play(table, "0: pass", "1: play Sigrid fixed price", "1: price 9", "2: pass")
    assert table.view().phase == FixedPriceAuction(Lot((card("Sigrid fixed price"),), 1), 1, 9, 0, (2,))
    play(table, "0: buy", "2: play Daniel one offer", "0: bid 3", "1: pass")
    assert table.view().phase == OneOfferAuction(Lot((card("Daniel one offer"),), 2), 2, 2, 3, 0, (1,))
    play(table, "2: pass", "0: play Rafael hidden", "1: seal 8")
    assert table.view(1).phase == HiddenAuction(Lot((card("Rafael hidden"),), 0), 0, (1,), 8)


def test_a_lot_of_two_names_who_played_the_first_card() -> None:
    table = play(position(*HANDS), "0: play Manuel double", "0: decline", "1: add Manuel hidden")
    assert table.view().phase == HiddenAuction(Lot((card("Manuel double"), card("Manuel hidden")), 0), 1, (), None)


def test_the_last_sale_is_shown_until_the_next_card() -> None:
    table = play(position(*HANDS), "0: play Manuel open", "1: bid 4", "2: pass", "0: pass")
    assert table.view().last_sale == Sale((card("Manuel open"),), 0, 1, 4, None)
    assert play(table, "1: play Sigrid fixed price").view().last_sale is None


def test_selling_shows_the_ranking() -> None:
    table = position(*HANDS, before=["2 Sigrid open", "4 Rafael open"], round=2, tiles={"Rafael": [10], "Ramon": [30]})
    play(table, "0: play Rafael hidden", "end round")
    phase = table.view().phase
    assert isinstance(phase, Selling)
    assert phase.ranking == (
        Ranked("Rafael Silveira", 5, 1, 30, 40),
        Ranked("Sigrid Thaler", 2, 2, 20, 20),
        Ranked("Manuel Carvalho", 0, None, 0, 0),
        Ranked("Daniel Melim", 0, None, 0, 0),
        Ranked("Ramon Martins", 0, None, 0, 0),
    )


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_a_finished_game_shows_the_same_to_everybody(seat: int | None) -> None:
    table = sell_out(play(position(*HANDS, round=4, unsold="4 Rafael open"), "0: play Rafael hidden"))
    assert table.view(seat).phase == GameOver((100, 100, 100), (0, 1, 2))


def test_views_are_drawn_in_every_phase() -> None:
    table = GAME.new(3, seed=2, mystery=True, closing="hammer")
    drawn = set()
    while table.outcome is None:
        drawn.add(GAME.look.draw(table.view(0)).splitlines()[0].partition("    ")[2].split()[0])
        table.play(table.waiting[-1], table.options(table.waiting[-1])[-1])
    assert {"seat", "open", "one", "hidden", "fixed", "the", "paintings"} <= drawn
    assert "the game is over, won by seat" in GAME.look.draw(table.view())


def test_a_program_can_match_on_the_phase() -> None:
    match position(*HANDS).view().phase:
        case AwaitingCard(seat=seat):
            assert seat == 0
        case _:
            pytest.fail("a card is awaited")
