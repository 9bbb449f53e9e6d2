"""Automation on a page: the supply in piles, the cards in play, and the viewer's hand, deck and discard pile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache

from ludex.author import Html, Page, Seating, tag
from ludex.games.automation.components import CARDS, Edition
from ludex.games.automation.state import TurnPhase
from ludex.games.automation.table import ALL_MONEY
from ludex.games.automation.views import SeatView, View

KINDS = ("money", "automation", "action", "bug")
"""The supply is laid out by type of card, and in each by cost."""
FROM_SUPPLY = {"GAIN": "gain"}
FROM_HAND = {"DISCARD": "discard", "TRASH": "trash", "REVEAL": "reveal"}
"""The verb for taking a card from a pile or from the hand, by phase. In other phases it is bought or played."""
SHELVES = {"money": "money", "automation": "automation-cards", "action": "action", "bug": "bug"}
"""The classes of the shelves."""
TITLES = {"money": "Money", "automation": "Points", "action": "Actions", "bug": "Bugs"}


def draw_page(view: View, seating: Seating) -> Page:
    """Draw the board and the hand."""
    board = tag(
        "div",
        tag("section", (_shelf(view, kind) for kind in KINDS), class_="supply", aria_label="Supply"),
        tag("section", _turn(view, seating), class_="in-play", aria_label="In play"),
        tag("section", (_rival(view, seating, seat) for seat in seating.from_me()), class_="builders"),
        class_="automation",
    )
    return Page(board, _hand(view))


_DUE: Mapping[TurnPhase, str] = {
    "ACTION": "may play an action card",
    "MONEY": "may play money",
    "BUY": "may buy a card",
    "GAIN": "must gain a card",
    "DISCARD": "must choose what to discard",
    "TRASH": "must trash a card",
    "REVEAL": "may reveal a card",
}


def headline(view: View, seating: Seating) -> str:
    """Return a sentence on the current turn and phase."""
    if view.phase == "OVER":
        return "The game is over"
    who = "you" if view.decider == seating.me else seating.name(view.decider)
    due = f"{who} {_DUE[view.phase]}"
    if view.decider == view.turn:
        return due[:1].upper() + due[1:]
    return f"{'Your' if view.turn == seating.me else f'{seating.name(view.turn)}’s'} turn: {due}"


def _shelf(view: View, kind: str) -> Html | None:
    piles = sorted((pile for pile in view.supply if view.card(pile.card).type == kind), key=lambda pile: pile.cost)
    if not piles:
        return None
    drawn = (
        tag(
            "div",
            _face(view.edition, pile.card),
            tag("span", f"× {pile.count}", class_="count"),
            class_="pile empty" if not pile.count else "pile",
            press=(FROM_SUPPLY.get(view.phase, "buy"), pile.card),
            tip=view.card(pile.card).told,
        )
        for pile in piles
    )
    return tag("div", tag("h3", TITLES[kind]), tag("div", drawn, class_="piles"), class_=f"shelf {SHELVES[kind]}")


@cache
def _face(edition: Edition, name: str) -> Html:
    """Draw a card: its cost, its name, and its text."""
    card = CARDS[edition][name]
    points = f"{card.points:+d} point{'s' * (abs(card.points) != 1)}" if card.points else ""
    return tag(
        "span",
        tag("span", tag("b", card.cost, class_="cost"), tag("b", name, class_="name")),
        tag("span", ". ".join(filter(None, (points, card.text))) or " ", class_="text"),
        class_=f"card-face {card.type}",
    )


def _turn(view: View, seating: Seating) -> list[Html | None]:
    facts = (("action", view.actions), ("buy", view.buys))
    counted = [tag("span", tag("b", value), f" {name}{'s' * (value != 1)}") for name, value in facts]
    counters = tag("p", counted, tag("span", tag("b", view.money), " money"), class_="counters")
    played = tag("div", _named(view, view.played, "played"), class_="laid") if view.played else None
    nothing = None if view.played else tag("p", "Nothing is in play yet.", class_="soft")
    limit = None if view.limit is None else tag("p", f"limit: {view.limit}", class_="soft")
    trash = tag("p", "Trash: ", _listed(view.trash), class_="small soft") if view.trash else None
    return [tag("h3", "In play: ", seating.chip(view.turn)), counters, limit, played, nothing, trash]


def _named(view: View, cards: Iterable[str], where: str) -> list[Html]:
    return [
        tag(
            "span",
            name,
            tag("b", f"× {count}") if count > 1 else None,
            class_=f"label {view.card(name).type}",
            key=f"{where}-{name}",
            tip=view.card(name).told,
        )
        for name, count in Counter(cards).items()
    ]


def _listed(cards: Iterable[str]) -> str:
    return ", ".join(name if count == 1 else f"{count} {name}" for name, count in Counter(cards).items())


def _rival(view: View, seating: Seating, seat: int) -> Html:
    there: SeatView = view.seats[seat]
    facts = (
        ("point" if there.score == 1 else "points", there.score),
        ("turn" if there.turns == 1 else "turns", there.turns),
        ("hand", there.hand_size), ("deck", there.deck_size), ("discard", there.discard_size),
    )  # fmt: skip
    counts = tag("p", (tag("span", tag("b", value), f" {name}") for name, value in facts), class_="counters")
    owned = ", ".join(name if count == 1 else f"{count} {name}" for name, count in there.owned)
    turn = "builder turn" if seat == view.turn else "builder"
    return tag(
        "article", tag("h3", seating.chip(seat)), counts, tag("p", owned, class_="small soft"), class_=turn, seat=seat
    )


def _hand(view: View) -> Html:
    if view.seat is None:
        return Html()
    copies: Counter[str] = Counter()
    cards = []
    for name in sorted(view.hand, key=lambda name: (KINDS.index(view.card(name).type), view.card(name).cost)):
        cards.append(
            tag(
                "button",
                _face(view.edition, name),
                type="button",
                press=(FROM_HAND.get(view.phase, "play"), name),
                key=f"hand-{name}-{copies[name]}",
                tip=view.card(name).told,
                class_="in-hand",
                aria_label=name,
            )
        )
        copies[name] += 1
    money = any(view.card(name).type == "money" for name in view.hand)
    all_money = (
        tag("button", "Play all money", type="button", move=ALL_MONEY, class_="main")
        if money and view.phase == "MONEY" and view.turn == view.seat == view.decider
        else None
    )
    piles = tag(
        "p",
        tag(
            "span",
            tag("b", len(view.deck)),
            " deck",
            tip=f"In your deck, in no order: {_listed(view.deck) or 'nothing'}.",
        ),
        tag(
            "span",
            tag("b", len(view.discard)),
            " discard",
            tip=f"Your discard pile: {_listed(view.discard) or 'empty'}.",
        ),
        class_="counters",
    )
    return tag(
        "div",
        tag("div", piles, all_money, class_="side"),
        tag("div", cards, class_="fan", tabindex="0", role="group", aria_label="Your hand"),
        class_="automation-hand",
    )


@cache
def draw_picture() -> Html:
    """Draw the small picture of the game: three cards of its supply."""
    parts = []
    for place, (colour, word) in enumerate((("#d9a400", "3"), ("#2f6f73", "6"), ("#7a3d99", "4"))):
        x, tilt = 26 + place * 38, (-7, 0, 7)[place]
        turn = f"rotate({tilt} {x + 17} 50)"
        frame = tag("rect", x=x, y=24, width=34, height=50, rx=4, fill="#fffdf7", stroke="#b9ae97", transform=turn)
        band = tag("rect", x=x, y=24, width=34, height=9, rx=4, fill=colour, transform=turn)
        text = tag(
            "text",
            word,
            x=x + 17,
            y=60,
            text_anchor="middle",
            font_size=20,
            font_weight=700,
            fill="#26231d",
            transform=turn,
        )
        parts += [frame, band, text]
    return tag("svg", parts, viewBox="0 0 160 100", role="img", aria_label="Automation", class_="picture")
