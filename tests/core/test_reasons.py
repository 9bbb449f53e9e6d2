"""Reasons, laws and endings: one value, a number to rules and a sentence to people."""

from __future__ import annotations

import pickle
from types import SimpleNamespace

import pytest

from ludex import BrokenRule
from ludex.author import ending, law, reason, rule
from ludex.core.compile.program import Program, reachable
from ludex.core.language.reasons import Law, Reason, by_number

LOW = reason("too-low", "the standing bid is {price}; you have {money}.", price=lambda s, seat: s.price)
LOST = law("money is neither made nor lost")


@rule
def judge(price: int) -> int:
    return LOW if price < 5 else 0


def test_a_verdict_is_a_number_that_depends_only_on_what_identifies_it() -> None:
    assert reason("too-low", "another sentence") == LOW
    assert reason("too-high", "the standing bid is {price}.") != LOW
    assert int(law("the game is over")) != int(ending("the game is over"))


def test_compiled_and_interpreted_rules_return_the_same_number() -> None:
    assert Program("judge", {}).compile(judge)(3) == judge(3) == int(LOW)


def test_a_verdict_travels_between_processes_as_its_number() -> None:
    assert pickle.loads(pickle.dumps(LOW)) == int(LOW)


def test_a_sentence_quotes_its_own_facts_fields_of_the_move_and_what_the_game_offers() -> None:
    s, move = SimpleNamespace(price=7), SimpleNamespace(__struct_fields__=())
    said = LOW.say(s, 0, move, lambda s, seat, move: {"money": 9, "price": "not this one"})  # type: ignore[arg-type]  # a stand-in for a move
    assert said == "the standing bid is 7; you have 9."


def test_what_rules_mention_is_found_however_deep() -> None:
    assert {value for value in reachable({"outer": outer}) if isinstance(value, Reason)} == {LOW}


@rule
def outer(price: int) -> int:
    return judge(price)


def test_one_code_with_two_sentences_in_one_game_is_refused() -> None:
    with pytest.raises(BrokenRule, match=r"chess: <Reason 'too-low'> is declared twice: 'the .*' and 'no'"):
        by_number("chess", Reason, (LOW, reason("too-low", "no")))


def test_kinds_of_verdicts_are_told_apart() -> None:
    assert by_number("chess", Law, (LOW, LOST)) == {int(LOST): LOST}


def test_people_read_the_sentence_and_programmers_the_code() -> None:
    assert (str(LOST), repr(LOW)) == ("money is neither made nor lost", "<Reason 'too-low'>")
