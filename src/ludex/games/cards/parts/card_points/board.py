"""Points for cards on the board: in the cards won, and in what a card tells of itself."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.author import Html, plural, tag
from ludex.games.cards.board.scene import Scene
from ludex.games.cards.board.traits import Traits
from ludex.games.cards.views import SeatView
from ludex.games.cards.wording import most_of, points


def facts(scene: Scene, seat: SeatView) -> Iterator[Html]:
    """Draw the points in the cards that a player has won so far."""
    genome = scene.traits.genome
    scoring = genome.card_scoring
    if scoring and scoring.source == "won" and not genome.book and seat.won:
        worth = sum(scene.traits.points(card, scene.view.trump) for card in seat.won)
        if worth:
            told = plural(worth, "point")
            yield tag("span", told, class_="fact", tip=f"{told} in the cards won so far")


def card_facts(traits: Traits, card: str, trump: str | None) -> Iterator[str]:
    """Say how many points a card scores, and which majorities it helps to win."""
    scoring, worth = traits.genome.card_scoring, traits.points(card, trump)
    if scoring and worth:
        counts = f"Counts {points(worth)}" if worth > 0 else f"Costs {points(-worth)}"
        if scoring.source == "won":
            yield f"{counts} when won."
        elif scoring.to == "winner":
            yield f"{counts.replace('Counts', 'Gives')} to the first player out if it is left in a hand."
        else:
            yield f"{counts} if it is left in your hand."
    for most in traits.genome.majorities:
        one_rank = not most.rank or most.rank == card[0]
        if (most.rank or most.suit) and one_rank and (not most.suit or most.suit[0].upper() == card[1]):
            yield f"Helps to win the most {most_of(most)}, for {points(most.points)}."
