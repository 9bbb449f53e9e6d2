"""Genomes: JSON in and out, and what is wrong with one that does not describe a game."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import ludex
from ludex.core.language.errors import BadHistory, LudexError
from ludex.games.cards import LIBRARY, BadGenome, CardGame, Genome, create_spades_genome, problems, read_game, validate
from ludex.games.cards.genome import (
    BiddingPhase,
    CardPoints,
    CardScoring,
    Chips,
    ContractScoring,
    ContractVariant,
    Deal,
    Deck,
    Effect,
    Majority,
    Match,
    PassPhase,
    PlayPhase,
    TrickPhase,
    TrickScoring,
)
from ludex.games.cards.genome.locating import places_in
from ludex.games.cards.genome.repairs import repaired
from ludex.games.cards.genome.spelling import full_json, genome_schema, spell_out

SPADES = create_spades_genome()
WRONG: Any = "wrong"
CRAZY = LIBRARY["crazy-eights"]()


def changed(genome: Genome = SPADES, **fields: Any) -> Any:
    return msgspec.structs.replace(genome, **fields)


@pytest.mark.parametrize("name", LIBRARY)
def test_library_game_is_valid_and_survives_json(name: str) -> None:
    genome = LIBRARY[name]()
    assert problems(genome) == []
    assert Genome.from_json(genome.to_json()) == genome
    assert genome.name == name


def test_bidding_and_contract_defaults_are_those_of_the_document() -> None:
    assert BiddingPhase() == BiddingPhase(min_bid=1, max_bid=13, allow_nil=True)
    scoring = ContractScoring()
    assert msgspec.structs.astuple(scoring) == (10, 1, 10, 100, 100, 10, 100)
    assert ContractScoring.__struct_fields__ == (
        "points_per_trick_bid",
        "overtrick_points",
        "failed_contract_penalty",
        "nil_bonus",
        "nil_penalty",
        "bag_limit",
        "bag_penalty",
    )


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"target"', '"aim"', 'match.aim: there is no such field. Choose one of: "floor", "hands", '),
        ('"type": "trick"', '"type": "trickery"', 'phases[1].type: "trickery" is unknown. Did you mean "trick"?'),
        ('"type": "trick"', '"type": 7', 'phases[1].type: 7 is unknown. Choose one of: "bidding", "pass", "trick", '),
        ('"trump": "spades"', '"trump": "swords"', 'trump: "swords" is unknown. Choose one of: "clubs", '),
        ('"hand_ends": "phases"', '"hand_ends": "first trick"', 'hand_ends: "first trick" is unknown.'),
        ('"hands": 100', '"hands": "many"', 'match.hands: "many" does not fit. Write a whole number.'),
        ('"hands": 100', '"hands": 1.5', "match.hands: 1.5 does not fit. Write a whole number."),
        ('"hands": 100', '"hands": true', "match.hands: true does not fit. Write a whole number."),
        ('"knockout": false', '"knockout": 0', "knockout: 0 does not fit. Write true or false."),
        ('"breaking": "trump"', '"breaking": "trump", "broken": true', "phases[1].broken: there is no such field."),
        ('"name": "spades",', "", "name: this field is missing."),
        ('"teams": []', '"teams": [[0, "north"], [1, 3]]', 'teams[0][1]: "north" does not fit. Write a whole number.'),
        ('"teams": []', '"teams": 2', "teams: 2 does not fit. Write a list."),
        ('"deck": {}', '"deck": "skat"', 'deck: "skat" does not fit. Write an object with named fields.'),
        ('"chips": null', '"chips": {"first": 3}', "chips.first: there is no such field."),
        ('"format": 1', '"format": 2', "this genome has format 2; this Ludex reads format 1"),
    ],
)
def test_unknown_things_in_json_are_refused_with_their_place_and_a_fix(old: str, new: str, told: str) -> None:
    text = SPADES.to_json()
    assert old in text
    with pytest.raises(BadGenome) as error:
        Genome.from_json(text.replace(old, new))
    assert told in str(error.value)


def test_a_genome_that_is_far_too_long_is_refused_before_it_is_read(tmp_path: Path) -> None:
    long = tmp_path / "long.json"
    with long.open("wb") as file:
        file.truncate(1 << 40)  # takes no room on the disk, and more than there is in memory
    with pytest.raises(BadGenome, match="too long to describe a game: expected at most 65,536 bytes"):
        Genome.load(long)
    with pytest.raises(LudexError, match="too long to describe a game"):
        ludex.game(str(long))
    with pytest.raises(BadGenome, match="70,000 bytes are too long"):
        Genome.from_json(" " * 70_000)


def test_what_is_no_json_is_refused() -> None:
    for junk in ("{", "", "[]", "null", "7", b"\xff\xfe", '{"phases": 3}'):
        with pytest.raises(BadGenome, match="not a genome"):
            Genome.from_json(junk)
    with pytest.raises(BadGenome, match="cannot read"):
        Genome.load("no-such-file.json")


@pytest.mark.parametrize(
    ("genome", "place"),
    [
        (changed(name="Spades!"), "name"),
        (changed(seats=(1, 4)), "seats"),
        (changed(teams=((0, 2), (1,))), "teams"),
        (changed(teams=((0, 2), (1, 2, 3))), "teams"),
        (changed(teams=((0, 2), (1, 3, 4))), "teams"),
        (changed(seats=(3, 4), teams=((0, 2), (1, 3))), "teams"),
        (changed(deck=Deck("23X")), "deck.ranks"),
        (changed(deck=Deck(without=("1S",))), "deck.without[0]"),
        (changed(deal=Deal(cards=14)), "deal"),
        (changed(deal=Deal(cards=3, change=-1), match=Match(hands=4)), "deal.change"),
        (changed(CRAZY, deal=Deal(cards=5, few_seats=5, few_cards=7)), "deal.few_seats"),
        (changed(CRAZY, deal=Deal(cards=5, few_seats=2)), "deal.few_cards"),
        (changed(CRAZY, deal=Deal(cards=5, few_cards=7)), "deal.few_cards"),
        (changed(CRAZY, deal=Deal(few_seats=2, few_cards=7)), "deal.few_seats"),
        (changed(CRAZY, deal=Deal(cards=5, few_seats=3, few_cards=18)), "deal.few_cards"),
        (changed(seats=(3, 3)), "deal.cards"),
        (changed(phases=(BiddingPhase(),), contract_scoring=ContractScoring()), "phases[0]"),
        (changed(phases=(TrickPhase(), BiddingPhase())), "phases[1]"),
        (changed(phases=(TrickPhase(),)), "contract_scoring"),
        (changed(contract_scoring=None), "contract_scoring"),
        (changed(contract_variant=ContractVariant(partners=True)), "contract_variant.partners"),
        (changed(phases=(BiddingPhase(min_bid=5, max_bid=4), TrickPhase())), "phases[0].max_bid"),
        (changed(phases=(PassPhase(9), *SPADES.phases)), "phases[0].cards"),
        (changed(trump="none"), "phases[1].breaking"),
        (changed(phases=(BiddingPhase(), TrickPhase(first_lead="ZZ"))), "phases[1].first_lead"),
        (changed(phases=(BiddingPhase(), TrickPhase(), PlayPhase())), "phases"),
        (changed(phases=(TrickPhase(),), contract_scoring=None, match=Match()), "genome"),
        (changed(phases=(TrickPhase(),), contract_scoring=None, trick_scoring=TrickScoring(-1)), "match.target"),
        (changed(effects=(Effect("8", "skip"),)), "effects"),
        (changed(hand_ends="first out"), "hand_ends"),
        (changed(chips=Chips()), "ranking"),
        (changed(CRAZY, hand_ends="phases", card_scoring=CardScoring((CardPoints(1),))), "hand_ends"),
        (changed(CRAZY, phases=(PlayPhase(allow=(("same shape",),)),)), "phases[0].allow"),
        (changed(CRAZY, phases=(CRAZY.phases[0],)), "phases[0].when"),
        (changed(CRAZY, phases=(PlayPhase(wild="88"),)), "phases[0].wild"),
        (changed(contract_scoring=ContractScoring(nil_bonus=70_000)), "contract_scoring.nil_bonus"),
        (changed(match=Match(hands=1, target=30_000)), "match.target"),
        (changed(CRAZY, match=Match(hands=30, target=100, floor=-5)), "match.floor"),
        (changed(CRAZY, effects=(Effect("2", "draw", 9), Effect("2", "draw", 9))), "effects"),
        (changed(LIBRARY["war"](), match=Match(hands=250)), "match.hands"),
        (changed(format=2), "format"),
        (changed(trump="swords"), "trump"),
        (changed(trump=object()), "trump"),
        (changed(seats=(4.0, 4)), "seats[0]"),
        (changed(phases=(BiddingPhase(WRONG), TrickPhase())), "phases[0].min_bid"),
        (changed(phases=(BiddingPhase(), TrickPhase(breaking=WRONG))), "phases[1].breaking"),
        (changed(majorities=(Majority(1, suit=WRONG),)), "majorities[0].suit"),
    ],
)
def test_problem_names_its_place_and_a_fix(genome: Genome, place: str) -> None:
    found = {problem.place: problem for problem in problems(genome)}
    assert place in found
    assert found[place].what
    assert found[place].fix.endswith(".")
    with pytest.raises(BadGenome, match="does not describe a game"):
        CardGame(genome)


def test_all_problems_are_told_at_once() -> None:
    genome = changed(seats=(1, 9), name="?", match=Match(hands=0))
    with pytest.raises(BadGenome) as error:
        validate(genome)
    assert all(place in str(error.value) for place in ("name", "seats", "match.hands"))


def test_problems_call_things_as_the_json_does() -> None:
    """No name of a Python class, no None, True or quotes of Python in any sentence."""
    bad = [
        changed(phases=(BiddingPhase(), BiddingPhase())),
        changed(phases=(TrickPhase(), BiddingPhase())),
        changed(phases=(PassPhase(), PlayPhase())),
        changed(
            CRAZY,
            phases=(CRAZY.phases[0],),
            effects=(Effect("8", "skip"),),
            chips=Chips(),
            trick_scoring=TrickScoring(),
        ),
        changed(contract_scoring=None, contract_variant=ContractVariant(exact=True)),
        changed(seats=(3, 4), teams=((0, 2), (1, 3))),
    ]
    told = " ".join(str(problem) for genome in bad for problem in problems(genome))
    assert not re.search(r"[A-Z][a-z]+[A-Z]|None|True|False|'|\(\d", told), told


def test_misfits_and_syntax_errors_are_told_with_line_and_column() -> None:
    text = SPADES.to_json()
    line = text[: text.index('"trump"')].count("\n") + 1
    with pytest.raises(BadGenome) as error:
        Genome.from_json(text.replace('"spades",\n  "bowers"', '"swords",\n  "bowers"'))
    assert (error.value.problems[0].line, error.value.problems[0].column) == (line, len('  "trump": ') + 1)
    with pytest.raises(BadGenome) as error:
        Genome.from_json(text.replace('"trump": ', '"trump" '))
    assert f"line {line}, column 11: expected" in str(error.value)
    with pytest.raises(BadGenome, match="line 1, column 1: there is nothing here"):
        Genome.from_json("")
    with pytest.raises(BadGenome, match="line 2, column 8: the text breaks off here"):
        Genome.from_json('{\n "a": [\n')
    with pytest.raises(BadGenome, match=r"line 1, column 13: (this is not UTF-8|invalid)"):
        Genome.from_json(b'{"name": "ab\xff"}')


def test_problems_of_a_file_that_is_no_game_are_told_with_line_and_column(tmp_path: Path) -> None:
    text = '{\n  "name": "x",\n  "title": "X",\n  "phases": [{"type": "trick", "breaking": "trump"}]\n}\n'
    file = tmp_path / "x.json"
    file.write_text(text)
    for from_file in (False, True):
        with pytest.raises(BadGenome) as error:
            _ = CardGame.load(file) if from_file else read_game(text.encode())
        found = {problem.place: (problem.line, problem.column) for problem in error.value.problems}
        assert found["phases[0].breaking"] == (4, text.splitlines()[3].index('"trump"') + 1)
        assert found["genome"] == (1, 1)


@pytest.mark.parametrize("name", LIBRARY)
def test_every_value_of_a_genome_is_found_in_its_text(name: str) -> None:
    genome = LIBRARY[name]()
    text = full_json(genome)
    places = places_in(text)
    for path, value in leaves(spell_out(genome)):
        assert json.JSONDecoder().raw_decode(text, places[path].value)[0] == value
        assert path.endswith("]") or text[places[path].name :].startswith(json.dumps(path.split(".")[-1]))


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value inside plain values, by its path."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from leaves(part, f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from leaves(part, f"{path}[{number}]")
    else:
        yield path, value


@pytest.mark.parametrize("name", LIBRARY)
def test_a_genome_spelled_out_is_the_same_genome_and_fits_the_schema(name: str) -> None:
    genome = LIBRARY[name]()
    assert Genome.from_json(full_json(genome)) == genome
    validator = pytest.importorskip("jsonschema").Draft202012Validator(genome_schema())
    assert not list(validator.iter_errors(json.loads(full_json(genome))))
    assert not list(validator.iter_errors(json.loads(genome.to_json())))
    assert list(validator.iter_errors({**json.loads(genome.to_json()), "trumps": "spades"}))


@pytest.mark.parametrize("version", ["1", "2", "3", "4"])
def test_histories_of_earlier_versions_of_the_rules_are_refused(version: str) -> None:
    history = CardGame(LIBRARY["spades"]()).new(4, seed=1).history
    with pytest.raises(BadHistory, match=f"version {version} of the rules of spades; version 5 is installed"):
        msgspec.structs.replace(history, version=version).replay()


@pytest.mark.parametrize(
    ("title", "why"),
    [
        ("a\x00b", "it has control characters"),
        ("a\nb", "it has control characters"),
        ("a\u202eb", "characters that reverse the direction of text"),
        ("t" * 81, "81 characters are too long. Use at most 80."),
        ("", "the title is empty"),
        (" \u200b", "the title is empty"),
    ],
)
def test_a_title_is_a_short_text_that_shows_as_it_was_written(title: str, why: str) -> None:
    odd = msgspec.structs.replace(SPADES, title=title)
    found = problems(odd)
    assert [problem.place for problem in found] == ["title"]
    assert why in str(found[0])
    assert problems(repaired(odd) or odd) == []
