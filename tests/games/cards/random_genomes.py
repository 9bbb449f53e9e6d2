"""Random valid genomes of every family, for tests."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from ludex.games.cards import problems
from ludex.games.cards.genome import (
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
    DiscardPhase,
    DrawPhase,
    Effect,
    Genome,
    Level,
    Majority,
    Match,
    PassPhase,
    PlayPhase,
    TrickPhase,
    TrickScoring,
)

RANKS = "23456789TJQKA"
SUITS = ("clubs", "diamonds", "hearts", "spades")
BREAKING: Any = ("none", "none", "trump", *SUITS)
TRUMPS: Any = ("none", "turned", "rotating", "random", *SUITS)


def random_genome(seed: int) -> Genome:
    """A valid genome: made by chance, thrown away until nothing is wrong with it."""
    random = Random(f"genome {seed}")
    while True:
        genome = random.choice((tricks, tricks, shedding, shedding, poker, claiming))(random, f"random-{seed}")
        if not problems(genome):
            return with_late_parts(genome, Random(f"late parts {seed}"))


def with_late_parts(genome: Genome, random: Random) -> Genome:
    """With parts that the schema got later, by a chance of their own: the genomes of old seeds stay what they were."""
    if genome.contract_scoring and maybe(random):
        variant = msgspec.structs.replace(genome.contract_variant, bags="once")
        return msgspec.structs.replace(genome, contract_variant=variant)
    low, high = genome.seats
    if low < high and maybe(random, 0.5):
        deal = msgspec.structs.replace(
            genome.deal, few_seats=random.randint(low, high - 1), few_cards=random.randint(1, 9)
        )
        few = msgspec.structs.replace(genome, deal=deal)
        return genome if problems(few) else few
    return genome


def maybe(random: Random, chance: float = 0.3) -> bool:
    return random.random() < chance


def some_seats(random: Random) -> tuple[int, int]:
    low = random.randint(2, 5)
    return low, random.randint(low, 6)


def some_deck(random: Random) -> Deck:
    ranks = "".join(random.sample(RANKS, random.choice((6, 8, 9, 10, 13, 13, 13))))
    return Deck(ranks)


def some_points(random: Random) -> CardPoints:
    rank = random.choice((*RANKS, ""))
    suit: Any = random.choice((*SUITS, ""))
    return CardPoints(random.randint(-5, 15), rank, suit)


def some_match(random: Random) -> Match:
    return Match(
        random.randint(1, 6),
        random.choice((0, 0, 5, 50, 200)),
        random.choice((0, 0, -30)),
        maybe(random),
    )


def tricks(random: Random, name: str) -> Genome:
    seats = random.choice(((2, 2), (3, 3), (4, 4), (4, 4), (6, 6), some_seats(random)))
    teams = {(4, 4): ((0, 2), (1, 3)), (6, 6): ((0, 3), (1, 4), (2, 5))}.get(seats, ()) if maybe(random, 0.5) else ()
    bidding = maybe(random, 0.6)
    low = random.randint(0, 2)
    variant = ContractVariant(
        random.choice(("carry", "reset", "score")),
        random.choice(("help", "bags")),
        maybe(random),
        random.choice((0, 5)),
        maybe(random),
        bool(teams) and maybe(random),
    )
    blind = not bidding and maybe(random, 0.15)
    trick = TrickPhase(
        follow=maybe(random, 0.85),
        must_trump=maybe(random),
        low_wins=maybe(random, 0.2),
        breaking=random.choice(BREAKING),
        unbreakable=maybe(random, 0.1),
        clean_start=maybe(random, 0.2),
        tricks=random.choice((0, 0, 0, 3)),
        blind=blind,
        by_rank=maybe(random, 0.15),
        take=blind and maybe(random, 0.5),
    )
    phases = (
        *([PassPhase(random.randint(1, 3), ("left", "right", "hold"))] if maybe(random, 0.2) else ()),
        *([BiddingPhase(low, random.randint(low, 13), maybe(random, 0.6))] if bidding else ()),
        trick,
    )
    cards = random.randint(3, 10)
    return Genome(
        name=name,
        title=name,
        seats=seats,
        teams=teams,
        deck=some_deck(random),
        deal=random.choice((Deal(), Deal(cards), Deal(cards, -1), Deal(1, 1))),
        trump=random.choice(TRUMPS),
        bowers=maybe(random),
        phases=phases,
        turn_limit=random.choice((5, 60)),
        knockout=maybe(random, 0.1),
        contract_scoring=ContractScoring(10, 1, 10, 50, 60, random.choice((0, 3, 10)), 40) if bidding else None,
        contract_variant=variant if bidding else ContractVariant(),
        trick_scoring=TrickScoring(random.randint(-2, 3), random.randint(0, 4), (Level(3, 2), Level(5, 9))),
        card_scoring=CardScoring(tuple(some_points(random) for _ in range(2)), moon=maybe(random)),
        majorities=(Majority(3, suit="hearts"),) if maybe(random) else (),
        match=some_match(random),
    )


def shedding(random: Random, name: str) -> Genome:
    conditions = ("same suit", "same rank", "same colour", "beats top", "adjacent", "rank 7", "rank 9", "anything")
    sets = maybe(random, 0.2)
    to: Any = "pile" if sets else random.choice(("pile", "pile", "table", "capture"))
    play = PlayPhase(
        allow=tuple(
            tuple(random.sample(conditions, random.randint(1, 2))) for _ in range(1 if sets else random.randint(1, 3))
        ),
        to=to,
        skip=random.choice(("stuck", "always")),
        wild="" if sets or to != "pile" else random.choice(("", "8", "9A")),
        sets=sets,
    )
    draw = DrawPhase(
        source=random.choice(("stock", "stock", "pile", "either", "neighbour")),
        when=random.choice(("always", "stuck")),
        count=random.randint(1, 3),
        reshuffle=maybe(random, 0.5),
    )
    discard = DiscardPhase(random.randint(1, 2), maybe(random, 0.5), maybe(random), maybe(random))
    effects = tuple(
        Effect(random.choice(RANKS), random.choice(("skip", "reverse", "draw", "again")), random.randint(1, 2))
        for _ in range(random.randint(0, 4))
    )
    steps = (play,) if sets else random.choice(((draw, play), (play,), (play, discard), (draw, play, discard)))
    return Genome(
        name=name,
        title=name,
        seats=some_seats(random),
        deck=some_deck(random),
        deal=random.choice((Deal(), Deal(random.randint(1, 7), 0, random.choice((0, 3)), maybe(random, 0.7)))),
        phases=steps,
        effects=effects,
        turn_limit=random.choice((20, 100)),
        hand_ends=random.choice(("first out", "one left", "all out")),
        book=random.choice((0, 0, 0, 2, 4)),
        card_scoring=CardScoring(
            tuple(some_points(random) for _ in range(3)),
            random.choice(("won", "hand")),
            random.choice(("holder", "winner")),
        ),
        order_scoring=random.choice(((), (3, 1))),
        sweep_points=random.choice((0, 1)),
        match=some_match(random),
    )


def claiming(random: Random, name: str) -> Genome:
    phase = random.choice((AskPhase(), ClaimPhase(random.randint(1, 4)), DrawPhase(source="neighbour")))
    knock = maybe(random)
    steps = (DrawPhase(source="either"), DiscardPhase(knock=random.choice((10, 60)))) if knock else (phase,)
    return Genome(
        name=name,
        title=name,
        seats=some_seats(random),
        deck=some_deck(random),
        deal=Deal(random.randint(3, 8), starter=knock) if maybe(random, 0.6) or knock else Deal(),
        phases=steps,
        turn_limit=random.choice((30, 150)),
        hand_ends="phases" if knock else random.choice(("first out", "one left", "all out")),
        book=0 if knock else random.choice((0, 2, 3, 4)),
        card_scoring=CardScoring((some_points(random),), random.choice(("won", "hand"))),
        match=some_match(random),
    )


def poker(random: Random, name: str) -> Genome:
    ranking: Any = random.choice(("poker", "high card", "points", "blackjack"))
    betting = BettingPhase(random.randint(1, 9), random.randint(0, 3))
    exchange = DiscardPhase(random.randint(1, 3), maybe(random, 0.7), True, True)
    phases: Any = random.choice(((betting,), (betting, exchange, betting), (betting, DrawPhase(count=2), betting)))
    if ranking == "blackjack":
        phases = (DrawPhase(when="optional", count=8, limit=random.choice((17, 21))),)
    return Genome(
        name=name,
        title=name,
        seats=some_seats(random),
        deck=some_deck(random),
        deal=Deal(random.randint(1, 5)),
        phases=phases,
        turn_rounds=0 if len(phases) == 1 and ranking != "blackjack" else 1,
        ranking=ranking,
        chips=Chips(random.choice((5, 30, 100)), random.randint(0, 4)),
        match=Match(random.randint(1, 12)),
    )
