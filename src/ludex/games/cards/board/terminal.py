"""How a card game is drawn for a person at a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar

from ludex.core.events import Event
from ludex.core.layout import grid, listed, running
from ludex.core.page import Seating
from ludex.core.terminal import Terminal
from ludex.games.cards.board.traits import Traits
from ludex.games.cards.components import (
    NAMES,
    RANK_NAMES,
    RANKS,
    SUIT_SIGNS,
    spellings_of_cards,
    spellings_of_ranks,
    with_signs,
)
from ludex.games.cards.events import CardDrawn, CardsDrawn
from ludex.games.cards.genome.schema import BettingPhase

if TYPE_CHECKING:
    from ludex.games.cards.game import CardGame
    from ludex.games.cards.views import SeatView, SideView, TrickBefore, View


ALSO_SAID = {"stand": "pass", "hit": "draw", "check": "call"}
"""What people say in some games, and what it is called here."""
_SIDE = re.compile(r"\bside (\d+)\b", re.IGNORECASE)
_TOLD_SET = re.compile(rf"\b(plays|claims) (\d) × ({'|'.join(RANK_NAMES)})\b")
_SET = re.compile(rf"\b({'|'.join(RANK_NAMES)}) × (\d)\b")

NOW = {
    "pass": "choose cards to pass on",
    "trick": "a trick",
    "play": "play a card",
    "claim": "claim, or doubt",
    "ask": "ask for cards",
    "over": "the match is over",
}
"""What is done now, where the phase's name says it badly."""


def draw_view(
    view: View, seating: Seating | None = None, width: int = 100, now: str = "", traits: Traits | None = None
) -> str:
    """A view as text. `now` says what is done now, where there are better words than the phase's name. `traits` tell
    how the game's players hold their cards.

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
    lines += _middle(view, seating, width)
    if view.chosen:
        lines += listed("Chosen", by_suit(view.chosen), width, between="  ")
    if view.received:
        lines += listed("Received", by_suit(view.received), width, between="  ")
    if view.seat is not None:
        held = by_rank(view.hand, traits) if traits and traits.by_rank else by_suit(view.hand)
        unseen = f"{_many(view.seats[view.seat].hand_size, 'card')} face down"
        lines += listed("Hand", held or [unseen], width, between="  ")
    return "\n".join(lines)


def _middle(view: View, seating: Seating, width: int) -> list[str]:
    """What lies between the players: the trick, cards on the table, the pile, a claim, the stock."""
    lines = []
    if any(seat.played for seat in view.seats):
        lines += listed("Trick", _trick(view, seating), width, between=" → ")
    if view.trick_before and view.trick_before.this_hand and view.due == "trick":
        lines += listed("Before", _trick_before(view.trick_before, seating), width, between=" → ")
    if view.table:
        lines += listed("Table", by_suit(view.table), width, between="  ")
    if view.pile_top:
        wish = f", {_sign(view.wish)} asked for" if view.wish else ""
        below = f", {view.pile_size - 1} below" if view.pile_size > 1 else ""
        lines.append(f"Pile      {with_signs(view.pile_top)}{below}{wish}")
    if view.claimed_rank:
        lines.append(f"Claim     {view.claimed_rank} is due, {_many(view.pile_size, 'card')} face down")
    if view.due == "betting":
        lines.append(f"Pot       {_many(sum(seat.stake for seat in view.seats), 'chip')}")
    if view.stock_size:
        lines.append(f"Stock     {_many(view.stock_size, 'card')}")
    return lines


def _trick(view: View, seating: Seating) -> Iterator[str]:
    """Who played what, in the order of play, and who is still to play."""
    seats = len(view.seats)
    for place in range(seats):
        seat = view.seats[(view.leader + place) % seats]
        if seat.played or seat.playing:
            yield f"{seating.name(seat.seat)} {with_signs(seat.played) if seat.played else '…'}"


def _trick_before(trick: TrickBefore, seating: Seating) -> list[str]:
    """Who played what to the trick before, in the order of play, and who won it."""
    seats = len(trick.cards)
    order = [(trick.leader + place) % seats for place in range(seats)]
    played = [f"{seating.name(seat)} {with_signs(card)}" for seat in order if (card := trick.cards[seat])]
    ended = "tied" if trick.winner is None else f"won by {seating.name(trick.winner)}"
    return [*played[:-1], f"{played[-1]}, {ended}"]


def draw_seats(view: View, seating: Seating, width: int) -> list[str]:
    """One row a seat, with the columns that matter in this game; then one row a team."""
    chips = any(seat.chips or seat.stake for seat in view.seats)
    alone = all(len(side.seats) == 1 for side in view.sides)
    rows = [
        (
            f"{'▶' if seat.seat == view.turn else ' '} {seating.name(seat.seat)}",
            seat.hand_size if seat.playing else "out",
            _bid(view, seat),
            seat.tricks if _has_tricks(view) else "",
            len(seat.won) if not _has_tricks(view) and any(other.won for other in view.seats) else "",
            seat.chips if chips else "",
            seat.stake if chips else "",
            view.sides[seat.side].score if alone and not chips else "",
            view.sides[seat.side].bags if alone and any(side.bags for side in view.sides) else "",
            _known(view, seat),
        )
        for seat in view.seats
    ]
    headings = ("  player", "cards", "bid", "tricks", "won", "chips", "paid", "points", "bags", "known")
    return grid(headings, rows, width) + [_team(side, seating) for side in view.sides if len(side.seats) > 1]


def _has_tricks(view: View) -> bool:
    return view.due in ("bidding", "trick") or any(seat.tricks for seat in view.seats)


def _bid(view: View, seat: SeatView) -> str:
    if all(other.bid is None for other in view.seats):
        return ""
    return "Nil" if seat.nil else "–" if seat.bid is None else str(seat.bid)


def _known(view: View, seat: SeatView) -> str:
    """The cards in another player's hand that the viewer knows, and the card that was just taken."""
    cards = "  ".join(by_suit(seat.cards)) if seat.seat != view.seat else ""
    taken = f"has taken {with_signs(seat.taken)}" if seat.taken else ""
    return ", ".join(filter(None, (cards, taken)))


def _team(side: SideView, seating: Seating) -> str:
    """What a team has bid and won, where there is bidding; Nil bids have no part in it."""
    names = " and ".join(seating.name(seat) for seat in side.seats)
    contract = "" if side.contract is None else f"contract {side.contract}, {_many(side.tricks, 'trick')}, "
    bags = f", {_many(side.bags, 'bag')}" if side.bags else ""
    return f"  {names}: {contract}{_many(side.score, 'point')}{bags}"


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _sign(suit: str) -> str:
    return SUIT_SIGNS[suit[0].upper()]


def by_suit(cards: tuple[str, ...]) -> list[str]:
    """Cards, those of a suit together.

    >>> by_suit(("2C", "TC", "AS"))
    ['♣ 2 10', '♠ A']
    """
    suits = {suit: [card[0].replace("T", "10") for card in cards if card[1] == suit] for suit in "CDHS"}
    return [f"{SUIT_SIGNS[suit]} {' '.join(ranks)}" for suit, ranks in suits.items() if ranks]


def _equal_cards(rank: str, count: int) -> str:
    """A set as it lies on the table.

    >>> _equal_cards("jack", 2), _equal_cards("10", 1)
    ('J J', '10')
    """
    letter = RANKS[RANK_NAMES.index(rank)].replace("T", "10")
    return " ".join([letter] * count)


def by_rank(cards: tuple[str, ...], traits: Traits) -> list[str]:
    """Cards from the lowest rank up, those of a rank together.

    >>> from ludex.games.cards import library_game
    >>> by_rank(("2C", "TC", "AS", "TH"), Traits(library_game("president").genome))
    ['10♣ 10♥', 'A♠', '2♣']
    """
    rising = reversed(traits.sorted(cards))
    return [" ".join(map(with_signs, alike)) for _, alike in groupby(rising, key=lambda card: card[0])]


def show(cards: tuple[str, ...]) -> str:
    """Cards by suit.

    >>> show(("2C", "TC", "AS"))
    '♣ 2 10  ♠ A'
    """
    return "  ".join(by_suit(cards))


class CardTerminal(Terminal["View"]):
    """What people at a terminal are told of a card game by genome."""

    numbered: ClassVar[bool] = False
    said_again: ClassVar[Mapping[type[Event], type[Event]]] = {CardsDrawn: CardDrawn}
    game: CardGame

    def screen(self, view: View, seating: Seating, width: int) -> str:
        now = self.game.board.headline(view, seating)
        return draw_view(view, seating, width, now, self.game.board.traits)

    def shown(self, text: str) -> str:
        text = _SIDE.sub(lambda found: self._side(int(found[1])), text)
        told = _TOLD_SET.sub(lambda found: f"{found[1]} {_equal_cards(found[3], int(found[2]))}", with_signs(text))
        return _SET.sub(lambda found: _equal_cards(found[1], int(found[2])), told)

    def _side(self, side: int) -> str:
        """The seats of a side, whose scores are told."""
        teams = self.game.genome.teams
        return " and ".join(f"seat {seat}" for seat in (teams[side] if side < len(teams) else (side,)))

    def written(self, text: str) -> str:
        """Equal cards as a set of them (`J J` or `J`), and what is said in some games instead of what is written."""
        said = ALSO_SAID.get(text.casefold(), text)
        if not self.game.board.traits.sets:
            return said
        spelled = spellings_of_ranks() | {str(name): str(name) for name in RANK_NAMES}
        ranks = {spelled.get(word, spelled.get(word.upper())) for word in said.casefold().removeprefix("set ").split()}
        rank = ranks.pop() if len(ranks) == 1 else None
        count = len(said.split()) - said.casefold().startswith("set ")
        return f"set {rank} × {count}" if rank else said

    def score(self, view: View, seating: Seating, width: int) -> str:
        """Everybody's score, what the hand before brought, and how long the match lasts."""
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

    def remarks(self, view: View) -> Mapping[str, str]:
        nil = any(getattr(phase, "allow_nil", False) for phase in self.game.genome.phases)
        drawing = self.game.board.traits.drawing
        stand = view.due == "draw" and drawing is not None and drawing.when == "optional"
        told = dict(self._stakes(view))
        if nil:
            told["bid 0"] = "– nil"
        if stand:
            told["pass"] = "– stand"
        return told

    def _stakes(self, view: View) -> Mapping[str, str]:
        """What it costs to stay in, and to raise where all rounds of betting have the same bet."""
        if view.due != "betting" or view.turn is None:
            return {}
        bets = {phase.bet for phase in self.game.genome.phases if isinstance(phase, BettingPhase)}
        owed = max(seat.stake for seat in view.seats) - view.seats[view.turn].stake
        told = {"call": f"for {owed}" if owed else "for nothing"}
        return told if len(bets) > 1 else {**told, "raise": f"for {owed + bets.pop()}"}

    def explain(self, view: View, name: str) -> str | None:
        """What a card is worth and does."""
        spelled = {spelling.casefold(): card for spelling, card in spellings_of_cards().items()}
        card = spelled.get(name.casefold(), name.upper())
        return self.game.board.tip(card, view.trump) if card in NAMES else None

    def explained(self, view: View) -> tuple[str, ...]:
        return tuple(with_signs(card) for card in dict.fromkeys([*view.hand, *NAMES]))
