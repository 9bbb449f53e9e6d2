"""Promises of the document on bidding about evolution (§4, §6.6): operators by name, and rules of coherence.

The promise of each test is in its docstring.
"""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from ludex.games.cards import (
    LIBRARY,
    CardGame,
    Genome,
    create_partnership_spades_genome,
    create_spades_genome,
    problems,
    random_genome,
    repaired,
)
from ludex.games.cards.columns import hand_results
from ludex.games.cards.genome import BiddingPhase, ContractScoring, ContractVariant, TrickPhase, TrickScoring
from ludex.games.cards.parts.bidding.variation import RANGES
from ludex.games.cards.parts.deal.checks import hand_sizes
from ludex.lab.operators import (
    OPERATORS,
    AddBiddingPhaseMutation,
    CleanupOrphanedResourcesMutation,
    DoesNotApply,
    MutateBiddingPhaseMutation,
    MutateContractScoringMutation,
    RemoveBiddingPhaseMutation,
)

pytestmark = pytest.mark.timeout(900)  # the first may have to wait for the compiler

replace = msgspec.structs.replace
ADD, REMOVE, TWEAK = AddBiddingPhaseMutation(), RemoveBiddingPhaseMutation(), MutateBiddingPhaseMutation()
SCORES, CLEAN = MutateContractScoringMutation(), CleanupOrphanedResourcesMutation()
EVERY = [make() for make in LIBRARY.values()] + [random_genome(Random(seed)) for seed in range(150)]
GAMES = [genome for genome in EVERY if genome.trump != "named"]
"""The games without an auction, which takes the place of bids."""
SPADES = create_spades_genome()


def kinds(genome: Genome) -> list[type]:
    return [type(phase) for phase in genome.phases]


def bids(genome: Genome) -> BiddingPhase:
    return next(phase for phase in genome.phases if isinstance(phase, BiddingPhase))


def test_the_operators_have_the_documents_names() -> None:
    """§4: Add-, Remove- and MutateBiddingPhaseMutation, MutateContractScoring- and CleanupOrphanedResourcesMutation."""
    names = [type(operator).__name__ for operator in (ADD, REMOVE, TWEAK, SCORES, CLEAN)]
    assert all(name in OPERATORS and OPERATORS[name].name == name for name in names)


def test_bidding_is_added_only_to_games_with_tricks_and_without_bids() -> None:
    """§4: only applies if the game has a TrickPhase but no BiddingPhase."""
    for genome in GAMES:
        tricks = next((phase for phase in genome.phases if isinstance(phase, TrickPhase)), None)
        seen = tricks is not None and not tricks.blind  # players cannot bid on cards that they do not see
        assert ADD.applies(genome) == (seen and BiddingPhase not in kinds(genome))
    for name in ("spades", "crazy-eights", "draw-poker", "war"):
        with pytest.raises(DoesNotApply):
            ADD.apply(LIBRARY[name](), Random(1))


def test_bidding_comes_before_the_first_tricks_with_the_default_contract_scoring() -> None:
    """§4: inserts a BiddingPhase before the first TrickPhase, and also adds the default ContractScoring."""
    found = [genome for genome in GAMES if ADD.applies(genome)]
    assert len(found) > 20
    for genome in found:
        changed = ADD.apply(genome, Random(1))
        order = kinds(changed)
        assert order.index(BiddingPhase) == order.index(TrickPhase) - 1
        assert [kind for kind in order if kind is not BiddingPhase] == kinds(genome)
        assert changed.contract_scoring == ContractScoring()
        assert bids(changed).max_bid == hand_sizes(genome)[1]
        assert problems(changed) == []


def test_removing_bids_removes_contract_scoring_too() -> None:
    """§4: removes the BiddingPhase from a genome, and also the ContractScoring."""
    found = [genome for genome in GAMES if BiddingPhase in kinds(genome)]
    assert len(found) > 10
    for genome in found:
        changed = REMOVE.apply(genome, Random(1))
        assert kinds(changed) == [kind for kind in kinds(genome) if kind is not BiddingPhase]
        assert changed.contract_scoring is None
        assert changed.contract_variant == ContractVariant()
        assert problems(changed) == []
    assert not REMOVE.applies(LIBRARY["whist"]())


def test_spades_without_bids_scores_tricks_to_a_target_within_reach() -> None:
    """§4: a game stays coherent. Contracts were all that Spades scored, and 500 was a target for tens of points."""
    plain = REMOVE.apply(SPADES, Random(1))
    assert plain.trick_scoring == TrickScoring()
    assert plain.match.target == 50


def test_what_was_added_can_be_taken_away_again() -> None:
    """§6.6: evolution can add and remove bidding."""
    for name in ("whist", "euchre", "scotch-whist", "knockout-whist"):
        genome = LIBRARY[name]()
        assert REMOVE.apply(ADD.apply(genome, Random(1)), Random(1)) == genome


def test_bids_that_were_added_are_asked_for_and_scored() -> None:
    """§6.6: evolution can add bidding to games, and they are played with it."""
    rows = hand_results(CardGame(ADD.apply(LIBRARY["whist"](), Random(1))), ["greedy"] * 4, 5)
    assert (rows["bid"] >= 0).all()
    assert rows["made"].any()


def test_bids_are_tweaked_within_the_documents_ranges() -> None:
    """§4: adjust min_bid (0 to 3), max_bid (hand size ± 2), toggle allow_nil; nothing else changes."""
    low, high, nil = set(), set(), set()
    for seed in range(150):
        changed = TWEAK.apply(SPADES, Random(seed))
        phase = bids(changed)
        low.add(phase.min_bid)
        high.add(phase.max_bid)
        nil.add(phase.allow_nil)
        assert replace(changed, phases=SPADES.phases) == SPADES
        assert changed.phases[1] == SPADES.phases[1]
        assert sum(getattr(phase, name) != getattr(bids(SPADES), name) for name in phase.__struct_fields__) == 1
    assert low == {0, 1, 2, 3}
    assert high == {11, 12, 13}  # 14 and 15 would be the same game: a bid is never above the hand's size
    assert nil == {True, False}
    grown = replace(SPADES, phases=(BiddingPhase(max_bid=5), SPADES.phases[1]))
    assert {bids(TWEAK.apply(grown, Random(seed))).max_bid for seed in range(150)} == {5, 11, 12, 13, 14, 15}
    for genome in GAMES:
        if TWEAK.applies(genome):
            phase = bids(TWEAK.apply(genome, Random(2)))
            assert phase.min_bid <= max(3, bids(genome).min_bid)
            assert phase.max_bid <= max(hand_sizes(genome)[1] + 2, bids(genome).max_bid)


def test_contract_values_are_tweaked_one_at_a_time_within_reasonable_ranges() -> None:
    """§4: adjust point values within reasonable ranges."""
    touched = set()
    for seed in range(200):
        changed = SCORES.apply(SPADES, Random(seed))
        assert replace(changed, contract_scoring=SPADES.contract_scoring) == SPADES
        values = msgspec.structs.asdict(changed.contract_scoring or ContractScoring())
        other = {name for name, value in values.items() if value != getattr(ContractScoring(), name)}
        assert len(other) == 1
        assert all(RANGES[name][0] <= values[name] <= RANGES[name][1] for name in other)
        touched |= other
    assert touched == set(ContractScoring.__struct_fields__)
    assert not SCORES.applies(LIBRARY["whist"]())


def test_contract_scoring_without_bids_is_an_orphan_and_is_cleaned_up() -> None:
    """§4: add to CleanupOrphanedResourcesMutation: remove orphaned ContractScoring. It requires a BiddingPhase."""
    orphan = replace(LIBRARY["whist"](), contract_scoring=ContractScoring(), contract_variant=ContractVariant("once"))
    assert [problem.place for problem in problems(orphan)] == ["contract_scoring"]
    assert CLEAN.applies(orphan)
    assert CLEAN.apply(orphan, Random(1)) == LIBRARY["whist"]()
    assert not CLEAN.applies(LIBRARY["whist"]())


def test_bids_need_tricks_and_go_with_them() -> None:
    """§4: a BiddingPhase requires at least one TrickPhase, as contracts need tricks."""
    shedding = LIBRARY["crazy-eights"]()
    bad = replace(shedding, phases=(BiddingPhase(), *shedding.phases), contract_scoring=ContractScoring())
    assert "phases[0]" in [problem.place for problem in problems(bad)]
    assert CLEAN.apply(bad, Random(1)).phases == shedding.phases
    sound = repaired(bad)
    assert sound is not None
    assert sound.contract_scoring is None


def test_bids_without_contract_scoring_get_it() -> None:
    """§4: what makes sense only together stays together."""
    bad = replace(SPADES, contract_scoring=None)
    assert CLEAN.apply(bad, Random(1)).contract_scoring == ContractScoring()


def test_cleaning_up_a_game_that_has_nothing_left_over_is_refused() -> None:
    """§4: each operator applies only where it makes sense."""
    with pytest.raises(DoesNotApply, match="left over"):
        CLEAN.apply(SPADES, Random(1))


def test_seed_games_have_bids_and_team_contracts() -> None:
    """§4: Spades with BiddingPhase and ContractScoring, partnership Spades with team contracts."""
    for genome in (SPADES, create_partnership_spades_genome()):
        assert kinds(genome) == [BiddingPhase, TrickPhase]
        assert genome.contract_scoring == ContractScoring()
    assert create_partnership_spades_genome().teams == ((0, 2), (1, 3))
