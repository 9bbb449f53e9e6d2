"""The end of the game: the winner is the player who can power most cities."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, Rows, ending, note, rule
from ludex.games.power_grid.components.maps import CITIES
from ludex.games.power_grid.components.plants import COAL, GARBAGE, HYBRID, OIL, ORIGINAL, POWERS, URANIUM
from ludex.games.power_grid.events import Counted, GameEnded
from ludex.games.power_grid.rules.bureaucracy import burns
from ludex.games.power_grid.state import BY_CITIES, BY_ROUNDS, OVER, State

END_CITIES_REACHED = ending("a network reached the number of cities that ends the game")
ROUND_LIMIT_REACHED = ending("the round limit was reached")


@rule
def end_game(s: State, why: int, log: Log) -> None:
    """End the game after phase 4. There is no more income."""
    s.ended = why
    s.phase = OVER
    s.place_in_order = 0
    note(log, GameEnded, EVERYONE)
    for seat in range(s.seats):
        note(log, Counted, EVERYONE, seat, can_power(s, seat), s.cities[seat])


@rule
def over(s: State) -> int:
    if s.ended == BY_CITIES:
        return END_CITIES_REACHED
    return ROUND_LIMIT_REACHED if s.ended == BY_ROUNDS else 0


@rule
def scores(s: State, out: Rows) -> None:
    """The seat that can power most cities wins. Ties go to the most money and, in the original edition, most cities."""
    for seat in range(s.seats):
        out[seat, 0] = can_power(s, seat)
        out[seat, 1] = s.money[seat] * CITIES
        if s.edition == ORIGINAL:
            out[seat, 1] += s.cities[seat]


@rule
def can_power(s: State, seat: int) -> int:
    """Return the largest number of cities that a seat can power now, at most the number of its cities."""
    return min(power_at_hand(s, seat), s.cities[seat])


@rule
def power_at_hand(s: State, seat: int) -> int:
    """The most cities a seat's plants could power with its fuel, if it had enough cities."""
    best = 0
    for slots in range((1 << s.plant_count[seat]) - 1, 0, -1):
        powers = powers_of(s, seat, slots)
        if powers > best and can_run_all(s, seat, slots):
            best = powers
    return best


@rule
def powers_of(s: State, seat: int, slots: int) -> int:
    """Return how many cities these plants (bits of slots) power together."""
    powers = 0
    for slot in range(s.plant_count[seat]):
        if slots >> slot & 1:
            powers += POWERS[s.plants[seat, slot]]
    return int(powers)


@rule
def can_run_all(s: State, seat: int, slots: int) -> bool:
    """Return whether the fuel suffices for all these plants (bits of slots) at once, with any mix in the hybrids."""
    coal = oil = garbage = uranium = either = 0
    for slot in range(s.plant_count[seat]):
        if slots >> slot & 1:
            kind = s.plants[seat, slot]
            coal += burns(kind, COAL)
            oil += burns(kind, OIL)
            garbage += burns(kind, GARBAGE)
            uranium += burns(kind, URANIUM)
            either += burns(kind, HYBRID)
    have_coal, have_oil = s.fuel[seat, COAL], s.fuel[seat, OIL]
    if coal > have_coal or oil > have_oil or coal + oil + either > have_coal + have_oil:
        return False
    return bool(garbage <= s.fuel[seat, GARBAGE] and uranium <= s.fuel[seat, URANIUM])
