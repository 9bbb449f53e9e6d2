"""Genomes: JSON in and out, and what is wrong with one that does not describe a game."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ludex.games.cards import LIBRARY, BadGenome, CardGame, Genome, create_spades_genome, problems, validate
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
        ('"target"', '"aim"', "match.aim: there is no such field. Choose one of: 'floor', 'hands', "),
        ('"type": "trick"', '"type": "trickery"', "phases[1].type: 'trickery' is unknown. Did you mean 'trick'?"),
        ('"type": "trick"', '"type": 7', "phases[1].type: 7 is unknown. Choose one of: 'bidding', 'pass', 'trick', "),
        ('"trump": "spades"', '"trump": "swords"', "trump: 'swords' is unknown. Choose one of: 'clubs', "),
        ('"hand_ends": "phases"', '"hand_ends": "first trick"', "hand_ends: 'first trick' is unknown."),
        ('"hands": 100', '"hands": "many"', "match.hands: 'many' does not fit. Write a whole number."),
        ('"hands": 100', '"hands": 1.5', "match.hands: 1.5 does not fit. Write a whole number."),
        ('"hands": 100', '"hands": true', "match.hands: True does not fit. Write a whole number."),
        ('"knockout": false', '"knockout": 0', "knockout: 0 does not fit. Write true or false."),
        ('"breaking": "trump"', '"breaking": "trump", "broken": true', "phases[1].broken: there is no such field."),
        ('"name": "spades",', "", "name: this field is missing."),
        ('"teams": []', '"teams": [[0, "north"], [1, 3]]', "teams[0][1]: 'north' does not fit. Write a whole number."),
        ('"teams": []', '"teams": 2', "teams: 2 does not fit. Write a list."),
        ('"deck": {}', '"deck": "skat"', "deck: 'skat' does not fit. Write an object with named fields."),
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
        (changed(deck=Deck(without=("1S",))), "deck.without"),
        (changed(deal=Deal(cards=14)), "deal"),
        (changed(deal=Deal(cards=3, change=-1), match=Match(hands=4)), "deal.change"),
        (changed(seats=(3, 3)), "deal.cards"),
        (changed(phases=(BiddingPhase(),), contract_scoring=ContractScoring()), "phases"),
        (changed(phases=(TrickPhase(), BiddingPhase())), "phases"),
        (changed(phases=(TrickPhase(),)), "contract_scoring"),
        (changed(contract_scoring=None), "contract_scoring"),
        (changed(contract_variant=ContractVariant(partners=True)), "contract_variant.partners"),
        (changed(phases=(BiddingPhase(min_bid=5, max_bid=4), TrickPhase())), "phases[0].max_bid"),
        (changed(phases=(PassPhase(9), *SPADES.phases)), "phases[0].cards"),
        (changed(trump="none"), "phases[1].breaking"),
        (changed(phases=(BiddingPhase(), TrickPhase(first_lead="ZZ"))), "phases[1].first_lead"),
        (changed(phases=(BiddingPhase(), TrickPhase(), PlayPhase())), "phases"),
        (changed(phases=(TrickPhase(),), contract_scoring=None, match=Match()), "scoring"),
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
