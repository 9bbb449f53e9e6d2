"""The end of a hand on the page: who bid, won and scored what and why, and the hands that were shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ludex.author import Event, Html, join, tag
from ludex.games.cards.board.scene import Scene
from ludex.games.cards.board.scores import signed, written
from ludex.games.cards.board.sentences import shown
from ludex.games.cards.board.showing import draw_shown
from ludex.games.cards.events import (
    BidMade,
    CardChosen,
    CardReceived,
    CardsPassed,
    ContractNamed,
    Doubled,
    HandDealt,
    HandScored,
    HandShown,
    Knocked,
    KnockedOut,
    NilBid,
    NoBid,
    PointsCounted,
    PotWon,
    Redoubled,
    SuitBid,
)
from ludex.games.cards.views import HandBefore, SideView

BEFORE_PLAY = (
    BidMade,
    CardChosen,
    CardReceived,
    CardsPassed,
    ContractNamed,
    Doubled,
    HandDealt,
    HandScored,
    HandShown,
    Knocked,
    KnockedOut,
    NilBid,
    NoBid,
    PotWon,
    Redoubled,
    SuitBid,
)
"""Events between the score of a hand and the first card of the next one."""


def draw_ended(scene: Scene) -> Html | None:
    """Draw the end of the last hand. It is fresh until the next hand is played: then it stands before the cloth."""
    parts = [draw_sheet(scene), draw_shown(scene)]
    if not any(parts):
        return None
    look = "hand-end fresh" if is_fresh(scene.seating.told) else "hand-end"
    return tag("div", parts, class_=look, key="ended", role="group", aria_label="The last hand", tabindex="0")


def is_fresh(told: tuple[Event, ...]) -> bool:
    """Return whether nothing was played after the last score.

    >>> is_fresh((HandScored(0, 5, 5), HandDealt(2, 0, 13))), is_fresh(())
    (True, False)
    """
    last = max((place for place, event in enumerate(told) if isinstance(event, HandScored)), default=-1)
    return last >= 0 and all(isinstance(event, BEFORE_PLAY) for event in told[last:])


class _Column(NamedTuple):
    name: str
    of_seat: Callable[[HandBefore, int], str]


def terms_of_hand(told: tuple[Event, ...]) -> list[PointsCounted]:
    """Return the terms of all points of the last hand, in the order in which they were counted.

    >>> early, late = PointsCounted(0, "sweeps", 1, 1, 0, 0), PointsCounted(0, "sweeps", 2, 2, 0, 0)
    >>> terms_of_hand((early, HandScored(0, 1, 1), late, HandScored(0, 2, 3), HandDealt(3, 0, 13))) == [late]
    True
    """
    counted = [event for event in told if isinstance(event, HandScored | PointsCounted)]
    while counted and isinstance(counted[-1], HandScored):
        counted.pop()
    before = max((place for place, event in enumerate(counted) if isinstance(event, HandScored)), default=-1)
    return [event for event in counted[before + 1 :] if isinstance(event, PointsCounted)]


def draw_sheet(scene: Scene) -> Html | None:
    """Draw a row for every player of the last hand, and what each side scored for what."""
    before = scene.view.before
    if before is None:
        return None
    columns = list(_columns(scene, before))
    head = tag(
        "tr",
        tag("td"),
        (tag("th", column.name, scope="col") for column in columns),
        tag("th", "Scored", scope="col"),
        tag("th", "In all", scope="col"),
    )
    terms = terms_of_hand(scene.seating.told)
    best = 1 if scene.traits.genome.match.low_wins else -1
    sides = sorted(enumerate(scene.view.sides), key=lambda pair: best * before.gained[pair[0]])
    rows = (
        row
        for number, side in sides
        for row in (
            *_rows(scene, side, before.gained[number], columns),
            *(_term(scene, term, 1 + len(columns)) for term in terms if term.side == number),
        )
    )
    title = f"Hand {scene.view.hand_number}"
    table = tag("table", tag("caption", title), tag("thead", head), tag("tbody", rows), class_="scores")
    return tag("section", table, class_="hand-sheet", aria_label=f"{title}, who scored what")


def _columns(scene: Scene, before: HandBefore) -> Iterator[_Column]:
    """Yield what players did in a hand of this game."""
    if any(bid is not None for bid in before.bids):
        nil = bool(scene.traits.bidding and scene.traits.bidding.allow_nil)
        yield _Column("Bid", lambda hand, seat: _bid(hand.bids[seat], nil))
    if scene.traits.tricks:
        yield _Column("Won", lambda hand, seat: str(hand.tricks[seat]))
    elif any(before.left) and scene.traits.playing:
        yield _Column("Left", lambda hand, seat: str(hand.left[seat]))


def _bid(bid: int | None, nil: bool) -> str:
    return "–" if bid is None else "Nil" if nil and bid == 0 else str(bid)


def _rows(scene: Scene, side: SideView, gained: int, columns: list[_Column]) -> Iterator[Html]:
    before = scene.view.before
    assert before is not None, "there is no sheet without a hand"
    chips = scene.traits.genome.chips
    total = sum(scene.view.seats[seat].chips for seat in side.seats) if chips else side.score
    for place, seat in enumerate(side.seats):
        points = (
            tag("td", signed(gained), rowspan=len(side.seats), class_="gained"),
            tag("td", written(total), rowspan=len(side.seats), class_="total"),
        )
        cells = (tag("td", column.of_seat(before, seat)) for column in columns)
        name = tag("th", scene.chip(seat), scope="row")
        yield tag("tr", join([name, *cells, *(points if place == 0 else ())]), seat=seat)


def _term(scene: Scene, term: PointsCounted, width: int) -> Html:
    """Draw a term of a side's points, below the names of its players."""
    what = scene.seating.say(shown(term.reason, scene.traits.genome.teams))
    label = re.sub("^(a|an|the) ", "", what)
    points = tag("td", signed(term.points))
    cells = tag("th", f"{label[:1].upper()}{label[1:]}", scope="row", colspan=width), points, tag("td")
    return tag("tr", cells, class_="term", seat=scene.view.sides[term.side].seats[0])
