"""The record of Diplomacy, its phases, orders and results."""

from __future__ import annotations

from ludex.author import COUNT, FLAG, SEAT_OR_NOBODY, Record, i8, i16, i64, rule
from ludex.games.diplomacy.components import FLEET, MAP_NAMES, NOWHERE, PLACE_COUNT, PROVINCES, SEA_AT, SEATS, SHORE_AT

SEAS = len(SEA_AT)

SPRING_MOVES, SPRING_RETREATS, FALL_MOVES, FALL_RETREATS, WINTER, OVER = range(6)
PHASE_WORDS = ("spring moves", "spring retreats", "fall moves", "fall retreats", "winter adjustments", "the end")

NO_ORDER, HOLD, MOVE, MOVE_VIA, SUPPORT_HOLD, SUPPORT_MOVE, CONVOY, RETREAT, DISBAND, BUILD = range(10)
"""Kinds of orders, as stored in the record."""

UNKNOWN, YES, NO = range(3)
"""The adjudicator's knowledge of a decision so far."""

NO_PARADOX, PAST_PARADOX, IN_PARADOX, FAILED_IN_PARADOX = range(4)
"""The part of a unit in convoy paradoxes: none; it was in one that is settled; it is in the one that is being settled;
its move failed by the paradox rule."""

(
    NOTHING,
    DONE,
    BOUNCED,
    OWN_UNIT,
    NO_CONVOY,
    DISRUPTED,
    PARADOX,
    CUT,
    UNMATCHED,
    BEATEN,
    CROWDED,
) = range(11)
"""Results of an order: done; bounced off another unit; would have dislodged a unit of the same power; was offered no
convoy; the convoy was disrupted; the convoy was part of a paradox; the support was cut; the support or convoy matched
no order; the unit was dislodged where it stood; another unit retreated to the same place."""

SOLO, DRAW, CONCEDED, YEAR_LIMIT = range(1, 5)
"""The ways in which a game ends."""

SZYKMAN, RULE_1982, RULE_2000, ALL_HOLD = range(4)
OWN_FLEET, EXPLICIT, ANY_FLEET = range(3)

NO_VOTE, VOTE_DRAW, VOTE_FIRST_POWER = range(3)


class State(Record):
    """The state of a game. Rows are by province.

    `kind`, `power` and `place` are of the unit there (kind 0: none), `beaten_…` of the unit that was dislodged from
    there and must retreat: by the unit from `beaten_by`, and it may not go to `beaten_from`. `fleets_at_sea` and
    `armies_ashore` are bit masks by the numbers of seas and shores, `sea_shores` the shores that connected fleets
    touch. `left` counts the decisions a seat still owes. `order`, `target` and `to` are what was ordered so far, secret
    until the phase is over; `target` is the province of a unit that is supported or convoyed, or the kind of a build.

    For the adjudicator, `unit` lists the provinces with units. `goes` is the province a unit moves to, `sails` whether
    by convoy; `knows` whether a move succeeds or a support is given, `way` whether a move can be made at all.
    `attacker` and `next_attacker` list the moves into a province, `helper` and `next_helper` the supports of a unit.
    """

    # the rules in force
    map = i8(range(len(MAP_NAMES)), fixed=True)
    paradox = i8(range(ALL_HOLD + 1), fixed=True)
    intent = i8(range(ANY_FLEET + 1), fixed=True)
    via_fallback = i8(FLAG, fixed=True)
    back_to_origin = i8(FLAG, fixed=True)
    any_fleet_disrupts = i8(FLAG, fixed=True)
    beaten_never_blocks = i8(FLAG, fixed=True)
    home_disorder = i8(FLAG, fixed=True)
    votes = i8(FLAG, fixed=True)
    victory = i8(COUNT, fixed=True)
    last_year = i16(COUNT, fixed=True)

    # the board
    phase = i8(range(OVER + 1))
    year = i16(COUNT)
    ended = i8(range(YEAR_LIMIT + 1))
    winner = i8(SEAT_OR_NOBODY)
    kind = i8.row(PROVINCES, range(FLEET + 1))
    power = i8.row(PROVINCES, SEAT_OR_NOBODY)
    place = i8.row(PROVINCES, range(PLACE_COUNT))
    owner = i8.row(PROVINCES, SEAT_OR_NOBODY)
    contested = i8.row(PROVINCES, FLAG)
    beaten_kind = i8.row(PROVINCES, range(FLEET + 1))
    beaten_power = i8.row(PROVINCES, SEAT_OR_NOBODY)
    beaten_place = i8.row(PROVINCES, range(PLACE_COUNT))
    beaten_by = i8.row(PROVINCES, range(NOWHERE, PROVINCES))
    beaten_from = i8.row(PROVINCES, range(NOWHERE, PROVINCES))
    fleets_at_sea = i64(range(1 << SEAS))
    armies_ashore = i64(range(1 << len(SHORE_AT)))
    sea_shores = i64.row(SEAS, range(1 << len(SHORE_AT)))

    # what is being decided
    left = i8.row(SEATS, COUNT)
    vote = i8.row(SEATS, range(VOTE_FIRST_POWER + SEATS))
    order = i8.row(PROVINCES, range(BUILD + 1))
    target = i8.row(PROVINCES, range(NOWHERE, PROVINCES))
    to = i8.row(PROVINCES, range(PLACE_COUNT))

    # the previous phase: units, orders, and their results
    old_phase = i8(range(OVER + 1))
    old_year = i16(COUNT)
    old_kind = i8.row(PROVINCES, range(FLEET + 1))
    old_power = i8.row(PROVINCES, SEAT_OR_NOBODY)
    old_place = i8.row(PROVINCES, range(PLACE_COUNT))
    old_order = i8.row(PROVINCES, range(BUILD + 1))
    old_target = i8.row(PROVINCES, range(NOWHERE, PROVINCES))
    old_to = i8.row(PROVINCES, range(PLACE_COUNT))
    result = i8.row(PROVINCES, range(CROWDED + 1))
    by = i8.row(PROVINCES, range(NOWHERE, PROVINCES))
    strength = i8.row(PROVINCES, COUNT)
    against = i8.row(PROVINCES, COUNT)

    # working memory of the adjudicator
    units = i8(range(PROVINCES + 1))
    unit = i8.row(PROVINCES, range(PROVINCES))
    goes = i8.row(PROVINCES, range(NOWHERE, PROVINCES))
    sails = i8.row(PROVINCES, range(-1, 2))
    knows = i8.row(PROVINCES, range(NO + 1))
    way = i8.row(PROVINCES, range(NO + 1))
    attacker = i8.row(PROVINCES, range(NOWHERE, PROVINCES))
    next_attacker = i8.row(PROVINCES, range(NOWHERE, PROVINCES))
    helper = i8.row(PROVINCES, range(NOWHERE, PROVINCES))
    next_helper = i8.row(PROVINCES, range(NOWHERE, PROVINCES))
    loop = i8.row(PROVINCES, range(FAILED_IN_PARADOX + 1))
    mark = i8.row(PROVINCES, range(PROVINCES + 1))
    queue = i8.row(PROVINCES, range(NOWHERE, PROVINCES))
    kept_knows = i8.row(PROVINCES, range(NO + 1))
    kept_way = i8.row(PROVINCES, range(NO + 1))

    # the way in which texts are read, which no rule uses
    coasts = i8(COUNT, fixed=True)


@rule
def is_moves(phase: int) -> bool:
    """Return whether it is a movement phase."""
    return phase == SPRING_MOVES or phase == FALL_MOVES


@rule
def is_retreats(phase: int) -> bool:
    """Return whether it is a retreat phase."""
    return phase == SPRING_RETREATS or phase == FALL_RETREATS
