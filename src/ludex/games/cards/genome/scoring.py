"""What can be wrong with points, contracts, chips and the comparison of hands."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.genome.phasing import NO_CONTRACTS, keeping, place_of, type_of
from ludex.games.cards.genome.problems import Problem, Repair, problem
from ludex.games.cards.genome.schema import (
    BettingPhase,
    BiddingPhase,
    CardPoints,
    CardScoring,
    Chips,
    ContractScoring,
    ContractVariant,
    Deal,
    DiscardPhase,
    DrawPhase,
    Genome,
    TrickPhase,
    TrickScoring,
)

NO_CHIPS: Repair = {"chips": None, "ranking": "none"}
NO_POINTS: Repair = {
    "contract_scoring": None,
    "contract_variant": ContractVariant(),
    "trick_scoring": None,
    "card_scoring": None,
    "order_scoring": (),
    "majorities": (),
    "sweep_points": 0,
}


def chip_problems(genome: Genome) -> Iterator[Problem]:
    """Betting, chips and the comparison of hands need each other."""
    betting = any(isinstance(phase, BettingPhase) for phase in genome.phases)
    if genome.chips is None:
        if betting:
            without = keeping(genome, lambda phase: not isinstance(phase, BettingPhase)) | {"ranking": "none"}
            place = place_of(genome, BettingPhase)
            yield problem(
                place, "there are no chips to bet", "Set chips, or leave betting out.", {"chips": Chips()}, without
            )
        if genome.ranking != "none":
            what, fix = "hands are compared, but nothing is at stake", 'Set chips, or ranking to "none".'
            yield problem("chips", what, fix, {"chips": Chips()} if betting else NO_CHIPS)
        return
    if genome.ranking == "none":
        what, fix = "there are chips, but no way to compare hands", "Choose how hands are compared for the pot."
        compared: Repair = {"ranking": "high card"}
        yield problem("ranking", what, fix, compared if betting else NO_CHIPS, compared)
    if genome.chips.start <= genome.chips.ante:
        more: Repair = {"chips.start": max(10 * genome.chips.ante, 10)}
        yield problem("chips.start", "nothing is left after the ante", "Give more chips than the ante.", more)
    yield from _chip_phases(genome)
    yield from _compared(genome, betting)


def _chip_phases(genome: Genome) -> Iterator[Problem]:
    for number, phase in enumerate(genome.phases):
        if not isinstance(phase, BettingPhase | DrawPhase | DiscardPhase):
            what = f"a phase of type {type_of(type(phase))} cannot be played for chips"
            for_points = keeping(genome, lambda other: not isinstance(other, BettingPhase)) | NO_CHIPS
            for_chips = keeping(genome, lambda other: isinstance(other, BettingPhase | DrawPhase | DiscardPhase))
            if not for_chips["phases"]:
                for_chips["phases"] = (BettingPhase(),)
            fix = "Keep betting, draw and discard phases only."
            yield problem(f"phases[{number}]", what, fix, for_points, for_chips)
            return


def _compared(genome: Genome, betting: bool) -> Iterator[Problem]:
    drawing = any(isinstance(phase, DrawPhase) for phase in genome.phases)
    if genome.ranking == "poker":
        refilled = all(phase.refill for phase in genome.phases if isinstance(phase, DiscardPhase))
        if not 1 <= genome.deal.cards <= 5 or genome.deal.change or drawing or not refilled:
            what, fix = "poker hands have at most five cards", "Deal 1 to 5, refill discards, draw nothing."
            five: Repair = {"deal": Deal(5)} if not drawing and refilled else {"ranking": "high card"}
            yield problem("ranking", what, fix, five, {"ranking": "high card"})
    if genome.ranking == "blackjack" and betting:
        fixed = keeping(genome, lambda phase: not isinstance(phase, BettingPhase))
        repairs = ({"ranking": "points"}, fixed) if fixed["phases"] else ({"ranking": "points"},)
        yield problem("ranking", "stakes are fixed in games against the dealer", "Drop the betting.", *repairs)


def scoring_problems(genome: Genome) -> Iterator[Problem]:
    """Scoring that has something to score."""
    kinds = [type(phase) for phase in genome.phases]
    if genome.contract_scoring and BiddingPhase not in kinds:
        fix = f"Add a phase of type {type_of(BiddingPhase)}, or drop it."
        yield problem("contract_scoring", "nobody bids", fix, NO_CONTRACTS)
    if BiddingPhase in kinds and not genome.contract_scoring:
        fix = "Set it, if only to {}, or drop the bidding."
        without = keeping(genome, lambda phase: not isinstance(phase, BiddingPhase))
        yield problem(
            "contract_scoring", "bids are worth nothing", fix, {"contract_scoring": ContractScoring()}, without
        )
    if not genome.contract_scoring and genome.contract_variant != ContractVariant():
        what = "there is no contract_scoring that it could vary"
        yield problem("contract_variant", what, "Set contract_scoring, or drop it.", NO_CONTRACTS)
    if genome.contract_variant.partners and not genome.teams:
        without = {"contract_variant.partners": False}
        yield problem("contract_variant.partners", "there are no partners", "Make teams, or drop it.", without)
    if (genome.trick_scoring or genome.knockout) and TrickPhase not in kinds:
        place = "trick_scoring" if genome.trick_scoring else "knockout"
        fix = f"Add a phase of type {type_of(TrickPhase)}, or drop it."
        without = {"trick_scoring": None, "knockout": False}
        yield problem(place, "tricks count, but none are played", fix, without)
    if genome.knockout and genome.teams:
        fix = "Drop the teams or the knockout."
        yield problem("knockout", "single players would drop out of teams", fix, {"knockout": False}, {"teams": ()})
    yield from _something_scores(genome)


def scores_points(genome: Genome) -> bool:
    """Whether something of the game is worth points.

    >>> from ludex.games.cards import LIBRARY
    >>> scores_points(LIBRARY["spades"]()), scores_points(LIBRARY["draw-poker"]())
    (True, False)
    """
    return bool(
        genome.contract_scoring
        or genome.trick_scoring
        or genome.card_scoring
        or genome.order_scoring
        or genome.majorities
        or genome.sweep_points
    )


def has_winners(genome: Genome) -> bool:
    """Whether anything makes one player better than another: points, chips, a knock, or staying in.

    >>> from ludex.games.cards import LIBRARY
    >>> has_winners(LIBRARY["knockout-whist"]())
    True
    """
    return bool(scores_points(genome) or genome.chips or genome.knockout or genome.knocking_phase)


def _something_scores(genome: Genome) -> Iterator[Problem]:
    points = scores_points(genome)
    if not has_winners(genome):
        fix = "Set trick_scoring, card_scoring or another way to score."
        yield problem("genome", "nothing scores, so nobody can win", fix, plain_scoring(genome))
    cards = genome.card_scoring
    if cards and cards.suits_trump and genome.trump == "none":
        others = tuple(value for value in cards.values if value.suit != "trump")
        without: Repair = {"card_scoring.values": others} if others else {"card_scoring": None}
        what = "trump cards score, but there is no trump"
        yield problem("card_scoring.values", what, "Choose a trump.", without, {"trump": "random"})
    if genome.order_scoring and genome.hand_ends not in ("first out", "one left"):
        fix = 'Set hand_ends to "first out" or "one left".'
        yield problem("order_scoring", "nobody goes out", fix, {"order_scoring": ()})
    if cards and cards.to == "winner":
        yield from _winner_takes_all(genome, cards)
    if genome.chips and points:
        yield problem(
            "chips", "both points and chips are scored", "Keep the chips, or the points.", NO_POINTS, NO_CHIPS
        )
    if genome.chips and genome.teams:
        yield problem("chips", "teams cannot share chips", "Drop the teams, or the chips.", {"teams": ()})


def plain_scoring(genome: Genome) -> Repair:
    """The plainest way to score that a game has a use for.

    >>> from ludex.games.cards import LIBRARY
    >>> plain_scoring(LIBRARY["crazy-eights"]())
    {'order_scoring': (1,)}
    """
    if any(isinstance(phase, TrickPhase) for phase in genome.phases):
        return {"trick_scoring": TrickScoring()}
    if genome.hand_ends in ("first out", "one left"):
        return {"order_scoring": (1,)}
    source = "won" if genome.book or genome.hand_ends == "all out" else "hand"
    return {"card_scoring": CardScoring((CardPoints(1),), "won" if source == "won" else "hand")}


def _winner_takes_all(genome: Genome, cards: CardScoring) -> Iterator[Problem]:
    holder: Repair = {"card_scoring.to": "holder"}
    if genome.hand_ends not in ("first out", "one left"):
        fix = 'Set hand_ends to "first out", or score holders.'
        yield problem("card_scoring.to", "a hand has no winner", fix, holder)
    if genome.teams or cards.moon:
        what = "it does not go with teams or with shooting the moon"
        yield problem("card_scoring.to", what, 'Set it to "holder".', holder, {"card_scoring.moon": False})
