"""Betting in short: what to do, what it brings, and a remark for new players."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.betting.genome import BettingPhase
from ludex.games.cards.wording import many

BUBBLE = (
    "Chips in the pot are no longer yours: the winner of the hand takes them. Call to stay in, raise if you like your "
    "cards, or fold and lose only what you have paid so far."
)


def betting_in_short(genome: Genome, phase: BettingPhase) -> str:
    """Say how betting goes."""
    if phase is not next(other for other in genome.phases if isinstance(other, BettingPhase)):
        return "**Betting.** Another round of betting follows."
    more = f", raise by {many(phase.bet, 'chip')}" if phase.raises else ""
    return (
        f"**Betting.** In turn, call (pay as much as anyone has paid so far){more}, or fold (give up the hand and what "
        "you have paid)."
    )


def pot_in_short(genome: Genome) -> Iterator[str]:
    """Say who gets the chips."""
    among = " among the players who have not folded" if any(isinstance(p, BettingPhase) for p in genome.phases) else ""
    said = {
        "poker": f"The best poker hand{among} wins the pot.",
        "high card": f"The highest card{among} wins the pot.",
        "points": f"The highest number of points{among} wins the pot.",
        "blackjack": "Come closer to 21 points than the dealer, but not above: then the dealer pays you your stake.",
    }
    if genome.ranking in said:
        yield said[genome.ranking]
    if genome.chips:
        yield "Players without chips are out of the match."
