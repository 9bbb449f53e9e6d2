"""The laws that hold after every move: a state that breaks one is caught, and the right one is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ludex.core.language.interpreted_state import store_twin
from ludex.games.power_grid.components.plants import COAL, KIND, PLUG, RECHARGED, SOCKET, STEP_3_BACK, URANIUM
from ludex.games.power_grid.laws import (
    ASKED_WRONG,
    CARD_LOST,
    FUEL_LOST,
    HOUSES_WRONG,
    INCOME_WRONG,
    MARKET_WRONG,
    MONEY_WRONG,
    ORDER_WRONG,
    STACK_WRONG,
    STORAGE_WRONG,
    audit,
)
from ludex.games.power_grid.state import BIDDING, BUYING, FOR_SALE, GONE, IN_MARKET, REMOVED

from .position import GAME, position, twin


def lawful() -> Any:
    """Return a state in the middle of a game that keeps all laws."""
    cities = [["Berlin", "Halle"], ["Kiel"]]
    table = position(plants=[[4, 5], [20]], fuel=[{"coal": 5, "oil": 1}, {"coal": 3}], cities=cities, under=[40])
    return twin(table)


def lose_a_token(s: Any) -> None:
    s.supply[COAL] -= 1


def make_a_token(s: Any) -> None:
    s.track[URANIUM] += 1


def owe_a_token(s: Any) -> None:
    s.fuel[0, COAL] -= 6
    s.supply[COAL] += 6


def lose_a_card_of_the_stack(s: Any) -> None:
    s.place[int(KIND[50])] = GONE


def lose_the_step_3_card(s: Any) -> None:
    s.shuffled = 1


def await_the_end_of_the_auctions_without_the_step_3_card(s: Any) -> None:
    s.step_3 = IN_MARKET


def remove_one_plant(s: Any) -> None:
    s.place[int(KIND[50])] = REMOVED
    s.stack -= 1


def show_a_back_in_the_original_edition(s: Any) -> None:
    s.back = PLUG


def show_a_back_that_no_plant_of_the_stack_has(s: Any) -> None:
    s.edition, s.back = RECHARGED, STEP_3_BACK


def remove_sockets_alone(s: Any) -> None:
    s.edition, s.back = RECHARGED, SOCKET
    for number in (44, 46, 50):
        s.place[int(KIND[number])] = REMOVED
        s.stack -= 1


def sell_an_owned_plant(s: Any) -> None:
    s.place[int(KIND[4])] = FOR_SALE


def own_a_plant_of_another(s: Any) -> None:
    s.plants[1, 0] = int(KIND[4])


def mix_up_the_market(s: Any) -> None:
    s.market[0], s.market[1] = s.market[1], s.market[0]


def keep_eight_plants_in_step_3(s: Any) -> None:
    s.step = 3


def expect_a_ninth_plant(s: Any) -> None:
    s.missing = 1


def build_two_houses_in_step_1(s: Any) -> None:
    berlin = 12
    s.houses[berlin] |= 2
    s.house_count[berlin] += 1
    s.cities[1] += 1


def count_a_house_too_many(s: Any) -> None:
    s.house_count[0] += 1


def build_out_of_play(s: Any) -> None:
    münchen = 40
    s.houses[münchen] |= 1
    s.house_count[münchen] += 1
    s.cities[0] += 1


def count_a_city_too_few(s: Any) -> None:
    s.cities[0] -= 1


def owe_money(s: Any) -> None:
    s.money[1] = -1


def be_paid_for_more_cities_than_there_are(s: Any) -> None:
    s.paid_for[0] = 99


def overfill_a_hybrid(s: Any) -> None:
    s.fuel[0, COAL] += 4
    s.supply[COAL] += s.track[COAL] - 4
    s.track[COAL] = 0


def leave_a_seat_out_of_the_order(s: Any) -> None:
    s.order[1] = s.order[0]


def ask_nobody(s: Any) -> None:
    s.turn = -1


def ask_out_of_order(s: Any) -> None:
    s.phase, s.place_in_order, s.turn = BUYING, 1, s.order[0]


def auction_a_plant_that_is_not_for_sale(s: Any) -> None:
    s.phase, s.bidders, s.bidder, s.auctioned = BIDDING, 3, 0, int(KIND[20])


def discard_below_the_limit(s: Any) -> None:
    s.phase, s.bidders, s.bidder, s.auctioned, s.discard = BIDDING, 3, 0, s.market[0], int(KIND[4])


BREACHES: dict[Callable[[Any], None], int] = {
    lose_a_token: FUEL_LOST,
    make_a_token: FUEL_LOST,
    owe_a_token: FUEL_LOST,
    lose_a_card_of_the_stack: CARD_LOST,
    lose_the_step_3_card: CARD_LOST,
    await_the_end_of_the_auctions_without_the_step_3_card: CARD_LOST,
    remove_one_plant: STACK_WRONG,
    show_a_back_in_the_original_edition: STACK_WRONG,
    show_a_back_that_no_plant_of_the_stack_has: STACK_WRONG,
    remove_sockets_alone: STACK_WRONG,
    sell_an_owned_plant: CARD_LOST,
    own_a_plant_of_another: CARD_LOST,
    mix_up_the_market: MARKET_WRONG,
    keep_eight_plants_in_step_3: MARKET_WRONG,
    expect_a_ninth_plant: MARKET_WRONG,
    build_two_houses_in_step_1: HOUSES_WRONG,
    count_a_house_too_many: HOUSES_WRONG,
    build_out_of_play: HOUSES_WRONG,
    count_a_city_too_few: HOUSES_WRONG,
    owe_money: MONEY_WRONG,
    be_paid_for_more_cities_than_there_are: INCOME_WRONG,
    overfill_a_hybrid: STORAGE_WRONG,
    leave_a_seat_out_of_the_order: ORDER_WRONG,
    ask_nobody: ASKED_WRONG,
    ask_out_of_order: ASKED_WRONG,
    auction_a_plant_that_is_not_for_sale: ASKED_WRONG,
    discard_below_the_limit: ASKED_WRONG,
}


def test_a_lawful_state_is_lawful() -> None:
    assert audit(lawful()) == 0


@pytest.mark.parametrize(("breach", "law"), BREACHES.items(), ids=[breach.__name__ for breach in BREACHES])
def test_a_broken_law_is_named(breach: Callable[[Any], None], law: int) -> None:
    s = lawful()
    breach(s)
    assert audit(s) == law


def test_the_compiled_laws_say_the_same() -> None:
    table = position(plants=[[4], [20]])
    s = twin(table)
    owe_money(s)
    states = table.engine.record_in_full()
    store_twin(s, states, 0)
    assert table.game.compiled.audit(states, 0) == MONEY_WRONG


def test_every_law_can_be_broken() -> None:
    assert set(BREACHES.values()) == set(GAME.laws)


def test_a_bid_at_the_limit_of_plants_names_one_to_discard() -> None:
    s = twin(position(plants=[[4, 5, 6, 7], [20]]))
    s.phase, s.bidders, s.bidder, s.auctioned, s.discard = BIDDING, 3, 0, s.market[0], int(KIND[4])
    assert audit(s) == 0
    s.discard = -1
    assert audit(s) == ASKED_WRONG
