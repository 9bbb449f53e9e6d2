"""Whether a genome describes a game: every problem names the place and the fix.

A genome without problems compiles; a genome that compiles runs and ends.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ludex.core.errors import quote
from ludex.games.cards.bytecode.blocks import BadBytecode
from ludex.games.cards.bytecode.encoding import encode
from ludex.games.cards.components import NUMBER
from ludex.games.cards.genome.misfits import misfits
from ludex.games.cards.genome.problems import BadGenome, Problem
from ludex.games.cards.genome.ranges import number_problems, word_problems
from ludex.games.cards.genome.schema import (
    TURN_PHASES,
    AskPhase,
    BettingPhase,
    BiddingPhase,
    CardScoring,
    ClaimPhase,
    ContractVariant,
    DiscardPhase,
    DrawPhase,
    Genome,
    PassPhase,
    Phase,
    PlayPhase,
    TrickPhase,
)
from ludex.games.cards.genome.termination import termination_problems

_SCHEMA = msgspec.inspect.type_info(Genome)


def validate(genome: Genome) -> None:
    """Refuse a genome that does not describe a game, with everything that is wrong with it."""
    found = problems(genome)
    if found:
        raise BadGenome(f"genome {quote(genome.name)} does not describe a game", found)


def problems(genome: Genome) -> list[Problem]:
    """List all that is wrong with a genome: nothing, if it describes a game.

    >>> from ludex.games.cards import create_spades_genome
    >>> problems(create_spades_genome())
    []
    >>> bad = msgspec.structs.replace(create_spades_genome(), teams=((0, 2), (1,)))
    >>> print(problems(bad)[0])
    teams: seat 3 is in no team. Put every seat 0 to 3 into exactly one team.
    """
    found = list(misfits(msgspec.to_builtins(genome, enc_hook=repr), _SCHEMA))
    found = found or [*word_problems(genome), *number_problems(genome)]
    if not found:
        found += [*_seats(genome), *_cards(genome), *_phases(genome), *_scoring(genome), *termination_problems(genome)]
    return found or _length(genome)


def _seats(genome: Genome) -> Iterator[Problem]:
    """Teams partition the seats."""
    if not genome.teams:
        return
    low, high = genome.seats
    fix = f"Put every seat 0 to {high - 1} into exactly one team."
    if low != high:
        yield Problem(
            "teams", "teams need a fixed number of seats", f"Set seats to [{high}, {high}], or have no teams."
        )
    seated = [seat for team in genome.teams for seat in team]
    for seat in range(high):
        if seated.count(seat) != 1:
            yield Problem("teams", f"seat {seat} is in {'no' if seat not in seated else 'more than one'} team", fix)
    for seat in sorted(set(seated) - set(range(high))):
        yield Problem("teams", f"there is no seat {seat}", fix)
    if len(genome.teams) < 2 or not all(genome.teams):
        yield Problem("teams", "fewer than two teams with seats", "Make two or more teams, or leave teams out.")
    if any(list(team) != sorted(team) for team in genome.teams):
        yield Problem("teams", "seats of a team are not in order", "List each team's seats from low to high.")


def _cards(genome: Genome) -> Iterator[Problem]:
    """Enough cards for every hand, and hands that stay above zero."""
    deck, high = genome.deck.size, genome.seats[1]
    strange = [card for card in genome.deck.without if card[0] not in genome.deck.ranks]
    if strange or len(set(genome.deck.without)) != len(genome.deck.without):
        yield Problem("deck.without", "a card is named twice, or is of a rank that is not used", "Name each card once.")
    if list(genome.deck.without) != sorted(genome.deck.without, key=NUMBER.__getitem__):
        yield Problem("deck.without", "cards are not in order", "Sort them by suit (C, D, H, S) and rank.")
    deal, last = genome.deal, genome.deal.cards + genome.deal.change * (genome.match.hands - 1)
    if deal.cards == 0 and (deal.change or deal.table or deal.starter):
        yield Problem(
            "deal", "the whole deck is dealt, so no cards are left for this", "Set deal.cards, or leave out the rest."
        )
    if deal.cards and last < 1:
        yield Problem("deal.change", f"hand {genome.match.hands} would have {last} cards", "Play fewer hands.")
    most = max(deal.cards, last)
    turned = genome.trump == "turned" and deal.cards > 0
    needed = high * most + deal.table + deal.starter + turned
    if deal.cards and needed > deck:
        yield Problem("deal", f"{needed} cards are needed at {high} seats, the deck has {deck}", "Deal fewer.")
    if most > 26:
        yield Problem(
            "deal.change", f"hand {genome.match.hands} would have {last} cards", "Stay within 26 cards a seat."
        )
    yield from _few(genome)
    if not deal.cards and deck < high:
        yield Problem("deck", f"{deck} cards for {high} seats", "Use more cards.")
    if genome.bowers and (genome.trump == "none" or "J" not in genome.deck.ranks):
        yield Problem("bowers", "bowers are jacks of the trump colour", "Choose a trump and keep the jacks.")


def _few(genome: Genome) -> Iterator[Problem]:
    """A deal of its own for few seats, which others have not."""
    deal, (low, high) = genome.deal, genome.seats
    if not deal.few_seats:
        if deal.few_cards:
            yield Problem("deal.few_cards", "no number of seats is given for it", "Set few_seats, or drop it.")
        return
    if not low <= deal.few_seats < high:
        what = f"of {low} to {high} seats, {deal.few_seats} or fewer are not a part"
        yield Problem("deal.few_seats", what, f"Choose {low} to {high - 1}." if low < high else "Drop it.")
    if not deal.cards or deal.change or any(isinstance(phase, TrickPhase) for phase in genome.phases):
        yield Problem("deal.few_seats", "hands are not of one size, or are for tricks", "Set deal.cards, or drop it.")
    needed = deal.few_seats * deal.few_cards + deal.table + deal.starter
    if not deal.few_cards or needed > genome.deck.size:
        most = (genome.deck.size - deal.table - deal.starter) // deal.few_seats
        yield Problem("deal.few_cards", f"{deal.few_cards} cards cannot be dealt", f"Choose 1 to {min(most, 26)}.")
    elif genome.ranking == "poker" and deal.few_cards > 5:
        yield Problem("deal.few_cards", "poker hands have at most five cards", "Choose 1 to 5.")


def _phases(genome: Genome) -> Iterator[Problem]:
    """Phases that fit together."""
    kinds = [type(phase) for phase in genome.phases]
    for kind in (BiddingPhase, PassPhase, TrickPhase, DrawPhase, PlayPhase, DiscardPhase, ClaimPhase, AskPhase):
        if kinds.count(kind) > 1:
            what = f"there are {kinds.count(kind)} phases of type {_type(kind)}"
            second = [number for number, other in enumerate(kinds) if other is kind][1]
            yield Problem(f"phases[{second}]", what, "Keep one of them.")
    tricks, turns = TrickPhase in kinds, any(kind in TURN_PHASES for kind in kinds)
    if tricks and turns:
        yield Problem("phases", "a hand has both tricks and turns", "Leave out the trick phase, or the turn phases.")
    for early in (BiddingPhase, PassPhase):
        if early in kinds and not tricks:
            what = f"there is a phase of type {_type(early)}, but none of type {_type(TrickPhase)}"
            yield Problem(f"phases[{kinds.index(early)}]", what, "Add one after it, or leave it out.")
        elif early in kinds and kinds.index(early) > kinds.index(TrickPhase):
            what = f"a phase of type {_type(early)} comes after the one of type {_type(TrickPhase)}"
            yield Problem(f"phases[{kinds.index(early)}]", what, "Put it before the tricks.")
    if tricks:
        yield from _trick_phase(genome, next(p for p in genome.phases if isinstance(p, TrickPhase)))
    yield from _turn_phases(genome)
    yield from _chips(genome)


def _type(kind: type[Phase]) -> str:
    """A kind of phase as it is called in JSON."""
    return f'"{kind.__struct_config__.tag}"'


def _place(genome: Genome, *kinds: type[Phase]) -> str:
    """Where the first phase of these kinds stands."""
    return f"phases[{next(number for number, phase in enumerate(genome.phases) if isinstance(phase, kinds))}]"


def _trick_phase(genome: Genome, phase: TrickPhase) -> Iterator[Problem]:
    place = f"phases[{genome.phases.index(phase)}]"
    deck = genome.deck.size
    uneven = [seats for seats in range(genome.seats[0], genome.seats[1] + 1) if deck % seats]
    if not genome.deal.cards and uneven and not phase.blind:
        fix = "Deal a fixed number of cards, or leave cards out of the deck."
        yield Problem("deal.cards", f"{deck} cards cannot be dealt evenly to {uneven[0]} seats", fix)
    if genome.deal.table or genome.deal.starter:
        yield Problem(
            "deal", "there are cards on the table in a game of tricks", "Set deal.table to 0 and deal.starter to false."
        )
    if phase.first_lead and (genome.deal.cards or genome.deck.size % genome.seats[1]):
        yield Problem(
            f"{place}.first_lead", "it may be that nobody holds that card", "Deal the whole deck, or leave it out."
        )
    if (phase.first_lead and phase.first_lead[0] not in genome.deck.ranks) or phase.first_lead in genome.deck.without:
        yield Problem(f"{place}.first_lead", f"{phase.first_lead} is not in the deck", "Choose a card of the deck.")
    if phase.breaking == "trump" and genome.trump == "none":
        yield Problem(f"{place}.breaking", "trumps have to be broken, but there are none", "Choose a trump.")
    if phase.must_trump and (genome.trump == "none" or not phase.follow):
        yield Problem(f"{place}.must_trump", "this rule needs trumps and following suit", "Set both, or drop it.")
    if phase.unbreakable and phase.breaking == "none":
        yield Problem(f"{place}.unbreakable", "no suit has to be broken", "Set breaking, or drop it.")
    if phase.take and not (phase.blind and phase.tricks == 0):
        yield Problem(
            f"{place}.take", "a hand would never end if tricks go back into it", "Set blind as well, or drop it."
        )
    if phase.blind and (phase.first_lead or phase.clean_start or phase.breaking != "none" or phase.must_trump):
        yield Problem(
            f"{place}.blind",
            "players who turn up cards unseen cannot choose them",
            "Drop first_lead, clean_start, breaking, must_trump.",
        )
    if phase.blind and any(isinstance(other, PassPhase | BiddingPhase) for other in genome.phases):
        yield Problem(
            f"{place}.blind", "nobody sees their cards, so nobody can bid or pass", "Drop the bidding and the passing."
        )
    if phase.clean_start and genome.card_scoring is None:
        yield Problem(f"{place}.clean_start", "no card scores", "Set card_scoring, or drop it.")
    if phase.by_rank and genome.trump != "none":
        yield Problem(f"{place}.by_rank", "suits do not count, so there can be no trumps", 'Set trump to "none".')
    passing = [other for other in genome.phases if isinstance(other, PassPhase)]
    smallest = min(genome.deal.cards, genome.deal.cards + genome.deal.change * (genome.match.hands - 1))
    fewest = smallest if genome.deal.cards else deck // genome.seats[1]
    if passing and passing[0].cards > fewest:
        what = f"{passing[0].cards} cards to pass from a hand of {fewest}"
        yield Problem(f"{_place(genome, PassPhase)}.cards", what, "Pass fewer.")
    bidding = [other for other in genome.phases if isinstance(other, BiddingPhase)]
    if bidding and bidding[0].min_bid > fewest:
        what = f"at least {bidding[0].min_bid} are bid on a hand of {fewest} cards"
        yield Problem(f"{_place(genome, BiddingPhase)}.min_bid", what, "Lower it.")


def _turn_phases(genome: Genome) -> Iterator[Problem]:
    """Steps of a turn that fit together, and a hand that ends."""
    places = [number for number, phase in enumerate(genome.phases) if isinstance(phase, TURN_PHASES)]
    steps = [phase for phase in genome.phases if isinstance(phase, TURN_PHASES)]
    if not steps:
        yield from _without_turns(genome)
        return
    if places != list(range(places[0], places[-1] + 1)):
        yield Problem(
            "phases",
            "the phases of a turn are not next to each other",
            "Put draw, play, discard, claim and ask side by side.",
        )
    if genome.turn_rounds == 0 and genome.hand_ends == "phases" and not genome.knocking_phase:
        yield Problem(
            "hand_ends",
            "nothing but the limit of turns would end a hand",
            "Choose how a hand ends, or set turn_rounds.",
        )
    if len(steps) > 1 and any(isinstance(step, ClaimPhase | AskPhase) for step in steps):
        place = _place(genome, ClaimPhase, AskPhase)
        yield Problem(place, "claiming and asking are turns of their own", "Leave out the other phases of the turn.")
    for number, step in zip(places, steps, strict=True):
        after = genome.phases[number + 1] if number + 1 < len(genome.phases) else None
        if isinstance(step, DrawPhase) and step.when == "stuck" and not isinstance(after, PlayPhase):
            yield Problem(
                f"phases[{number}].when", f"no phase of type {_type(PlayPhase)} follows it", "Put one after it."
            )
        if isinstance(step, PlayPhase) and step.sets and (len(steps) > 1 or step.wild or step.to != "pile"):
            yield Problem(
                f"phases[{number}].sets",
                "sets are turns of their own",
                "Drop wild, to and the other phases of the turn.",
            )
    if genome.effects and not any(isinstance(step, PlayPhase) for step in steps):
        yield Problem("effects", "no card is played", f"Add a phase of type {_type(PlayPhase)}, or drop the effects.")
    if len({(effect.rank, effect.does) for effect in genome.effects}) < len(genome.effects):
        yield Problem("effects", "a rank has the same effect twice", "Say it once, with a larger count.")
    if genome.deal.again and (genome.effects or genome.book):
        yield Problem(
            "deal.again",
            "effects and books do not go with hands that are dealt again",
            "Drop the effects and books, or again.",
        )
    if genome.deal.again and (not genome.deal.cards or genome.hand_ends != "all out"):
        yield Problem(
            "deal.again", "hands are not dealt until all are out", 'Set hand_ends to "all out" and deal.cards.'
        )


def _without_turns(genome: Genome) -> Iterator[Problem]:
    set_anyway = {
        "hand_ends": genome.hand_ends != "phases",
        "turn_rounds": genome.turn_rounds != 0,
        "effects": bool(genome.effects),
        "book": genome.book != 0,
        "deal.again": genome.deal.again,
    }
    for place, is_set in set_anyway.items():
        if is_set:
            yield Problem(place, "a hand has no turns", "Add draw, play, discard, claim or ask phases, or drop it.")


def _chips(genome: Genome) -> Iterator[Problem]:
    """Betting, chips and the comparison of hands need each other."""
    kinds = {type(phase) for phase in genome.phases}
    if BettingPhase in kinds and genome.chips is None:
        yield Problem(_place(genome, BettingPhase), "there are no chips to bet", "Set chips, or leave betting out.")
    if genome.ranking == "none" and genome.chips is not None:
        yield Problem(
            "ranking", "there are chips, but no way to compare hands", "Choose how hands are compared for the pot."
        )
    if genome.chips is None and genome.ranking != "none":
        yield Problem("chips", "hands are compared, but nothing is at stake", 'Set chips, or ranking to "none".')
    if genome.chips is None:
        return
    if genome.chips.start <= genome.chips.ante:
        yield Problem("chips.start", "nothing is left after the ante", "Give more chips than the ante.")
    for number, phase in enumerate(genome.phases):
        if not isinstance(phase, BettingPhase | DrawPhase | DiscardPhase):
            what = f"a phase of type {_type(type(phase))} cannot be played for chips"
            yield Problem(f"phases[{number}]", what, "Keep betting, draw and discard phases only.")
    if genome.ranking == "poker":
        refilled = all(p.refill for p in genome.phases if isinstance(p, DiscardPhase))
        if not 1 <= genome.deal.cards <= 5 or genome.deal.change or DrawPhase in kinds or not refilled:
            yield Problem(
                "ranking", "poker hands have at most five cards", "Deal 1 to 5, refill discards, draw nothing."
            )
    if genome.ranking == "blackjack" and BettingPhase in kinds:
        yield Problem("ranking", "stakes are fixed in games against the dealer", "Drop the betting.")


def _scoring(genome: Genome) -> Iterator[Problem]:
    """Scoring that has something to score."""
    kinds = [type(phase) for phase in genome.phases]
    if genome.contract_scoring and BiddingPhase not in kinds:
        yield Problem("contract_scoring", "nobody bids", f"Add a phase of type {_type(BiddingPhase)}, or drop it.")
    if BiddingPhase in kinds and not genome.contract_scoring:
        yield Problem("contract_scoring", "bids are worth nothing", "Set it, if only to {}, or drop the bidding.")
    if genome.contract_variant != ContractVariant() and not genome.contract_scoring:
        yield Problem(
            "contract_variant", "there is no contract_scoring that it could vary", "Set contract_scoring, or drop it."
        )
    if genome.contract_variant.partners and not genome.teams:
        yield Problem("contract_variant.partners", "there are no partners", "Make teams, or drop it.")
    if (genome.trick_scoring or genome.knockout) and TrickPhase not in kinds:
        place = "trick_scoring" if genome.trick_scoring else "knockout"
        fix = f"Add a phase of type {_type(TrickPhase)}, or drop it."
        yield Problem(place, "tricks count, but none are played", fix)
    if genome.knockout and genome.teams:
        yield Problem("knockout", "single players would drop out of teams", "Drop the teams or the knockout.")
    yield from _something_scores(genome)


def _something_scores(genome: Genome) -> Iterator[Problem]:
    given = (genome.contract_scoring, genome.trick_scoring, genome.card_scoring, genome.order_scoring)
    if not (
        genome.knocking_phase
        or any(given)
        or genome.majorities
        or genome.sweep_points
        or genome.chips
        or genome.knockout
    ):
        fix = "Set trick_scoring, card_scoring or another way to score."
        yield Problem("genome", "nothing scores, so nobody can win", fix)
    if genome.card_scoring and genome.card_scoring.suits_trump and genome.trump == "none":
        yield Problem("card_scoring.values", "trump cards score, but there is no trump", "Choose a trump.")
    if genome.order_scoring and genome.hand_ends not in ("first out", "one left"):
        yield Problem("order_scoring", "nobody goes out", 'Set hand_ends to "first out" or "one left".')
    if isinstance(genome.card_scoring, CardScoring) and genome.card_scoring.to == "winner":
        if genome.hand_ends not in ("first out", "one left"):
            yield Problem("card_scoring.to", "a hand has no winner", 'Set hand_ends to "first out", or score holders.')
        if genome.teams or genome.card_scoring.moon:
            yield Problem(
                "card_scoring.to", "it does not go with teams or with shooting the moon", 'Set it to "holder".'
            )
    if genome.chips and (any(given) or genome.majorities or genome.sweep_points):
        yield Problem("chips", "both points and chips are scored", "Keep the chips, or the points.")
    if genome.chips and genome.teams:
        yield Problem("chips", "teams cannot share chips", "Drop the teams, or the chips.")


def _length(genome: Genome) -> list[Problem]:
    try:
        encode(genome)
    except BadBytecode as error:
        return [Problem("genome", str(error), "Drop conditions, effects or card values.")]
    return []
