"""The record of Diplomacy, its phases, orders and results."""

from __future__ import annotations

from ludex.author import Record, i8, i16, i64, rule
from ludex.games.diplomacy.components import PROVINCES, SEA_AT, SEATS

SEAS = len(SEA_AT)

SPRING_MOVES, SPRING_RETREATS, FALL_MOVES, FALL_RETREATS, WINTER, OVER = range(6)
PHASE_WORDS = ("spring moves", "spring retreats", "fall moves", "fall retreats", "winter adjustments", "the end")

NO_ORDER, HOLD, MOVE, MOVE_VIA, SUPPORT_HOLD, SUPPORT_MOVE, CONVOY, RETREAT, DISBAND, BUILD = range(10)
"""Kinds of orders, as they stand in the record."""

UNKNOWN, YES, NO = range(3)
"""What the adjudicator knows of a decision so far."""

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
"""How an order ended: done; bounced off another unit; would have dislodged a unit of its own power; was offered no
convoy; the convoy was disrupted; the convoy was part of a paradox; the support was cut; the support or convoy matched
no order; the unit was dislodged where it stood; another unit retreated to the same place."""

SOLO, DRAW, CONCEDED, YEAR_LIMIT = range(1, 5)
"""How a game ended."""

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
    map = i8()
    paradox = i8()
    intent = i8()
    via_fallback = i8()
    back_to_origin = i8()
    any_fleet_disrupts = i8()
    beaten_never_blocks = i8()
    home_disorder = i8()
    votes = i8()
    victory = i8()
    last_year = i16()

    # the board
    phase = i8()
    year = i16()
    ended = i8()
    winner = i8()
    kind = i8.row(PROVINCES)
    power = i8.row(PROVINCES)
    place = i8.row(PROVINCES)
    owner = i8.row(PROVINCES)
    contested = i8.row(PROVINCES)
    beaten_kind = i8.row(PROVINCES)
    beaten_power = i8.row(PROVINCES)
    beaten_place = i8.row(PROVINCES)
    beaten_by = i8.row(PROVINCES)
    beaten_from = i8.row(PROVINCES)
    fleets_at_sea = i64()
    armies_ashore = i64()
    sea_shores = i64.row(SEAS)

    # what is being decided
    left = i8.row(SEATS)
    vote = i8.row(SEATS)
    order = i8.row(PROVINCES)
    target = i8.row(PROVINCES)
    to = i8.row(PROVINCES)

    # the phase before: units, orders, and how they ended
    old_phase = i8()
    old_year = i16()
    old_kind = i8.row(PROVINCES)
    old_power = i8.row(PROVINCES)
    old_place = i8.row(PROVINCES)
    old_order = i8.row(PROVINCES)
    old_target = i8.row(PROVINCES)
    old_to = i8.row(PROVINCES)
    result = i8.row(PROVINCES)
    by = i8.row(PROVINCES)
    strength = i8.row(PROVINCES)
    against = i8.row(PROVINCES)

    # the adjudicator's own
    units = i8()
    unit = i8.row(PROVINCES)
    goes = i8.row(PROVINCES)
    sails = i8.row(PROVINCES)
    knows = i8.row(PROVINCES)
    way = i8.row(PROVINCES)
    attacker = i8.row(PROVINCES)
    next_attacker = i8.row(PROVINCES)
    helper = i8.row(PROVINCES)
    next_helper = i8.row(PROVINCES)
    loop = i8.row(PROVINCES)
    mark = i8.row(PROVINCES)
    queue = i8.row(PROVINCES)
    kept_knows = i8.row(PROVINCES)
    kept_way = i8.row(PROVINCES)

    # how texts are read; no rule asks
    coasts = i8()


@rule
def is_moves(phase: int) -> bool:
    """Whether it is a movement phase."""
    return phase == SPRING_MOVES or phase == FALL_MOVES


@rule
def is_retreats(phase: int) -> bool:
    """Whether it is a retreat phase."""
    return phase == SPRING_RETREATS or phase == FALL_RETREATS
