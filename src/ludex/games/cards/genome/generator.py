"""Random coherent genomes of every family: material for tests, for evolution and for whoever is curious."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, get_args

from ludex.games.cards.bytecode.words import CONDITIONS
from ludex.games.cards.components import RANKS, SUITS
from ludex.games.cards.genome.dealing import teams_of
from ludex.games.cards.genome.problems import BadGenome
from ludex.games.cards.genome.ranges import name_problems
from ludex.games.cards.genome.repairs import repaired
from ludex.games.cards.genome.schema import (
    AskPhase,
    BettingPhase,
    BiddingPhase,
    CardPoints,
    CardScoring,
    Chips,
    ClaimPhase,
    ContractScoring,
    ContractVariant,
    Deal,
    Deck,
    Direction,
    DiscardPhase,
    DrawPhase,
    Effect,
    Genome,
    Level,
    Majority,
    Match,
    PassPhase,
    Phase,
    PlayPhase,
    TrickPhase,
    TrickScoring,
    Trump,
)

BREAKING: Any = ("none", "none", "trump", *SUITS)
TRUMPS: Any = get_args(Trump)
WAYS: Any = get_args(Direction)


def random_genome(rng: Random, name: str = "random") -> Genome:
    """A game made by chance: of any family, and without problems. The same chance makes the same game.

    >>> from ludex.games.cards import problems
    >>> game = random_genome(Random(7))
    >>> problems(game), game == random_genome(Random(7))
    ([], True)
    """
    if wrong := list(name_problems(name)):
        raise BadGenome("a random game needs a name", wrong)
    while True:
        genome = repaired(rng.choice(FAMILIES)(rng, name))
        if genome:
            return genome


def maybe(rng: Random, chance: float = 0.3) -> bool:
    """True with this chance."""
    return rng.random() < chance


def some_seats(rng: Random) -> tuple[int, int]:
    """A range of seats."""
    low = rng.randint(2, 5)
    return low, rng.randint(low, 6)


def some_deck(rng: Random) -> Deck:
    """A deck, most often the usual one or one in the usual order."""
    size = rng.choice((6, 8, 9, 10, 13, 13, 13))
    ranks = rng.sample(RANKS, size)
    return Deck("".join(ranks if maybe(rng, 0.5) else sorted(ranks, key=RANKS.index)))


def some_condition(rng: Random) -> str:
    """A reason for which a card may be played."""
    words = CONDITIONS[1:]
    return rng.choice((*words, *words, f"rank {rng.choice(RANKS)}"))


def some_effect(rng: Random, deck: Deck) -> Effect:
    """What a rank of the deck does."""
    does: Any = rng.choice(("skip", "reverse", "draw", "again"))
    return Effect(rng.choice(deck.ranks), does, rng.randint(1, 3) if does == "draw" else 1)


def some_points(rng: Random, deck: Deck, trump: str = "none") -> CardPoints:
    """What some cards of the deck are worth."""
    rank = rng.choice((*deck.ranks, ""))
    suit: Any = rng.choice((*SUITS, "", "") if trump == "none" else (*SUITS, "trump", "", ""))
    return CardPoints(rng.choice((rng.randint(-5, 15), 1, 10)), rank, suit)


def some_majority(rng: Random, deck: Deck) -> Majority:
    """Points for the most cards of a kind."""
    suit: Any = rng.choice((*SUITS, ""))
    return Majority(rng.randint(1, 5), rng.choice(("", "", *deck.ranks)), suit)


def some_match(rng: Random) -> Match:
    """How long it lasts."""
    return Match(rng.randint(1, 6), rng.choice((0, 0, 5, 50, 200)), rng.choice((0, 0, -30)), maybe(rng))


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
        trump=trump,
        bowers=maybe(rng),
        phases=_phases_with_tricks(rng, bidding, deck),
        turn_limit=rng.choice((5, 60)),
        knockout=maybe(rng, 0.1),
        contract_scoring=_contracts(rng) if bidding else None,
        contract_variant=_variant(rng, bool(teams)) if bidding and maybe(rng, 0.7) else ContractVariant(),
        trick_scoring=_trick_scoring(rng) if maybe(rng, 0.7) else None,
        card_scoring=_card_scoring(rng, deck, trump) if maybe(rng, 0.6) else None,
        majorities=(some_majority(rng, deck),) if maybe(rng) else (),
        match=some_match(rng),
    )


def _phases_with_tricks(rng: Random, bidding: bool, deck: Deck) -> tuple[Phase, ...]:
    blind = not bidding and maybe(rng, 0.15)
    trick = TrickPhase(
        follow=maybe(rng, 0.85),
        must_trump=maybe(rng),
        low_wins=maybe(rng, 0.2),
        breaking="none" if blind else rng.choice(BREAKING),
        unbreakable=maybe(rng, 0.1),
        first_lead=rng.choice(deck.ranks) + rng.choice("CDHS") if maybe(rng, 0.15) else "",
        clean_start=maybe(rng, 0.2),
        tricks=rng.choice((0, 0, 0, 3)),
        blind=blind,
        by_rank=maybe(rng, 0.15),
        take=blind and maybe(rng, 0.5),
    )
    low = rng.randint(0, 2)
    ways = tuple(rng.choices(WAYS, k=rng.randint(1, 4)))
    return (
        *([PassPhase(rng.randint(1, 3), ways)] if maybe(rng, 0.2) else ()),
        *([BiddingPhase(low, rng.randint(low, 13), maybe(rng, 0.6))] if bidding else ()),
        trick,
    )


def _contracts(rng: Random) -> ContractScoring:
    nil = rng.choice((0, 50, 100))
    return ContractScoring(
        rng.choice((1, 5, 10, 10)),
        rng.choice((0, 1, 1, 2)),
        rng.choice((0, 5, 10)),
        nil,
        nil,
        rng.choice((0, 3, 10)),
        40,
    )


def _variant(rng: Random, teams: bool) -> ContractVariant:
    return ContractVariant(
        rng.choice(("carry", "reset", "score", "once")),
        rng.choice(("help", "bags")),
        maybe(rng),
        rng.choice((0, 5)),
        maybe(rng),
        teams and maybe(rng),
    )


def _trick_scoring(rng: Random) -> TrickScoring:
    levels = (Level(3, 2), Level(5, 9)) if maybe(rng) else ()
    return TrickScoring(rng.choice((-1, 1, 1, 2, 3)), rng.randint(0, 4), levels)


def _card_scoring(rng: Random, deck: Deck, trump: str = "none") -> CardScoring:
    values = tuple(some_points(rng, deck, trump) for _ in range(rng.randint(1, 3)))
    return CardScoring(values, rng.choice(("won", "won", "hand")), moon=maybe(rng))


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
        phases=(_play(rng, sets=True),) if sets else _steps(rng),
        effects=() if again else tuple(some_effect(rng, deck) for _ in range(rng.randint(0, 4))),
        turn_limit=rng.choice((20, 100)),
        hand_ends="all out" if again else rng.choice(("first out", "one left", "all out")),
        book=0 if again else rng.choice((0, 0, 0, 2, 4)),
        card_scoring=scoring,
        order_scoring=rng.choice(((), (3, 1))),
        majorities=(some_majority(rng, deck),) if maybe(rng, 0.2) else (),
        sweep_points=rng.choice((0, 1)),
        match=some_match(rng),
    )


def _play(rng: Random, sets: bool = False) -> PlayPhase:
    to: Any = "pile" if sets else rng.choice(("pile", "pile", "table", "capture"))
    groups = range(1 if sets else rng.randint(1, 3))
    return PlayPhase(
        allow=tuple(tuple(some_condition(rng) for _ in range(rng.randint(1, 2))) for _ in groups),
        to=to,
        skip=rng.choice(("stuck", "always")),
        wild="" if sets or to != "pile" else rng.choice(("", "8", "9A")),
        sets=sets,
    )


def _steps(rng: Random) -> tuple[Phase, ...]:
    play = _play(rng)
    draw = DrawPhase(
        source=rng.choice(("stock", "stock", "pile", "either", "neighbour")),
        when=rng.choice(("always", "stuck")),
        count=rng.randint(1, 3),
        reshuffle=maybe(rng, 0.5),
    )
    discard = DiscardPhase(rng.randint(1, 2), maybe(rng, 0.5), maybe(rng), maybe(rng))
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
        turn_limit=rng.choice((30, 150)),
        hand_ends=rng.choice(("first out", "one left", "all out")),
        book=rng.choice((0, 2, 3, 4)),
        card_scoring=CardScoring((some_points(rng, deck),), rng.choice(("won", "hand"))),
        match=some_match(rng),
    )


def _of_knocking(rng: Random, name: str) -> Genome:
    draw = DrawPhase(source=rng.choice(("either", "either", "stock")), reshuffle=maybe(rng))
    return Genome(
        name=name,
        title=name,
        seats=some_seats(rng),
        deck=some_deck(rng),
        deal=Deal(rng.randint(3, 10), starter=True),
        phases=(draw, DiscardPhase(knock=rng.choice((0, 5, 10, 60)), knock_bonus=rng.choice((0, 10, 25)))),
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
        turn_rounds=0 if len(phases) == 1 and ranking != "blackjack" else 1,
        ranking=ranking,
        chips=Chips(rng.choice((5, 30, 100)), rng.randint(0, 4)),
        match=Match(rng.randint(1, 12)),
    )


FAMILIES: tuple[Callable[[Random, str], Genome], ...] = (
    _of_tricks,
    _of_tricks,
    _of_tricks,
    _of_playing,
    _of_playing,
    _of_claiming,
    _of_knocking,
    _of_chips,
)
"""Tricks come most often, since they have the most rules."""
