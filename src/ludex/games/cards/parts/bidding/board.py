"""Bids on the board: numbers to press, marks for tricks bid and won, contracts and bags in the score sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ludex.author import Html, plural, tag
from ludex.games.cards.board.scene import Column, Scene
from ludex.games.cards.board.traits import Traits
from ludex.games.cards.parts.tricks.board import draw_ended_trick
from ludex.games.cards.views import SeatView, SideView, View


def headline(scene: Scene) -> str:
    """Say who bids next, and how many tricks are bid so far."""
    bid = sum(seat.bid or 0 for seat in scene.view.seats)
    tricks = max(seat.hand_size for seat in scene.view.seats)
    so_far = f" ({bid} of {tricks} so far)" if any(seat.bid is not None for seat in scene.view.seats) else ""
    return f"Bidding: {scene.then_does('is next', 'are next')}{so_far}"


def middle(scene: Scene) -> Iterator[Html]:
    """Draw numbers to bid. Those that are not allowed stay dark; the others wait for the viewer's turn."""
    phase, view = scene.traits.bidding, scene.view
    if view.due != "bidding":
        return
    ended = scene.ended_trick
    if scene.me is None or phase is None or not view.seats[scene.me].playing or view.seats[scene.me].bid is not None:
        yield draw_ended_trick(scene, ended) if ended else tag("p", "Bids are being made.", class_="said")
        return
    most = min(phase.max_bid, len(view.hand))
    bids = list(range(phase.min_bid, most + 1))
    if phase.allow_nil and 0 not in bids:
        bids = [0, *bids]
    yield tag("div", (_bid(bid, phase.allow_nil and not bid) for bid in bids), class_="bids")


def _bid(bid: int, nil: bool) -> Html:
    return tag(
        "button",
        "Nil" if nil else str(bid),
        type="button",
        class_="bid",
        press=("bid", str(bid)),
        tip="Nil: win no trick at all." if nil else f"Bid to win {plural(bid, 'trick')}.",
        aria_label="bid Nil" if nil else f"bid {bid}",
    )


def facts(scene: Scene, seat: SeatView) -> Iterator[Html]:
    """Draw a mark for every trick: bid and won, bid and missing, or won beyond the bid."""
    if not scene.traits.bidding or scene.view.choosing:
        return
    if seat.bid is None:
        yield tag("span", "no bid yet", class_="fact soft")
        return
    over = max(0, seat.tricks - seat.bid)
    marks = "<i class=done></i>" * min(seat.tricks, seat.bid) + "<i></i>" * max(0, seat.bid - seat.tricks)
    said = "Nil" if seat.nil else f"{seat.tricks} of {seat.bid}"
    bid = "Nil" if seat.nil else plural(seat.bid, "trick")
    tip = f"Bid {bid}, won {seat.tricks}."
    yield tag("span", said, class_="fact" + (" bad" if seat.nil and seat.tricks else ""), tip=tip)
    yield tag("span", Html(marks + "<i class=over></i>" * over), class_="marks", aria_hidden="true")


def columns(scene: Scene) -> Iterator[Column]:
    """Yield the columns of the score sheet about contracts and bags."""
    scoring = scene.traits.genome.contract_scoring
    if scoring is None or scene.view.due == "over":
        return
    yield Column("Bid", "What the side has bid in this hand. Nil counts apart.", _contract)
    yield Column("Won", "Tricks won in this hand.", lambda scene, side: str(side.tricks))
    if scoring.bag_limit:
        tip = f"Tricks won beyond the bid. Every {scoring.bag_limit} of them cost {scoring.bag_penalty} points."
        yield Column("Bags", tip, lambda scene, side: str(side.bags))


def _contract(scene: Scene, side: SideView) -> str:
    seats = [scene.view.seats[seat] for seat in side.seats]
    nil = any(seat.nil for seat in seats)
    if side.contract:
        return f"{side.contract} + Nil" if nil and len(seats) > 1 else str(side.contract)
    return "Nil" if nil else "–" if side.contract is None else "0"


def bid_cell(view: View, seat: SeatView) -> str:
    """Write a seat's bid at the terminal."""
    if all(other.bid is None for other in view.seats):
        return ""
    return "Nil" if seat.nil else "–" if seat.bid is None else str(seat.bid)


def bags_cell(view: View, seat: SeatView) -> object:
    """Write the bags of a seat that plays alone, at the terminal."""
    alone = all(len(side.seats) == 1 for side in view.sides)
    return view.sides[seat.side].bags if alone and any(side.bags for side in view.sides) else ""


def remarks(view: View, traits: Traits) -> Mapping[str, str]:
    """Explain a bid of 0 at the terminal."""
    return {"bid 0": "– nil"} if traits.bidding and traits.bidding.allow_nil else {}
