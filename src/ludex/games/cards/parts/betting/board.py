"""Betting on the board: chips, the pot, and what hands amount to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from ludex.author import Html, Seating, plural, tag
from ludex.games.cards.board.scene import Scene
from ludex.games.cards.board.traits import PIPS, Traits
from ludex.games.cards.parts.betting.genome import BettingPhase
from ludex.games.cards.views import SeatView, ShownHand, View
from ludex.games.cards.wording import NAME


def headline(scene: Scene) -> str:
    """Say what staying in costs."""
    seats = scene.view.seats
    owed = max(seat.stake for seat in seats) - seats[scene.turn].stake
    if owed:
        return f"Betting: {scene.then_does('needs', 'need')} {plural(owed, 'chip')} to stay in"
    return f"Betting: {scene.then_does('is next', 'are next')}, nothing to pay yet"


def middle(scene: Scene) -> Iterator[Html]:
    """Draw all stakes together."""
    if scene.traits.genome.chips:
        pot = sum(seat.stake for seat in scene.view.seats)
        what = "At stake" if scene.traits.genome.ranking == "blackjack" else "Pot"
        yield tag("div", tag("span", what, class_="label"), tag("b", f"{pot:,}", class_="chips"), class_="pot")


def facts(scene: Scene, seat: SeatView) -> Iterator[Html]:
    """Draw the chips that a player has, and has paid."""
    if scene.traits.genome.chips:
        yield tag("span", f"{seat.chips:,}", class_="chips", tip=plural(seat.chips, "chip"))
        if seat.stake:
            yield tag("span", f"{seat.stake:,}", class_="stake", tip=f"{plural(seat.stake, 'chip')} in the pot")


def hand_line(scene: Scene) -> str:
    """Say what the viewer's hand amounts to."""
    traits, hand = scene.traits, scene.view.hand
    if traits.adds_up:
        total = card_total(hand)
        bust = " – too much" if traits.genome.ranking == "blackjack" and total > 21 else ""
        return f"Your hand counts {total}{bust}."
    return f"You hold {poker_name(traits.strength, hand)}." if traits.genome.ranking == "poker" else ""


def card_facts(traits: Traits, card: str, trump: str | None) -> Iterator[str]:
    """Say what a card counts where hands are added up."""
    if traits.adds_up:
        yield "Counts 11, or 1 where 11 is too much." if card[0] == "A" else f"Counts {PIPS[card[0]]}."


def hand_worth(traits: Traits, hand: ShownHand) -> str:
    """Say what a hand amounts to that was shown.

    >>> from ludex.games.cards import library_game
    >>> hand_worth(Traits(library_game("blackjack").genome), ShownHand(0, ("AS", "KH")))
    '21 points'
    """
    if traits.genome.ranking == "poker":
        return poker_name(traits.strength, hand.cards).removeprefix("nothing but the ")
    return plural(card_total(hand.cards), "point") if traits.adds_up else ""


def card_total(cards: tuple[str, ...]) -> int:
    """Count points as in blackjack.

    >>> card_total(("AS", "KH")), card_total(("AS", "AH", "9D", "5C"))
    (21, 16)
    """
    total = sum(11 if card[0] == "A" else PIPS[card[0]] for card in cards)
    aces = sum(card[0] == "A" for card in cards)
    while aces and total > 21:
        total, aces = total - 10, aces - 1
    return total


def poker_name(strength: dict[str, int], cards: tuple[str, ...]) -> str:
    """Return the name of a poker hand.

    >>> order = {rank: place for place, rank in enumerate("23456789TJQKA", 1)}
    >>> poker_name(order, ("KS", "KH", "2D", "2C", "9S")), poker_name(order, ("2S", "7S", "9S", "QS", "4S"))
    ('two pairs, kings and 2s', 'a flush')
    """
    return ", ".join(_poker_parts(strength, cards))


def _poker_parts(strength: dict[str, int], cards: tuple[str, ...]) -> Iterator[str]:
    counts = Counter(card[0] for card in cards)
    ranks = sorted(counts, key=lambda rank: (-counts[rank], -strength[rank]))
    numbers = [counts[rank] for rank in ranks]
    first = NAME[ranks[0]]
    flush = max(Counter(card[1] for card in cards).values()) == 5
    straight = len(cards) == 5 and numbers[0] == 1 and _in_a_row(strength, ranks)
    if straight:
        yield f"a straight{' flush' if flush else ''}"
    elif numbers[0] == 4:
        yield f"four {first}s"
    elif 3 in numbers and 2 in numbers:
        yield "a full house"
        yield f"{first}s full of {NAME[ranks[1]]}s"
    elif flush:
        yield "a flush"
    elif numbers[0] == 3:
        yield f"three {first}s"
    elif numbers.count(2) > 1:
        yield "two pairs"
        yield f"{first}s and {NAME[ranks[1]]}s"
    elif numbers[0] == 2:
        yield f"a pair of {first}s"
    else:
        yield f"nothing but the {first} high"


def _in_a_row(strength: dict[str, int], ranks: list[str]) -> bool:
    """Return True for five ranks in a row; the strongest may stand below the weakest."""
    places = sorted(strength[rank] for rank in ranks)
    top = max(strength.values())
    return places == list(range(places[0], places[0] + 5)) or places == [1, 2, 3, 4, top]


def lines(view: View, seating: Seating, width: int) -> Iterator[str]:
    """Write the pot at the terminal."""
    if view.due == "betting":
        yield f"Pot       {plural(sum(seat.stake for seat in view.seats), 'chip')}"


def chips_cell(view: View, seat: SeatView) -> object:
    """Write the chips that a seat has, at the terminal."""
    return seat.chips if has_chips(view) else ""


def stake_cell(view: View, seat: SeatView) -> object:
    """Write the chips that a seat has paid, at the terminal."""
    return seat.stake if has_chips(view) else ""


def has_chips(view: View) -> bool:
    """Return True if a view is of a game that is played for chips."""
    return any(seat.chips or seat.stake for seat in view.seats)


def remarks(view: View, traits: Traits) -> Mapping[str, str]:
    """Return the cost of staying in, and of raising if all rounds of betting have the same bet."""
    if view.due != "betting" or view.turn is None:
        return {}
    bets = {phase.bet for phase in traits.genome.phases if isinstance(phase, BettingPhase)}
    owed = max(seat.stake for seat in view.seats) - view.seats[view.turn].stake
    told = {"call": f"for {owed}" if owed else "for nothing"}
    return told if len(bets) > 1 else {**told, "raise": f"for {owed + bets.pop()}"}
