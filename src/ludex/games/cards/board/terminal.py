"""Drawing of a card game for a person at a terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import groupby
from typing import ClassVar

from ludex.author import Event, Seating, Terminal, grid, listed, plural, running
from ludex.games.cards.board.showing import shown_lines
from ludex.games.cards.board.traits import Traits
from ludex.games.cards.components import (
    NAMES,
    RANK_NAMES,
    SUIT_SIGNS,
    by_suit,
    spellings_of_cards,
    spellings_of_ranks,
    with_signs,
)
from ludex.games.cards.events import CardDrawn, CardsDrawn
from ludex.games.cards.genome_game import GenomeGame
from ludex.games.cards.parts.registry import CELLS, LINES
from ludex.games.cards.views import SeatView, SideView, View

ALSO_SAID = {"stand": "pass", "hit": "draw", "check": "call"}
"""Words that people use in some games, with the words used here."""

CALLED = {"x": "double", "dbl": "double", "xx": "redouble", "rdbl": "redouble"}
"""Words that people use in auctions."""
BID = re.compile(r"^(\d+)\s*([^\W\d]\D*|[♣♦♥♠])$")
"""A bid without the word: `1nt`, `4♠`."""

NOW = {
    "pass": "choose cards to pass on",
    "trick": "a trick",
    "auction": "the auction",
    "play": "play a card",
    "claim": "claim, or doubt",
    "ask": "ask for cards",
    "over": "the match is over",
}
"""Descriptions of phases whose names are not clear."""


def draw_view(
    view: View, seating: Seating | None = None, width: int = 100, now: str = "", traits: Traits | None = None
) -> str:
    """Return a view as text. `now` says what is done now, where there are better words than the phase's name. `traits`
    tell how the game's players hold their cards.

    >>> from ludex.games.cards import CardGame, create_spades_genome
    >>> view = CardGame(create_spades_genome()).new(4, seed=1).view(0)
    >>> print(draw_view(view).splitlines()[0])
    Hand 1, seat 3 dealt, trump ♠. bidding
    """
    seating = seating or Seating.unnamed(len(view.seats), view.seat)
    trump = f", trump {_sign(view.trump)}" if view.trump else ""
    turned = f" ({with_signs(view.turned)} was turned up)" if view.turned else ""
    title = f"Hand {view.hand_number + 1}, {seating.name(view.dealer)} dealt{trump}{turned}."
    lines = running([title, now or NOW.get(view.due, view.due)], width, lead="")
    lines += draw_seats(view, seating, width)
    lines += shown_lines(view, seating, traits, width)
    lines += [line for tell in LINES for line in tell(view, seating, width)]
    if view.chosen:
        lines += listed("Chosen", by_suit(view.chosen), width, between="  ")
    if view.received:
        lines += listed("Received", by_suit(view.received), width, between="  ")
    if view.seat is not None:
        held = by_rank(view.hand, traits) if traits and traits.by_rank else by_suit(view.hand)
        unseen = f"{plural(view.seats[view.seat].hand_size, 'card')} face down"
        lines += listed("Hand", held or [unseen], width, between="  ")
    return "\n".join(lines)


def draw_seats(view: View, seating: Seating, width: int) -> list[str]:
    """Return one row a seat, with the columns that matter in this game; then one row a team."""
    rows = [
        (
            f"{'▶' if seat.seat == view.turn or seat.seat in view.choosing else ' '} {seating.name(seat.seat)}",
            seat.hand_size if seat.playing else "out",
            *(cell(view, seat) for cell in CELLS.values()),
            _known(view, seat),
        )
        for seat in view.seats
    ]
    headings = ("  player", "cards", *CELLS, "known")
    return grid(headings, rows, width) + [_team(side, seating) for side in view.sides if len(side.seats) > 1]


def _known(view: View, seat: SeatView) -> str:
    """Return the cards in another player's hand that the viewer knows, and the card that was just taken."""
    cards = "  ".join(by_suit(seat.cards)) if seat.seat != view.seat else ""
    taken = f"has taken {with_signs(seat.taken)}" if seat.taken else ""
    return ", ".join(filter(None, (cards, taken)))


def _team(side: SideView, seating: Seating) -> str:
    """Return the bids and tricks of a team in games with bidding; Nil bids are not counted."""
    names = " and ".join(seating.name(seat) for seat in side.seats)
    contract = "" if side.contract is None else f"contract {side.contract}, {plural(side.tricks, 'trick')}, "
    bags = f", {plural(side.bags, 'bag')}" if side.bags else ""
    return f"  {names}: {contract}{plural(side.score, 'point')}{bags}"


def _sign(suit: str) -> str:
    return SUIT_SIGNS[suit[0].upper()]


def by_rank(cards: tuple[str, ...], traits: Traits) -> list[str]:
    """Return cards from the lowest rank up, those of a rank together.

    >>> from ludex.games.cards import library_game
    >>> by_rank(("2C", "TC", "AS", "TH"), Traits(library_game("president").genome))
    ['10♣ 10♥', 'A♠', '2♣']
    """
    rising = reversed(traits.sorted(cards))
    return [" ".join(map(with_signs, alike)) for _, alike in groupby(rising, key=lambda card: card[0])]


class CardTerminal(Terminal[View]):
    """The texts for people who play a card game by genome at a terminal."""

    numbered: ClassVar[bool] = False
    said_again: ClassVar[Mapping[type[Event], type[Event]]] = {CardsDrawn: CardDrawn}
    game: GenomeGame

    def screen(self, view: View, seating: Seating, width: int) -> str:
        now = self.game.board.headline(view, seating)
        return draw_view(view, seating, width, now, self.game.board.traits)

    def written(self, text: str) -> str:
        """Return equal cards as a set (`J J` or `J`), and the words that some games use instead."""
        said = ALSO_SAID.get(text.casefold(), text)
        if self.game.board.traits.auction:
            return CALLED.get(said.casefold(), BID.sub(r"bid \1 \2", said))
        if not self.game.board.traits.sets:
            return said
        spelled = spellings_of_ranks() | {str(name): str(name) for name in RANK_NAMES}
        ranks = {spelled.get(word, spelled.get(word.upper())) for word in said.casefold().removeprefix("set ").split()}
        rank = ranks.pop() if len(ranks) == 1 else None
        count = len(said.split()) - said.casefold().startswith("set ")
        return f"set {rank} × {count}" if rank else said

    def score(self, view: View, seating: Seating, width: int) -> str:
        """Return the scores, the points of the hand before, and the length of the match."""
        before = view.before.gained if view.before else ("",) * len(view.sides)
        rows = [
            (
                "  " + " and ".join(seating.name(seat) for seat in side.seats),
                side.score if not self.game.genome.chips else sum(view.seats[seat].chips for seat in side.seats),
                gained,
                side.bags if any(other.bags for other in view.sides) else "",
            )
            for side, gained in zip(view.sides, before, strict=True)
        ]
        what = "chips" if self.game.genome.chips else "points"
        goal = self.game.board.goal(view, seating)
        return "\n".join([f"{goal}.", *grid(("  player", what, "last hand", "bags"), rows, width)])

    def explain(self, view: View, name: str) -> str | None:
        """Return the worth and the effects of a card."""
        spelled = {spelling.casefold(): card for spelling, card in spellings_of_cards().items()}
        card = spelled.get(name.casefold(), name.upper())
        return self.game.board.tip(card, view.trump) if card in NAMES else None

    def explained(self, view: View) -> tuple[str, ...]:
        return tuple(with_signs(card) for card in dict.fromkeys([*view.hand, *NAMES]))
