"""Auctions on the board: numbers and strains to bid with, the calls so far, the contract, and the dummy's hand."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.author import Html, Seating, listed, plural, tag
from ludex.games.cards.board.faces import SUIT_LETTERS, suit_sign
from ludex.games.cards.board.scene import Column, Scene
from ludex.games.cards.components import STRAINS, SUIT_SIGNS
from ludex.games.cards.views import CallView, ContractView, SeatView, SideView, View


def headline(scene: Scene) -> str:
    """Say who calls next, and which bid is the highest."""
    contract = scene.view.contract
    so_far = f", over {short(contract)} by {scene.name(contract.seat)}" if contract else ""
    return f"Auction: {scene.then_does('is next', 'are next')}{so_far}"


def sign(strain: str) -> str:
    """Return a strain in short.

    >>> sign("hearts"), sign("no trump")
    ('♥', 'NT')
    """
    return SUIT_SIGNS[SUIT_LETTERS[strain]] if strain in SUIT_LETTERS else "NT"


def short(contract: ContractView) -> str:
    """Return a bid in short.

    >>> short(ContractView(0, 3, "no trump")), short(ContractView(0, 4, "spades", 2))
    ('3NT', '4♠ doubled')
    """
    return f"{contract.level}{sign(contract.strain)}{('', ' doubled', ' redoubled')[contract.times // 2]}"


def _strain(strain: str) -> Html | str:
    return suit_sign(strain) if strain in SUIT_LETTERS else "NT"


def middle(scene: Scene) -> Iterator[Html]:
    """Draw the calls so far, and numbers and strains to bid with. Those that are not allowed stay dark."""
    phase, view = scene.traits.auction, scene.view
    if view.due != "auction" or phase is None:
        return
    if view.calls:
        yield _calls(scene)
    else:
        yield tag("p", "No bids yet.", class_="said")
    if scene.me is None or scene.turn != scene.me:
        return
    levels = (
        tag(
            "button",
            str(level),
            type="button",
            class_="bid",
            press=("bid", str(level)),
            tip=f"Bid {level}: {plural(phase.book + level, 'trick')}.",
            aria_label=f"bid {level}",
        )
        for level in phase.levels
    )
    strains = (
        tag(
            "button",
            _strain(strain.strain),
            type="button",
            class_="bid",
            press=(strain.strain,),
            tip=f"{strain.strain.capitalize()}.",
            aria_label=strain.strain,
        )
        for strain in phase.strains
    )
    yield tag(
        "div", tag("div", levels, class_="bids"), tag("div", strains, class_="bids strains"), class_="bidding-box"
    )


def _calls(scene: Scene) -> Html:
    """Draw the auction as a table: a column for each player, the viewer's last."""
    me, *others = scene.seating.from_me()
    order = [*others, me]
    head = tag("tr", (tag("th", scene.chip(seat), scope="col") for seat in order))
    rows: list[list[Html]] = []
    place = len(order)
    for call in scene.view.calls:
        column = order.index(call.seat)
        if column <= place:
            rows.append([])
        rows[-1] += [tag("td")] * (column - len(rows[-1]))
        rows[-1].append(_call(call))
        place = column
    body = (tag("tr", *row) for row in rows)
    return tag("table", tag("thead", head), tag("tbody", body), class_="calls")


def _call(call: CallView) -> Html:
    level, _, strain = call.call.partition(" ")
    if strain:
        name = next(name for name in STRAINS if name.startswith(strain))
        return tag("td", level, _strain(name), class_="called")
    return tag("td", call.call, class_="soft" if level == "pass" else "called")


def marks(scene: Scene) -> Iterator[Html]:
    """Draw the contract, with the auction that led to it."""
    view = scene.view
    contract = view.contract
    if contract and view.due == "trick":
        told = ", ".join(f"{scene.name(call.seat)} {call.call}" for call in view.calls)
        tip = f"{contract.tricks} tricks are needed. The auction: {told}."
        doubled = ("", "doubled, ", "redoubled, ")[contract.times // 2]
        named = tag("span", str(contract.level), _strain(contract.strain))
        yield tag("span", named, f" {doubled}by {scene.name(contract.seat)}", class_="mark", tip=tip)


def facts(scene: Scene, seat: SeatView) -> Iterator[Html]:
    """Draw what part a player has in the auction or in the contract, and whether the side is vulnerable."""
    view = scene.view
    if scene.traits.auction is None or view.due == "over":
        return
    if view.contract and view.due == "trick" and seat.seat == view.contract.seat:
        yield tag("span", "declarer", class_="fact")
    if seat.seat == view.dummy:
        yield tag("span", "dummy", class_="fact", tip="The declarer plays this hand.")
    if seat.side in view.vulnerable:
        tip = "The side is vulnerable: bonuses and penalties are higher."
        yield tag("span", "vulnerable", class_="fact soft", tip=tip)


def columns(scene: Scene) -> Iterator[Column]:
    """Yield the column of the score sheet about the contract."""
    if scene.traits.auction and scene.view.due == "trick":
        yield Column("Needs", "Tricks that the side needs for its contract, or to defeat the other's.", _needs)


def _needs(scene: Scene, side: SideView) -> str:
    contract = scene.view.contract
    if contract is None:
        return "–"
    own = contract.seat in side.seats
    return str(contract.tricks if own else _tricks(scene.view) - contract.tricks + 1)


def _tricks(view: View) -> int:
    """Return the number of tricks of this hand."""
    return sum(seat.tricks for seat in view.seats) + max(
        seat.hand_size + (1 if seat.played else 0) for seat in view.seats
    )


def hand_line(scene: Scene) -> str:
    """Say whose hand is shown or played, where that is not clear."""
    view = scene.view
    if scene.plays_dummy:
        return "The dummy's hand: play one of its cards."
    if scene.me is not None and scene.me == view.dummy and view.contract:
        return f"You are the dummy: {scene.seating.name(view.contract.seat)} plays your cards."
    return ""


def lines(view: View, seating: Seating, width: int) -> Iterator[str]:
    """Write the auction, or the contract, at the terminal."""
    if view.due == "auction" and view.calls:
        yield from listed("Auction", [f"{seating.name(call.seat)} {call.call}" for call in view.calls], width)
    elif view.contract and view.due == "trick":
        needed = f"{plural(view.contract.tricks, 'trick')} needed"
        yield from listed("Contract", [f"{view.contract.name} by {seating.name(view.contract.seat)}", needed], width)
