"""Ways to score: whether a game has any, and the plainest one."""

from __future__ import annotations

from ludex.games.cards.genome.fields import values_of
from ludex.games.cards.genome.phasing import POINTS, has
from ludex.games.cards.genome.problems import Repair
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.auction.genome import AuctionPhase
from ludex.games.cards.parts.card_points.genome import CardPoints, CardScoring
from ludex.games.cards.parts.tricks.genome import TrickPhase, TrickScoring
from ludex.games.cards.parts.turns.checks import cards_are_won, players_go_out

_POINTS = values_of(POINTS)


def scores_points(genome: Genome) -> bool:
    """Return True if something of the game is worth points.

    >>> from ludex.games.cards import LIBRARY
    >>> scores_points(LIBRARY["spades"]()), scores_points(LIBRARY["draw-poker"]())
    (True, False)
    """
    return any(_POINTS(genome))


def has_winners(genome: Genome) -> bool:
    """Return True if anything makes one player better than another: points, contracts, chips, a knock, or staying in.

    >>> from ludex.games.cards import LIBRARY
    >>> has_winners(LIBRARY["knockout-whist"]())
    True
    """
    others = genome.chips or genome.knockout or genome.knocking_phase
    return bool(scores_points(genome) or others or has(genome, AuctionPhase))


def plain_scoring(genome: Genome) -> Repair:
    """Choose the plainest way to score that a game has a use for.

    >>> from ludex.games.cards import LIBRARY
    >>> plain_scoring(LIBRARY["crazy-eights"]())
    {'order_scoring': (1,)}
    """
    if has(genome, TrickPhase):
        return {"trick_scoring": TrickScoring()}
    if players_go_out(genome):
        return {"order_scoring": (1,)}
    return {"card_scoring": CardScoring((CardPoints(1),), "won" if cards_are_won(genome) else "hand")}
