"""What can be wrong with the phases of a hand and with what they need."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ludex.games.cards.genome.dealing import hand_sizes
from ludex.games.cards.genome.problems import Problem, Repair, problem
from ludex.games.cards.genome.schema import (
    TURN_PHASES,
    AskPhase,
    BiddingPhase,
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

SINGLE = (BiddingPhase, PassPhase, TrickPhase, DrawPhase, PlayPhase, DiscardPhase, ClaimPhase, AskPhase)
"""Kinds of phases of which a hand has at most one."""
NO_TURNS: Repair = {"hand_ends": "phases", "turn_rounds": 0, "effects": (), "book": 0, "deal.again": False}
NO_CONTRACTS: Repair = {"contract_scoring": None, "contract_variant": ContractVariant()}


def type_of(kind: type[Phase]) -> str:
    """A kind of phase as it is called in JSON.

    >>> type_of(TrickPhase)
    '"trick"'
    """
    return f'"{kind.__struct_config__.tag}"'


def place_of(genome: Genome, *kinds: type[Phase]) -> str:
    """Where the first phase of these kinds stands.

    >>> from ludex.games.cards import create_spades_genome
    >>> place_of(create_spades_genome(), TrickPhase)
    'phases[1]'
    """
    return f"phases[{next(number for number, phase in enumerate(genome.phases) if isinstance(phase, kinds))}]"


def keeping(genome: Genome, keep: Callable[[Phase], bool]) -> Repair:
    """A repair that leaves out the other phases, and with them what only they need."""
    phases = tuple(phase for phase in genome.phases if keep(phase))
    repair: Repair = {"phases": phases}
    if not any(isinstance(phase, BiddingPhase) for phase in phases):
        repair |= NO_CONTRACTS
    if not any(isinstance(phase, TrickPhase) for phase in phases):
        repair |= {"trick_scoring": None, "knockout": False}
    if not any(isinstance(phase, TURN_PHASES) for phase in phases):
        repair |= NO_TURNS
    return repair


def phase_problems(genome: Genome) -> Iterator[Problem]:
    """Phases that fit together."""
    kinds = [type(phase) for phase in genome.phases]
    if len(set(kinds)) < len(kinds):
        yield from _twice(genome, kinds)
    tricks = next((phase for phase in genome.phases if isinstance(phase, TrickPhase)), None)
    if tricks and any(kind in TURN_PHASES for kind in kinds):
        yield problem(
            "phases",
            "a hand has both tricks and turns",
            "Leave out the trick phase, or the turn phases.",
            keeping(genome, lambda phase: not isinstance(phase, TURN_PHASES)),
            keeping(genome, lambda phase: isinstance(phase, TURN_PHASES)),
        )
    for early in (BiddingPhase, PassPhase):
        if early in kinds:
            yield from _early(genome, kinds, early)
    if tricks:
        place = f"phases[{kinds.index(TrickPhase)}]"
        yield from _trick_cards(genome, tricks, place)
        yield from _trick_rules(genome, tricks, place)
        yield from _before_tricks(genome)
    yield from _turn_phases(genome)


def _twice(genome: Genome, kinds: list[type[Phase]]) -> Iterator[Problem]:
    for kind in SINGLE:
        if kinds.count(kind) > 1:
            second = [number for number, other in enumerate(kinds) if other is kind][1]
            once: Repair = {"phases": (*genome.phases[:second], *genome.phases[second + 1 :])}
            what = f"there are {kinds.count(kind)} phases of type {type_of(kind)}"
            yield problem(f"phases[{second}]", what, "Keep one of them.", once)


def _early(genome: Genome, kinds: list[type[Phase]], early: type[Phase]) -> Iterator[Problem]:
    """Bids and passes come before tricks."""
    place = f"phases[{kinds.index(early)}]"
    without = keeping(genome, lambda phase: not isinstance(phase, early))
    if TrickPhase not in kinds:
        what = f"there is a phase of type {type_of(early)}, but none of type {type_of(TrickPhase)}"
        with_tricks: Repair = {"phases": (*genome.phases[:7], TrickPhase())}
        yield problem(place, what, "Add one after it, or leave it out.", without, with_tricks)
    elif kinds.index(early) > kinds.index(TrickPhase):
        what = f"a phase of type {type_of(early)} comes after the one of type {type_of(TrickPhase)}"
        moved = sorted(genome.phases, key=lambda phase: not isinstance(phase, early))
        yield problem(place, what, "Put it before the tricks.", {"phases": tuple(moved)}, without)


def _trick_cards(genome: Genome, phase: TrickPhase, place: str) -> Iterator[Problem]:
    """Hands of one size, and nothing on the table."""
    deck, deal = genome.deck, genome.deal
    uneven = [seats for seats in range(genome.seats[0], genome.seats[1] + 1) if deck.size % seats]
    if not deal.cards and uneven and not phase.blind:
        fix = "Deal a fixed number of cards, or leave cards out of the deck."
        repairs: list[Repair] = [{"deal.cards": min(max(deck.size // genome.seats[1], 1), 26)}]
        yield problem("deal.cards", f"{deck.size} cards cannot be dealt evenly to {uneven[0]} seats", fix, *repairs)
    if deal.table or deal.starter:
        none: Repair = {"deal.table": 0, "deal.starter": False}
        what = "there are cards on the table in a game of tricks"
        yield problem("deal", what, "Set deal.table to 0 and deal.starter to false.", none)
    if not phase.first_lead:
        return
    anyone: Repair = {f"{place}.first_lead": ""}
    if deal.cards or deck.size % genome.seats[1]:
        fix = "Deal the whole deck, or leave it out."
        yield problem(f"{place}.first_lead", "it may be that nobody holds that card", fix, anyone)
    if phase.first_lead[0] not in deck.ranks or phase.first_lead in deck.without:
        what = f"{phase.first_lead} is not in the deck"
        yield problem(f"{place}.first_lead", what, "Choose a card of the deck.", anyone)


def _trick_rules(genome: Genome, phase: TrickPhase, place: str) -> Iterator[Problem]:
    """Rules of tricks that go with each other and with the rest of the game."""
    a_trump: Repair = {"trump": "random"}
    if phase.breaking == "trump" and genome.trump == "none":
        what = "trumps have to be broken, but there are none"
        free: Repair = {f"{place}.breaking": "none", f"{place}.unbreakable": False}
        yield problem(f"{place}.breaking", what, "Choose a trump.", free, a_trump)
    if phase.must_trump and (genome.trump == "none" or not phase.follow):
        what = "this rule needs trumps and following suit"
        yield problem(f"{place}.must_trump", what, "Set both, or drop it.", {f"{place}.must_trump": False})
    if phase.unbreakable and phase.breaking == "none":
        fix = "Set breaking, or drop it."
        yield problem(f"{place}.unbreakable", "no suit has to be broken", fix, {f"{place}.unbreakable": False})
    if phase.take and not (phase.blind and phase.tricks == 0):
        what = "a hand would never end if tricks go back into it"
        yield problem(f"{place}.take", what, "Set blind as well, or drop it.", {f"{place}.take": False})
    if phase.clean_start and genome.card_scoring is None:
        fix = "Set card_scoring, or drop it."
        yield problem(f"{place}.clean_start", "no card scores", fix, {f"{place}.clean_start": False})
    if phase.by_rank and genome.trump != "none":
        what = "suits do not count, so there can be no trumps"
        no_trump: Repair = {"trump": "none", "bowers": False, f"{place}.must_trump": False}
        yield problem(f"{place}.by_rank", what, 'Set trump to "none".', {f"{place}.by_rank": False}, no_trump)
    if phase.blind:
        yield from _blind(genome, phase, place)


def _blind(genome: Genome, phase: TrickPhase, place: str) -> Iterator[Problem]:
    seen: Repair = {f"{place}.blind": False, f"{place}.take": False}
    if phase.first_lead or phase.clean_start or phase.breaking != "none" or phase.must_trump:
        what = "players who turn up cards unseen cannot choose them"
        names = {"first_lead": "", "clean_start": False, "breaking": "none", "unbreakable": False, "must_trump": False}
        free = {f"{place}.{name}": value for name, value in names.items()}
        yield problem(f"{place}.blind", what, "Drop first_lead, clean_start, breaking, must_trump.", seen, free)
    if any(isinstance(other, PassPhase | BiddingPhase) for other in genome.phases):
        what = "nobody sees their cards, so nobody can bid or pass"
        only = keeping(genome, lambda other: not isinstance(other, PassPhase | BiddingPhase))
        yield problem(f"{place}.blind", what, "Drop the bidding and the passing.", seen, only)


def _before_tricks(genome: Genome) -> Iterator[Problem]:
    """Enough cards to pass and to bid on."""
    for number, phase in enumerate(genome.phases):
        if isinstance(phase, PassPhase) and phase.cards > (fewest := hand_sizes(genome)[0]):
            fewer = (
                {f"phases[{number}].cards": fewest}
                if fewest > 0
                else keeping(genome, lambda other: not isinstance(other, PassPhase))
            )
            what = f"{phase.cards} cards to pass from a hand of {fewest}"
            yield problem(f"phases[{number}].cards", what, "Pass fewer.", fewer)
        if isinstance(phase, BiddingPhase) and phase.min_bid > (fewest := hand_sizes(genome)[0]):
            lower: Repair = {f"phases[{number}].min_bid": max(fewest, 0)}
            what = f"at least {phase.min_bid} are bid on a hand of {fewest} cards"
            yield problem(f"phases[{number}].min_bid", what, "Lower it.", lower)


def _turn_phases(genome: Genome) -> Iterator[Problem]:
    """Steps of a turn that fit together, and a hand that ends."""
    places = [number for number, phase in enumerate(genome.phases) if isinstance(phase, TURN_PHASES)]
    if not places:
        yield from _without_turns(genome)
        return
    steps = tuple(genome.phases[place] for place in places)
    if places[-1] - places[0] + 1 != len(places):
        before = genome.phases[: places[0]]
        after = tuple(phase for phase in genome.phases[places[0] :] if not isinstance(phase, TURN_PHASES))
        yield problem(
            "phases",
            "the phases of a turn are not next to each other",
            "Put draw, play, discard, claim and ask side by side.",
            {"phases": (*before, *steps, *after)},
        )
    if genome.turn_rounds == 0 and genome.hand_ends == "phases" and not genome.knocking_phase:
        yield problem(
            "hand_ends",
            "nothing but the limit of turns would end a hand",
            "Choose how a hand ends, or set turn_rounds.",
            {"turn_rounds": 1} if genome.chips else {"hand_ends": "first out"},
        )
    if len(steps) > 1:
        yield from _own_turns(genome)
    yield from _steps(genome, places)
    if genome.effects:
        yield from _effects(genome)
    if genome.deal.again:
        yield from _again(genome)


def _own_turns(genome: Genome) -> Iterator[Problem]:
    own = next((phase for phase in genome.phases if isinstance(phase, ClaimPhase | AskPhase)), None)
    if own:
        yield problem(
            place_of(genome, ClaimPhase, AskPhase),
            "claiming and asking are turns of their own",
            "Leave out the other phases of the turn.",
            keeping(genome, lambda other: other is own or not isinstance(other, TURN_PHASES)),
            keeping(genome, lambda other: not isinstance(other, ClaimPhase | AskPhase)),
        )


def _steps(genome: Genome, places: list[int]) -> Iterator[Problem]:
    for number in places:
        step = genome.phases[number]
        after = genome.phases[number + 1] if number + 1 < len(genome.phases) else None
        if isinstance(step, DrawPhase) and step.when == "stuck" and not isinstance(after, PlayPhase):
            what = f"no phase of type {type_of(PlayPhase)} follows it"
            yield problem(f"phases[{number}].when", what, "Put one after it.", {f"phases[{number}].when": "always"})
        if isinstance(step, PlayPhase) and step.sets and (len(places) > 1 or step.wild or step.to != "pile"):
            alone = PlayPhase(step.allow, "pile", step.skip, "", True)
            others = (phase for phase in genome.phases if not isinstance(phase, TURN_PHASES))
            yield problem(
                f"phases[{number}].sets",
                "sets are turns of their own",
                "Drop wild, to and the other phases of the turn.",
                {f"phases[{number}].sets": False},
                {"phases": (*others, alone)},
            )


def _effects(genome: Genome) -> Iterator[Problem]:
    if not any(isinstance(phase, PlayPhase) for phase in genome.phases):
        fix = f"Add a phase of type {type_of(PlayPhase)}, or drop the effects."
        yield problem("effects", "no card is played", fix, {"effects": ()})
    largest = {(effect.rank, effect.does): effect for effect in sorted(genome.effects, key=lambda e: e.count)}
    if len(largest) < len(genome.effects):
        once = tuple(effect for effect in genome.effects if largest[effect.rank, effect.does] is effect)
        yield problem(
            "effects", "a rank has the same effect twice", "Say it once, with a larger count.", {"effects": once}
        )


def _again(genome: Genome) -> Iterator[Problem]:
    once: Repair = {"deal.again": False}
    if genome.effects or genome.book:
        yield problem(
            "deal.again",
            "effects and books do not go with hands that are dealt again",
            "Drop the effects and books, or again.",
            once,
            {"effects": (), "book": 0},
        )
    if not genome.deal.cards or genome.hand_ends != "all out":
        fix = 'Set hand_ends to "all out" and deal.cards.'
        yield problem("deal.again", "hands are not dealt until all are out", fix, once)


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
            fix = "Add draw, play, discard, claim or ask phases, or drop it."
            yield problem(place, "a hand has no turns", fix, {place: NO_TURNS[place]})
