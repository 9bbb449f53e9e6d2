"""A seat of a game as a conversation, for training: prose in, the next decision out."""

from __future__ import annotations

import random
import re

import pytest

import ludex
from ludex.doors.conversation import Conversation
from tests.interpreting import interpreted as interpreted

SYSTEMS = {"automation": 2, "spades": 4, "modern-art": 3, "power-grid": 3, "diplomacy-lagoon": 3}
SETTINGS = {"automation": {"turn_limit": 3}, "diplomacy-lagoon": {"last_year": 2}}


def options_in(message: str) -> list[str]:
    return re.findall(r"^- (.+)$", message.partition("Your options:")[2], re.M)


def begin(name: str, **more: object) -> Conversation:
    players = ["model"] + ["random"] * (SYSTEMS[name] - 1)
    return Conversation(ludex.game(name), players, seed=3, settings=SETTINGS.get(name), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_whole_game_is_played_in_prose(name: str) -> None:
    talk, dice = begin(name, rules=500), random.Random(name)
    message, most = talk.opening.situation, 60 if name == "spades" else 500
    for _ in range(most):
        option = dice.choice(options_in(message))
        message = talk.answer(f"I think.\n\nMove: {re.sub('…[0-9]+', '', option)}")
        if not message:
            break
        assert "Your last answer was rejected" not in message
    assert talk.over or name == "spades"
    assert talk.first_try == talk.decisions - (not talk.over)
    assert talk.reward in (0, 1 / 3, 0.5, 1)


def test_a_refused_answer_changes_nothing_and_is_explained() -> None:
    talk = begin("automation")
    first = talk.opening.situation
    for text, why in (("buy Module", "this is the MONEY phase"), ("", "the answer is empty"), ("hello", "'hello'")):
        message = talk.answer(text)
        assert why in message
        assert options_in(message) == options_in(first)
    assert (talk.decisions, talk.first_try) == (1, 0)


def test_a_model_without_attempts_left_gets_nothing() -> None:
    talk = begin("automation", attempts=2)
    assert "This is your last attempt." in talk.answer("nonsense")
    assert talk.answer("nonsense") == ""
    assert talk.over
    assert talk.forfeited
    assert talk.reward == 0
    assert talk.answer("Move: end phase") == ""


def test_the_same_seed_deals_the_same_game() -> None:
    assert begin("modern-art").opening == begin("modern-art").opening
