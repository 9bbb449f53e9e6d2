"""Random coherent genomes of every family: material for tests and for evolution."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from ludex.games.cards.genome.fields import replace
from ludex.games.cards.genome.problems import BadGenome
from ludex.games.cards.genome.ranges import name_problems
from ludex.games.cards.genome.repairs import repaired
from ludex.games.cards.genome.schema import Genome, Phase
from ludex.games.cards.parts.asking.genome import AskPhase
from ludex.games.cards.parts.auction.variation import some_auction
from ludex.games.cards.parts.betting.genome import BettingPhase, Chips
from ludex.games.cards.parts.bidding.genome import ContractVariant
from ludex.games.cards.parts.bidding.variation import some_contracts, some_variant
from ludex.games.cards.parts.captures.variation import some_sweeps
from ludex.games.cards.parts.card_points.genome import CardScoring
from ludex.games.cards.parts.card_points.variation import some_card_scoring, some_majority, some_points
from ludex.games.cards.parts.claiming.genome import ClaimPhase
from ludex.games.cards.parts.deal.checks import teams_of
from ludex.games.cards.parts.deal.genome import Deal
from ludex.games.cards.parts.deal.variation import some_deck, some_seats
from ludex.games.cards.parts.discarding.genome import DiscardPhase
from ludex.games.cards.parts.discarding.variation import some_discard, some_knocking
from ludex.games.cards.parts.drawing.genome import DrawPhase
from ludex.games.cards.parts.drawing.variation import some_draw, some_draw_for_melds
from ludex.games.cards.parts.match.genome import Match
from ludex.games.cards.parts.match.variation import some_match
from ludex.games.cards.parts.operators import maybe
from ludex.games.cards.parts.playing.variation import some_effect, some_play
from ludex.games.cards.parts.tricks.variation import phases_with_tricks, some_trick_scoring, some_tricks
from ludex.games.cards.parts.trumps.variation import TRUMPS, some_trumps
from ludex.games.cards.parts.turns.variation import rounds, some_turns

Family = Callable[[Random, str], Genome]


def random_genome(rng: Random, name: str = "random", families: Sequence[Family] = ()) -> Genome:
    """Make a random game without problems: of any family, or of one of those given. The same chance makes the same
    game.

    >>> from ludex.games.cards import problems
    >>> game = random_genome(Random(7))
    >>> problems(game), game == random_genome(Random(7))
    ([], True)
    """
    if wrong := list(name_problems(name)):
        raise BadGenome("a random game needs a name", wrong)
    while True:
        genome = repaired(rng.choice(families or FAMILIES)(rng, name))
        if genome:
            return genome


def _of_tricks(rng: Random, name: str) -> Genome:
    seats = rng.choice(((2, 2), (3, 3), (4, 4), (4, 4), (6, 6), some_seats(rng)))
    fixed = seats[0] == seats[1] and seats[0] in (4, 6)
    teams = teams_of(seats[0], rng.choice((2, seats[0] // 2))) if fixed and maybe(rng, 0.5) else ()
    bidding, deck, trump = maybe(rng, 0.5), some_deck(rng), rng.choice(TRUMPS)
    cards = rng.randint(3, 10)
    return Genome(
        name=name,
        title=name,
        seats=seats,
        teams=teams,
        deck=deck,
        deal=rng.choice((Deal(), Deal(cards), Deal(cards, -1), Deal(1, 1))),
        **some_trumps(rng, trump),
        phases=phases_with_tricks(rng, bidding, deck),
        turn_limit=rng.choice((5, 60)),
        knockout=maybe(rng, 0.1),
        contract_scoring=some_contracts(rng) if bidding else None,
        contract_variant=some_variant(rng, bool(teams)) if bidding and maybe(rng, 0.7) else ContractVariant(),
        trick_scoring=some_trick_scoring(rng) if maybe(rng, 0.7) else None,
        card_scoring=some_card_scoring(rng, deck, trump) if maybe(rng, 0.6) else None,
        majorities=(some_majority(rng, deck),) if maybe(rng) else (),
        match=some_match(rng),
    )


def _of_playing(rng: Random, name: str) -> Genome:
    deck, again, sets = some_deck(rng), maybe(rng, 0.15), maybe(rng, 0.2)
    values = tuple(some_points(rng, deck) for _ in range(3))
    scoring = CardScoring(values, rng.choice(("won", "hand")), rng.choice(("holder", "winner")))
    cards = rng.randint(1, 7)
    few = (rng.randint(2, 5), rng.randint(1, 9)) if maybe(rng, 0.2) else (0, 0)
    dealt = Deal(cards, 0, rng.choice((0, 3)), not again and maybe(rng, 0.7), again, *few)
    return Genome(
        name=name,
        title=name,
        seats=some_seats(rng),
        deck=deck,
        deal=dealt if again else rng.choice((Deal(), dealt)),
        phases=(some_play(rng, sets=True),) if sets else _steps(rng),
        effects=() if again else tuple(some_effect(rng, deck) for _ in range(rng.randint(0, 4))),
        **some_turns(rng, (20, 100), (0, 0, 0, 2, 4), again),
        card_scoring=scoring,
        order_scoring=rng.choice(((), (3, 1))),
        majorities=(some_majority(rng, deck),) if maybe(rng, 0.2) else (),
        **some_sweeps(rng),
        match=some_match(rng),
    )


def _steps(rng: Random) -> tuple[Phase, ...]:
    play = some_play(rng)
    draw = some_draw(rng)
    discard = some_discard(rng)
    ways: tuple[tuple[Phase, ...], ...] = ((draw, play), (play,), (play, discard), (draw, play, discard))
    return rng.choice(ways)


def _of_claiming(rng: Random, name: str) -> Genome:
    deck = some_deck(rng)
    phase: Phase = rng.choice((AskPhase(), ClaimPhase(rng.randint(1, 4)), DrawPhase(source="neighbour")))
    return Genome(
        name=name,
        title=name,
        seats=some_seats(rng),
        deck=deck,
        deal=Deal(rng.randint(3, 8)) if maybe(rng, 0.6) else Deal(),
        phases=(phase,),
        **some_turns(rng, (30, 150), (0, 2, 3, 4)),
        card_scoring=CardScoring((some_points(rng, deck),), rng.choice(("won", "hand"))),
        match=some_match(rng),
    )


def _of_knocking(rng: Random, name: str) -> Genome:
    draw = some_draw_for_melds(rng)
    return Genome(
        name=name,
        title=name,
        seats=some_seats(rng),
        deck=some_deck(rng),
        deal=Deal(rng.randint(3, 10), starter=True),
        phases=(draw, some_knocking(rng)),
        turn_limit=rng.choice((30, 60, 150)),
        match=some_match(rng),
    )


def _of_chips(rng: Random, name: str) -> Genome:
    ranking: Any = rng.choice(("poker", "high card", "points", "blackjack"))
    betting = BettingPhase(rng.randint(1, 9), rng.randint(0, 3))
    exchange = DiscardPhase(rng.randint(1, 3), maybe(rng, 0.7), True, True)
    ways: tuple[tuple[Phase, ...], ...] = (
        (betting,),
        (betting, exchange, betting),
        (betting, DrawPhase(count=2), betting),
    )
    phases = rng.choice(ways)
    if ranking == "blackjack":
        phases = (DrawPhase(when="optional", count=8, limit=rng.choice((17, 21))),)
    return Genome(
        name=name,
        title=name,
        seats=some_seats(rng),
        deck=some_deck(rng),
        deal=Deal(rng.randint(1, 5)),
        phases=phases,
        **rounds(0 if len(phases) == 1 and ranking != "blackjack" else 1),
        ranking=ranking,
        chips=Chips(rng.choice((5, 30, 100)), rng.randint(0, 4)),
        match=Match(rng.randint(1, 12)),
    )


def of_auctions(rng: Random, name: str) -> Genome:
    """Make a game of tricks with an auction."""
    seats = rng.choice((3, 4, 4, 4, 5, 6))
    teams = teams_of(seats, rng.choice((2, seats // 2))) if seats in (4, 6) and maybe(rng, 0.7) else ()
    deck = some_deck(rng)
    cards = deck.size // seats if deck.size % seats == 0 and maybe(rng) else rng.randint(2, max(deck.size // seats, 2))
    pairs = bool(teams) and len(teams[0]) == 2
    tricks = replace(some_tricks(rng, deck), first_lead="", by_rank=False, tricks=0)
    return Genome(
        name=name,
        title=name,
        seats=(seats, seats),
        teams=teams,
        deck=deck,
        deal=Deal(cards),
        trump="named",
        bowers=maybe(rng, 0.2),
        phases=(some_auction(rng, cards, pairs), tricks),
        trick_scoring=some_trick_scoring(rng) if maybe(rng, 0.2) else None,
        card_scoring=some_card_scoring(rng, deck) if maybe(rng, 0.2) else None,
        match=replace(some_match(rng), hands=rng.randint(1, 6)),
    )


FAMILIES: tuple[Family, ...] = (
    _of_tricks,
    _of_tricks,
    _of_tricks,
    _of_playing,
    _of_playing,
    _of_claiming,
    _of_knocking,
    _of_chips,
    of_auctions,
)
"""Tricks come most often, since they have the most rules."""
