"""Changing genomes by program: edits by path, repairs, taking rules out."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from ludex.games.cards import (
    LIBRARY,
    BadGenome,
    Genome,
    canonical,
    create_spades_genome,
    edited,
    get_at,
    problems,
    random_genome,
    repaired,
    rules_of,
    without_rule,
)
from ludex.games.cards.genome import BiddingPhase, ContractScoring, Match, TrickPhase
from ludex.games.cards.genome.paths import leaves, with_edits

SPADES = create_spades_genome()
replace = msgspec.structs.replace


def nested(depth: int) -> list[Any]:
    deep: list[Any] = []
    for _ in range(depth):
        deep = [deep]
    return deep


def test_parts_are_read_by_path_and_phases_by_their_kind() -> None:
    assert get_at(SPADES, "match.target") == 500
    assert get_at(SPADES, "phases[0].max_bid") == get_at(SPADES, "bidding.max_bid") == 13
    assert get_at(SPADES, "trick") == TrickPhase(breaking="trump")
    assert get_at(SPADES, "seats[1]") == 4


def test_edits_are_made_one_after_the_other_and_leave_the_genome_as_it_was() -> None:
    before = SPADES.to_json()
    changed = edited(SPADES, {"phases[2]": {"type": "pass"}, "pass.cards": 2, "teams": [[0, 2], [1, 3]]})
    assert [type(phase).__name__ for phase in changed.phases] == ["BiddingPhase", "TrickPhase", "PassPhase"]
    assert get_at(changed, "pass.cards") == 2
    assert changed.teams == ((0, 2), (1, 3))
    assert edited(changed, {"contract_scoring": None, "match": Match(7)}).match == Match(7)
    assert SPADES.to_json() == before


@pytest.mark.parametrize("name", LIBRARY)
def test_every_value_of_a_game_is_found_by_its_path_and_can_be_written_back(name: str) -> None:
    genome = LIBRARY[name]()
    for path, value in leaves(genome):
        assert get_at(genome, path) == value
        assert edited(genome, {path: value}) == genome


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        ({"x": 1}, "choose one of format, name"),
        ({"phases[5]": {"type": "ask"}}, "the list has 2 items"),
        ({"phases[0].x": 1}, "choose one of min_bid, max_bid, allow_nil"),
        ({"match.hands": "a"}, 'match.hands: "a" does not fit. Write a whole number'),
        ({"match.hands": True}, "true does not fit"),
        ({"trump": "swords"}, '"swords" is unknown'),
        ({"match..hands": 1}, "is not a path"),
        ({"match.hands.": 1}, "is not a path"),
        ({"[0]": 1}, "is not a path"),
        ({"": 1}, "the path is empty"),
        ({3: 1}, "3 is not a path"),
        ({"draw.count": 1}, "has no phase of type 'draw'"),
        ({"seats[2]": 1}, "always has 2 items"),
        ({"name.x": 1}, "there is nothing below"),
        ({"match": object()}, "Write an object with named fields"),
        ({"phases": [{"type": "trick", "blind": 3}]}, "phases[0].blind: 3 does not fit"),
        ({"teams": nested(100_000)}, "too deep"),
    ],
)
def test_an_edit_that_does_not_fit_is_refused_with_a_sentence(edit: Any, told: str) -> None:
    with pytest.raises(BadGenome) as error:
        edited(SPADES, edit)
    assert told in str(error.value)


def blind_edit(genome: Genome, rng: Random) -> Genome:
    """A genome with one value changed without a thought for the rest."""
    path, value = rng.choice([leaf for leaf in leaves(genome) if leaf[0] not in ("name", "title", "about")])
    values: Any = [-1, 0, 1, 2, 3, 6, 13, 40, 300] if type(value) is int else [True, False]
    if isinstance(value, str):
        values = ["none", "trump", "first out", "won", "hand", "", "8", "QS", "turned", "winner", "phases", "capture"]
    if value == () or value is None:
        values = [[], None, {}, [[0, 2], [1, 3]], [3, 1]]
    try:
        return edited(genome, {path: rng.choice(values)})
    except BadGenome:
        return genome


def broken_genomes(count: int) -> list[Genome]:
    """Genomes after a few blind edits, most of which are not games any more."""
    rng = Random("blind")
    library = [make() for make in LIBRARY.values()]
    found = []
    for number in range(count):
        genome = library[number % len(library)] if number % 2 else random_genome(rng)
        for _ in range(rng.randint(1, 4)):
            genome = blind_edit(genome, rng)
        found.append(genome)
    return found


def check_repairs(genomes: list[Genome]) -> None:
    for genome in genomes:
        sound = repaired(genome)
        assert sound is not None, problems(genome)
        assert problems(sound) == []
        assert repaired(genome) == sound
        assert (sound == genome) == (problems(genome) == [])


def test_whatever_blind_edits_break_can_be_repaired() -> None:
    genomes = broken_genomes(400)
    assert sum(bool(problems(genome)) for genome in genomes) > 200
    check_repairs(genomes)


@pytest.mark.deep
def test_whatever_many_blind_edits_break_can_be_repaired() -> None:
    check_repairs(broken_genomes(20_000))


def test_a_repair_takes_its_problem_away() -> None:
    for genome in broken_genomes(300):
        for problem in problems(genome):
            for repair in problem.repairs:
                left = {(other.place, other.what) for other in problems(with_edits(genome, repair))}
                assert (problem.place, problem.what) not in left, problem


def test_every_problem_but_a_wrong_type_has_a_repair() -> None:
    for genome in broken_genomes(300):
        assert all(problem.repairs for problem in problems(genome))


def test_what_is_not_a_genome_at_all_is_not_repaired() -> None:
    assert repaired(replace(SPADES, trump=object())) is None
    assert repaired(replace(SPADES, phases=(BiddingPhase("many"), TrickPhase()))) is None  # type: ignore[arg-type]  # wrong on purpose


def test_numbers_of_any_size_are_refused_and_repaired() -> None:
    huge = replace(SPADES, match=Match(10**5000))
    assert [problem.place for problem in problems(huge)] == ["match.hands"]
    sound = repaired(huge)
    assert sound is not None
    assert sound.match.hands == 250


@pytest.mark.parametrize(
    ("edits", "place"),
    [
        ({"order_scoring": list(range(50_000))}, "order_scoring"),
        ({"effects": [{"rank": "Z", "does": "skip"}] * 50_000}, "effects"),
        ({"phases": [{"type": "play", "allow": [["nonsense"] * 50_000]}]}, "phases[0].allow"),
        ({"phases": [{"type": "ask"}] * 50_000}, "phases"),
        ({"deck.without": ["QS"] * 50_000}, "deck.without"),
    ],
)
def test_a_list_that_is_far_too_long_is_one_problem_and_is_cut(edits: Any, place: str) -> None:
    hostile = edited(SPADES, edits)
    assert [problem.place for problem in problems(hostile)] == [place]
    sound = repaired(hostile)
    assert sound is not None
    assert problems(sound) == []


def test_repair_of_bids_that_are_gone_drops_contracts_and_finds_another_way_to_score() -> None:
    orphan = replace(SPADES, phases=SPADES.phases[1:])
    sound = repaired(orphan)
    assert sound is not None
    assert sound.contract_scoring is None
    assert sound.trick_scoring is not None
    bids = repaired(replace(SPADES, contract_scoring=None))
    assert bids is not None
    assert bids.contract_scoring == ContractScoring()


@pytest.mark.parametrize("name", LIBRARY)
def test_every_rule_can_be_taken_out_and_leaves_a_game(name: str) -> None:
    genome = LIBRARY[name]()
    rules = rules_of(genome)
    games = [game for path in rules if (game := without_rule(genome, path))]
    assert len(games) == len(rules)
    assert all(problems(game) == [] for game in games)
    assert all(game == canonical(game) for game in games)


def test_a_rule_that_is_taken_out_is_gone_and_the_others_stay() -> None:
    uno = LIBRARY["uno-style"]()
    plain = without_rule(uno, "effects[3]")
    assert plain is not None
    assert {effect.does for effect in plain.effects} == {"draw", "skip"}
    assert plain.phases == canonical(uno).phases
    strict = without_rule(uno, "play.allow[1]")
    assert strict is not None
    assert ("same rank",) not in get_at(strict, "play.allow")
    with pytest.raises(BadGenome, match="cannot be left out"):
        without_rule(uno, "name")
    with pytest.raises(BadGenome, match="leads nowhere"):
        without_rule(uno, "effects[9]")
