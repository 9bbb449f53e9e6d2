"""Operators: each applies where it makes sense, does what its name says, and keeps a game a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import msgspec
import pytest

from ludex.games.cards import LIBRARY, Genome, canonical, problems, random_genome, rules_digest
from ludex.games.cards.genome import (
    AskPhase,
    AuctionPhase,
    BettingPhase,
    ClaimPhase,
    DiscardPhase,
    DrawPhase,
    PassPhase,
    PlayPhase,
    TrickPhase,
)
from ludex.games.cards.genome.phasing import has, phase_of
from ludex.games.cards.parts.operators import steps_of_turn
from ludex.games.cards.parts.playing.variation import conditions_of
from ludex.games.cards.parts.scoring_variation import score_kinds
from ludex.lab.operators import OPERATORS, DoesNotApply, MutationOperator, cross, diff, mutate, rule_changes

replace = msgspec.structs.replace
MUTATIONS = {name: operator for name, operator in OPERATORS.items() if not operator.tidies}


def game(name: str) -> Genome:
    return LIBRARY[name]()


def games(count: int) -> list[Genome]:
    return [make() for make in LIBRARY.values()] + [random_genome(Random(seed)) for seed in range(count)]


GAMES = games(60)


def applied(operator: MutationOperator, genome: Genome, times: int = 12) -> Iterator[Genome]:
    """Yield the results of an operator with several seeds."""
    for seed in range(times):
        yield operator.apply(genome, Random(seed))


@pytest.mark.parametrize("name", OPERATORS)
def test_operator_makes_games_of_other_rules_wherever_it_applies(name: str) -> None:
    operator = OPERATORS[name]
    fitting = [genome for genome in GAMES if operator.applies(genome)]
    assert fitting
    changed = [(genome, operator.apply(genome, Random(seed))) for seed, genome in enumerate(fitting)]
    assert all(problems(new) == [] for _, new in changed)
    if operator.tidies:
        assert all(rules_digest(old) == rules_digest(new) for old, new in changed)
    else:
        unchanged = [old.name for old, new in changed if rules_digest(old) == rules_digest(new)]
        assert len(unchanged) <= len(changed) // 10


@pytest.mark.parametrize("name", OPERATORS)
def test_operator_makes_the_same_game_by_the_same_seed_and_leaves_its_genome_alone(name: str) -> None:
    operator = OPERATORS[name]
    genome = next(genome for genome in GAMES if operator.applies(genome))
    before = genome.to_json()
    assert operator.apply(genome, Random(5)) == operator.apply(genome, Random(5))
    assert genome.to_json() == before


@pytest.mark.parametrize("name", OPERATORS)
def test_operator_refuses_games_to_which_it_does_not_apply(name: str) -> None:
    operator = OPERATORS[name]
    for genome in [genome for genome in map(canonical, GAMES) if not operator.applies(genome)][:3]:
        with pytest.raises(DoesNotApply, match=f"{name} does not apply to .*: it needs "):
            operator.apply(genome, Random(1))


def check_many(applications: int) -> None:
    """Operators in turn, on games that change all the time: libraries, random ones, and descendants of both."""
    rng = Random("many")
    pool = games(200)
    done = 0
    while done < applications:
        place = rng.randrange(len(pool))
        genome = pool[place]
        for operator in OPERATORS.values():
            if operator.applies(genome):
                changed = operator.apply(genome, rng)
                assert problems(changed) == [], (operator.name, genome)
                done += 1
        child = cross(genome, rng.choice(pool), rng)
        assert child is None or problems(child) == []
        if place >= len(LIBRARY):
            fresh = rng.random() < 0.05
            pool[place] = random_genome(rng) if fresh else child or mutate(genome, rng).genome


def test_games_stay_games_over_hundreds_of_applications() -> None:
    check_many(800)


@pytest.mark.deep
def test_games_stay_games_over_a_hundred_thousand_applications() -> None:
    check_many(100_000)


Check = Callable[[Genome, Genome], bool]


def tricks_of(genome: Genome) -> TrickPhase:
    tricks = phase_of(genome, TrickPhase)
    assert tricks is not None
    return tricks


def auction_of(genome: Genome) -> AuctionPhase:
    auction = phase_of(genome, AuctionPhase)
    assert auction is not None
    return auction


def counts(genome: Genome) -> int:
    return sum(map(len, conditions_of(genome)))


def same_but(*names: str) -> Check:
    """Return whether two genomes have everything the same but some fields."""
    return lambda old, new: replace(new, **{name: getattr(old, name) for name in names}) == old


RULES: list[tuple[str, str, Check]] = [
    (
        "AddAuctionPhaseMutation",
        "whist",
        lambda old, new: isinstance(new.phases[0], AuctionPhase) and new.trump == "named",
    ),
    ("RemoveAuctionPhaseMutation", "bridge", lambda old, new: new.phases == old.phases[1:] and new.trump == "none"),
    ("MutateAuctionPhaseMutation", "bridge", same_but("phases")),
    ("MutateStrainsMutation", "bridge", lambda old, new: auction_of(new).strains != auction_of(old).strains),
    ("MutateContractPointsMutation", "bridge", lambda old, new: auction_of(new).scoring != auction_of(old).scoring),
    ("AddPassPhaseMutation", "whist", lambda old, new: isinstance(new.phases[0], PassPhase)),
    ("RemovePassPhaseMutation", "hearts", lambda old, new: not has(new, PassPhase) and new.phases == old.phases[1:]),
    ("MutatePassPhaseMutation", "hearts", lambda old, new: has(new, PassPhase) and new.phases[1] == old.phases[1]),
    ("MutateTrickPhaseMutation", "spades", lambda old, new: tricks_of(new) != tricks_of(old)),
    ("ToggleBlindMutation", "whist", lambda old, new: tricks_of(new).blind),
    ("ToggleBlindMutation", "war", lambda old, new: not tricks_of(new).blind and not tricks_of(new).take),
    ("AddTurnPhaseMutation", "crazy-eights", lambda old, new: has(new, DiscardPhase)),
    ("RemoveTurnPhaseMutation", "crazy-eights", lambda old, new: len(new.phases) == 1),
    ("SwapTurnPhasesMutation", "gin-rummy", lambda old, new: isinstance(new.phases[0], DiscardPhase)),
    ("ReplaceTurnMutation", "president", lambda old, new: steps_of_turn(new) != steps_of_turn(old)),
    ("MutateDrawPhaseMutation", "crazy-eights", lambda old, new: phase_of(new, DrawPhase) != phase_of(old, DrawPhase)),
    ("MutatePlayPhaseMutation", "crazy-eights", lambda old, new: phase_of(new, PlayPhase) != phase_of(old, PlayPhase)),
    ("MutateDiscardPhaseMutation", "draw-poker", lambda old, new: phase_of(new, DiscardPhase) != old.phases[1]),
    ("MutateKnockingMutation", "gin-rummy", lambda old, new: new.knocking_phase != old.knocking_phase),
    ("MutateClaimPhaseMutation", "cheat", lambda old, new: new.phases in [(ClaimPhase(n),) for n in (1, 2, 3)]),
    ("MutateHandEndMutation", "old-maid", lambda old, new: new.phases == old.phases),
    ("MutateBookMutation", "go-fish", lambda old, new: new.book != old.book and has(new, AskPhase)),
    ("AddConditionMutation", "crazy-eights", lambda old, new: conditions_of(new) != conditions_of(old)),
    ("RemoveConditionMutation", "crazy-eights", lambda old, new: counts(new) == counts(old) - 1),
    ("MutateConditionMutation", "fan-tan", lambda old, new: conditions_of(new) != conditions_of(old)),
    ("AddEffectMutation", "crazy-eights", lambda old, new: len(new.effects) == 1 and same_but("effects")(old, new)),
    ("RemoveEffectMutation", "uno-style", lambda old, new: set(new.effects) < set(old.effects)),
    ("MutateEffectMutation", "uno-style", lambda old, new: same_but("effects")(old, new)),
    ("AddScoringMutation", "whist", lambda old, new: len(score_kinds(new)) == 2),
    ("RemoveScoringMutation", "scopa", lambda old, new: len(score_kinds(new)) == 2),
    ("SwapScoringMutation", "whist", lambda old, new: new.trick_scoring is None and len(score_kinds(new)) == 1),
    ("MutateTrickScoringMutation", "whist", lambda old, new: new.trick_scoring != old.trick_scoring),
    ("AddCardValueMutation", "hearts", lambda old, new: new.card_scoring != old.card_scoring),
    (
        "RemoveCardValueMutation",
        "hearts",
        lambda old, new: new.card_scoring is not None and len(new.card_scoring.values) == 1,
    ),
    ("MutateCardValueMutation", "hearts", lambda old, new: new.card_scoring != old.card_scoring),
    ("MutateCardScoringMutation", "hearts", lambda old, new: new.card_scoring != old.card_scoring),
    ("MutateOrderScoringMutation", "president", same_but("order_scoring")),
    ("MutateMajorityMutation", "scopa", same_but("majorities")),
    ("MutateSweepMutation", "scopa", same_but("sweep_points")),
    ("ToggleKnockoutMutation", "hearts", lambda old, new: new.knockout),
    ("MutateSeatsMutation", "war", lambda old, new: new.seats != old.seats),
    ("AddTeamsMutation", "spades", lambda old, new: new.teams == ((0, 2), (1, 3))),
    ("RemoveTeamsMutation", "partnership-spades", lambda old, new: new.teams == () and new.seats == (4, 4)),
    ("MutateDeckMutation", "whist", lambda old, new: new.deck.ranks != old.deck.ranks),
    ("ReorderRanksMutation", "whist", lambda old, new: sorted(new.deck.ranks) == sorted(old.deck.ranks)),
    ("LeaveOutCardsMutation", "old-maid", lambda old, new: abs(len(new.deck.without) - len(old.deck.without)) == 1),
    ("MutateHandSizeMutation", "euchre", lambda old, new: new.deal.cards != old.deal.cards),
    ("MutateDealMutation", "oh-hell", lambda old, new: new.deal != old.deal),
    ("MutateTrumpMutation", "whist", lambda old, new: new.trump != "turned"),
    ("ToggleBowersMutation", "euchre", same_but("bowers")),
    ("MutateMatchMutation", "hearts", same_but("match")),
    ("ReverseMatchMutation", "whist", lambda old, new: new.match.low_wins),
    ("ReverseTricksMutation", "whist", lambda old, new: new.match.low_wins and tricks_of(new).low_wins),
    ("AddBettingPhaseMutation", "simple-poker", lambda old, new: len(new.phases) == 2),
    ("AddBettingPhaseMutation", "blackjack", lambda old, new: has(new, BettingPhase) and new.ranking == "points"),
    ("RemoveBettingPhaseMutation", "draw-poker", lambda old, new: len(new.phases) == 2),
    ("MutateBettingPhaseMutation", "simple-poker", same_but("phases")),
    ("MutateChipsMutation", "simple-poker", same_but("chips")),
    ("MutateRankingMutation", "betting-war", lambda old, new: new.ranking != old.ranking),
    ("PlayForChipsMutation", "gin-rummy", lambda old, new: new.chips is not None and has(new, BettingPhase)),
    ("PlayForPointsMutation", "blackjack", lambda old, new: new.chips is None and new.card_scoring is not None),
    ("MutateContractVariantMutation", "oh-hell", same_but("contract_variant")),
]


@pytest.mark.parametrize(("operator", "name", "rule"), RULES, ids=[f"{rule[0]}-{rule[1]}" for rule in RULES])
def test_operator_does_what_its_name_says(operator: str, name: str, rule: Check) -> None:
    old = game(name)
    for new in applied(OPERATORS[operator], old):
        assert rule(old, new), [str(change) for change in diff(old, new)]


def test_every_operator_is_tested_by_its_rule() -> None:
    """Those of the document have their tests among its promises."""
    document = {
        "AddBiddingPhaseMutation",
        "RemoveBiddingPhaseMutation",
        "MutateBiddingPhaseMutation",
        "MutateContractScoringMutation",
        "CleanupOrphanedResourcesMutation",
    }
    assert {rule[0] for rule in RULES} | document == set(OPERATORS)


def test_every_part_of_a_game_has_operators() -> None:
    parts = {operator.part for operator in OPERATORS.values()}
    assert parts == {
        *(
            "bidding",
            "auction",
            "phases",
            "conditions",
            "effects",
            "scoring",
            "teams",
            "deck",
            "hand size",
            "trump",
            "match",
        ),
        *("ranking", "betting", "cleanup"),
    }
    assert all(operator.needs for operator in OPERATORS.values())


def test_mutate_tells_the_operator_and_what_is_different() -> None:
    spades = game("spades")
    made = [mutate(spades, Random(seed)) for seed in range(60)]
    assert made == [mutate(spades, Random(seed)) for seed in range(60)]
    assert len({mutation.operator for mutation in made}) > 12
    for mutation in made:
        assert list(mutation.changes) == diff(spades, mutation.genome) != []
        assert rules_digest(mutation.genome) != rules_digest(spades)
        assert (mutation.genome.about, mutation.genome.simplified) == ("", "")


def test_mutate_uses_the_operators_it_is_given() -> None:
    only = {"MutateTrumpMutation": OPERATORS["MutateTrumpMutation"]}
    assert mutate(game("whist"), Random(1), only).operator == "MutateTrumpMutation"
    assert mutate(game("whist"), Random(1), only.values()).operator == "MutateTrumpMutation"
    with pytest.raises(DoesNotApply, match="it needs tricks"):
        mutate(game("scopa"), Random(1), only)
    with pytest.raises(DoesNotApply, match="no operator changes"):
        mutate(game("scopa"), Random(1), [])


def test_a_long_line_of_descendants_stays_playable_and_short() -> None:
    rng, genome = Random(4), game("whist")
    for _ in range(150):
        genome = mutate(genome, rng).genome
        assert problems(genome) == []
    assert len(genome.phases) <= 8


def test_children_have_parts_of_both_parents_and_are_neither() -> None:
    whist, spades = game("whist"), game("spades")
    children = [child for seed in range(40) if (child := cross(whist, spades, Random(seed)))]
    assert len(children) > 30
    for child in children:
        assert problems(child) == []
        assert rules_digest(child) not in (rules_digest(whist), rules_digest(spades))
    assert any(child.contract_scoring and child.teams for child in children)
    assert [cross(whist, spades, Random(seed)) for seed in range(40) if cross(whist, spades, Random(seed))] == children


def test_a_game_and_itself_have_no_child() -> None:
    assert cross(game("scopa"), game("scopa"), Random(1)) is None


def test_games_of_any_two_families_have_children_that_are_games() -> None:
    found = [cross(first, second, Random(1)) for first in GAMES[:22] for second in GAMES[:22]]
    assert sum(child is not None for child in found) > 400
    assert all(problems(child) == [] for child in found if child)


def test_diff_names_fields_and_rules_in_words() -> None:
    hearts = game("hearts")
    other = replace(hearts, phases=hearts.phases[1:], match=replace(hearts.match, target=50))
    assert [str(change) for change in diff(hearts, other)] == [
        'phases: ["pass","trick"] → ["trick"]',
        'pass: {"type":"pass","cards":3,"directions":["left","right","across","hold"]} → nothing',
        "match.target: 100 → 50",
    ]
    words = rule_changes(hearts, other)
    assert any(line.startswith("- **Passing.**") for line in words)
    assert any(line.startswith("+ The match ends when a player has 50 points") for line in words)
    assert diff(hearts, hearts) == []
    uno = game("uno-style")
    effects = replace(uno, effects=uno.effects[1:])
    assert [str(change) for change in diff(uno, effects)] == [
        'effects[0]: {"rank":"2","does":"draw","count":2} → nothing'
    ]
    again = replace(uno, effects=(replace(uno.effects[0], count=3), *uno.effects[1:]))
    assert [str(change) for change in diff(uno, again)] == ["effects[0].count: 2 → 3"]
    turned = replace(uno, effects=uno.effects[::-1])
    assert [change.place for change in diff(uno, turned)] == ["effects"]
    assert rule_changes(hearts, hearts) == []
