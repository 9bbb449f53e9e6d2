"""Setup: regions, plant market and stack, fuel, money, and the first player order."""

from __future__ import annotations

from ludex.author import below, rule
from ludex.games.power_grid.components.maps import BOARD_COUNT, FIRST_BOARD
from ludex.games.power_grid.components.plants import CARDS, FUELS, KINDS, NO_BACK, ORIGINAL, PLANT_13, PLUG, SOCKET
from ludex.games.power_grid.components.tables import (
    MOST_PLANTS,
    PLANTS_REMOVED,
    PLUGS_REMOVED,
    REGIONS_IN_PLAY,
    SOCKETS_REMOVED,
    START_FUEL,
    START_MONEY,
    TOKENS,
)
from ludex.games.power_grid.rules.auction import close_auction
from ludex.games.power_grid.rules.building import clear_reach
from ludex.games.power_grid.rules.market import pick_card, put_in_market, set_discount
from ludex.games.power_grid.state import FIRST_MARKET, MARKET, OPENING, PLACING, REMOVED, SEATS, STACK, State


@rule
def setup(s: State) -> None:
    """Set up regions, market and stack, fuel, money, and a random player order for the first auctions."""
    regions = REGIONS_IN_PLAY[s.edition, s.seats]
    if s.board < 0:
        s.board = FIRST_BOARD[s.variant, regions] + below(s, BOARD_COUNT[s.variant, regions])
    for slot in range(MARKET):
        s.market[slot] = -1
    for kind in range(CARDS):
        s.place[kind] = STACK
    s.top = -1
    s.discount = -1
    set_up_market(s)
    for fuel in range(len(FUELS)):
        s.track[fuel] = START_FUEL[s.edition, fuel]
        s.supply[fuel] = TOKENS[fuel] - s.track[fuel]
    for seat in range(SEATS):
        s.order[seat] = seat if seat < s.seats else -1
        clear_reach(s, seat)
        for slot in range(MOST_PLANTS):
            s.plants[seat, slot] = -1
    for seat in range(s.seats):
        s.money[seat] = START_MONEY
        other = seat + below(s, s.seats - seat)
        s.order[seat], s.order[other] = s.order[other], s.order[seat]
    close_auction(s)
    s.round = 1
    s.step = 1
    s.phase = PLACING if s.trust else OPENING
    set_discount(s)
    s.turn = s.order[0]


@rule
def set_up_market(s: State) -> None:
    """Original: plants 3 to 10, with 13 on top of the stack. Recharged: eight plugs, with another plug on top.

    Some plants are removed unseen."""
    for kind in range(FIRST_MARKET):
        if s.edition == ORIGINAL:
            put_in_market(s, kind)
        else:
            put_in_market(s, pick_card(s, STACK, PLUG))
    if s.edition == ORIGINAL:
        s.top = PLANT_13
    else:
        s.back = PLUG
    s.stack = KINDS - FIRST_MARKET
    remove_unseen(s)


@rule
def remove_unseen(s: State) -> None:
    """Take out the plants that are not in this game, in Recharged a number of plugs and a number of sockets."""
    plants, plugs = PLANTS_REMOVED[s.edition, s.seats], PLUGS_REMOVED[s.edition, s.seats]
    total = plants + plugs + SOCKETS_REMOVED[s.edition, s.seats]
    for number in range(total):
        back = NO_BACK if number < plants else PLUG if number < plants + plugs else SOCKET
        s.place[pick_card(s, STACK, back)] = REMOVED
    s.stack -= total
