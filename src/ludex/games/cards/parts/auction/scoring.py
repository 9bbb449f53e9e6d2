"""The points for contracts of an auction, from the genome's table."""

from __future__ import annotations

from ludex.author import Log, rule
from ludex.games.cards.bytecode.numbers import number, signed_number
from ludex.games.cards.parts.auction.calls import (
    auction_at,
    is_vulnerable,
    level_of,
    strain_of,
    times_doubled,
    tricks_promised,
)
from ludex.games.cards.parts.auction.places import (
    AUCTION_FLAGS,
    COUNTS_OVERTRICKS,
    DECLARER_LOSES,
    DOUBLED_OVERTRICK,
    FIRST_STRAIN,
    GAME_BONUS,
    GAME_POINTS,
    GRAND_SLAM,
    INSULT,
    PART_BONUS,
    SMALL_SLAM,
    STRAIN_COUNT,
    STRAIN_FIRST,
    STRAIN_POINTS,
    STRAIN_SIZE,
    UNDERTRICKS,
    VULNERABLE_DOUBLED_OVERTRICK,
    VULNERABLE_GAME_BONUS,
    VULNERABLE_GRAND_SLAM,
    VULNERABLE_SMALL_SLAM,
    VULNERABLE_UNDERTRICKS,
)
from ludex.games.cards.parts.seats import side_of, sides
from ludex.games.cards.parts.terms import (
    CONTRACT_TRICKS,
    EXTRA_TRICKS,
    GAME,
    INSULT_BONUS,
    PART_SCORE,
    SLAM,
    UNDERTRICKS_COST,
    gain,
)
from ludex.games.cards.state import State


@rule
def score_auction(s: State, log: Log) -> None:
    """Score the contract: for the declarer's side if it is made, and otherwise for the opponents, or against it."""
    at = auction_at(s)
    side = side_of(s, s.declarer - 1)
    tricks = tricks_of(s, side)
    if tricks >= tricks_promised(s, at):
        score_made(s, log, at, side, tricks - tricks_promised(s, at))
        return
    missing = tricks_promised(s, at) - tricks
    points = undertrick_points(s, at, missing, times_doubled(s), is_vulnerable(s, side))
    if s.code[at + AUCTION_FLAGS] & DECLARER_LOSES:
        gain(s, log, side, UNDERTRICKS_COST, -points, missing, times_doubled(s), 0)
        return
    for other in range(sides(s)):
        if other != side:
            gain(s, log, other, UNDERTRICKS_COST, points, missing, times_doubled(s), 1)


@rule
def tricks_of(s: State, side: int) -> int:
    """Count the tricks of a side."""
    tricks = 0
    for seat in range(s.seats):
        if side_of(s, seat) == side:
            tricks += s.tricks[seat]
    return int(tricks)


@rule
def chosen(s: State, at: int, plain: int, vulnerable: int, is_so: bool) -> int:
    """A number of the table: one of two, by whether the side is vulnerable."""
    return number(s, at + (vulnerable if is_so else plain))


@rule
def strain_points(s: State, at: int, bid: int) -> int:
    """The points for each trick of a bid."""
    return int(s.code[at + FIRST_STRAIN + STRAIN_SIZE * (bid % s.code[at + STRAIN_COUNT]) + STRAIN_POINTS])


@rule
def trick_score(s: State, at: int, bid: int) -> int:
    """The points for the tricks of a bid, not doubled."""
    first = at + FIRST_STRAIN + STRAIN_SIZE * (bid % s.code[at + STRAIN_COUNT]) + STRAIN_FIRST
    return level_of(s, at, bid) * strain_points(s, at, bid) + signed_number(s, first)


@rule
def score_made(s: State, log: Log, at: int, side: int, over: int) -> None:
    """Score a contract that was made: its tricks, the bonuses for what it is, and overtricks."""
    bid, times, vulnerable = int(s.high_bid - 1), times_doubled(s), is_vulnerable(s, side)
    level, worth = level_of(s, at, bid), trick_score(s, at, bid) * times
    gain(s, log, side, CONTRACT_TRICKS, worth, level, strain_of(s, at, bid), times)
    if worth >= number(s, at + GAME_POINTS):
        bonus = chosen(s, at, GAME_BONUS, VULNERABLE_GAME_BONUS, vulnerable)
        gain_bonus(s, log, side, GAME, bonus, vulnerable)
    else:
        gain_bonus(s, log, side, PART_SCORE, number(s, at + PART_BONUS), False)
    if is_slam(s, at, 1):
        gain_bonus(s, log, side, SLAM, chosen(s, at, SMALL_SLAM, VULNERABLE_SMALL_SLAM, vulnerable), False)
    elif is_slam(s, at, 0):
        gain_bonus(s, log, side, SLAM, chosen(s, at, GRAND_SLAM, VULNERABLE_GRAND_SLAM, vulnerable), True)
    if times > 1:
        gain_bonus(s, log, side, INSULT_BONUS, number(s, at + INSULT) * times // 2, times > 2)
    if over and s.code[at + AUCTION_FLAGS] & COUNTS_OVERTRICKS:
        each = strain_points(s, at, bid)
        if times > 1:
            each = chosen(s, at, DOUBLED_OVERTRICK, VULNERABLE_DOUBLED_OVERTRICK, vulnerable) * times // 2
        gain(s, log, side, EXTRA_TRICKS, over * each, over, each, times)


@rule
def gain_bonus(s: State, log: Log, side: int, term: int, points: int, first: bool) -> None:
    """Give a side a bonus, unless it is nothing."""
    if points:
        gain(s, log, side, term, points, 1 if first else 0, 0, 0)


@rule
def is_slam(s: State, at: int, missing: int) -> bool:
    """Return True if the contract was for all tricks of the hand but this number."""
    return tricks_promised(s, at) == s.tricks_played - missing


@rule
def undertrick_points(s: State, at: int, missing: int, times: int, vulnerable: bool) -> int:
    """The points for missing tricks: each the same, or if doubled, by whether it is the first, one of the next two, or
    a later one."""
    first = at + (VULNERABLE_UNDERTRICKS if vulnerable else UNDERTRICKS)
    if times == 1:
        return missing * number(s, first)
    points = (
        number(s, first + 2) + min(missing - 1, 2) * number(s, first + 4) + max(missing - 3, 0) * number(s, first + 6)
    )
    return int(points * times // 2)
