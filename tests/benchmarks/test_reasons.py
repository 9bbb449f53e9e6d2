"""The stand-in for a language model in the benchmark of reasons: what it may know, and what it reaches."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from benchmarks.reasons import CONDITIONS, StandIn, measure, model, options_listed, refuse_as, suggestions

import ludex
from ludex import Referee
from ludex.players import make_player

REFUSED = "Your last answer was rejected: bid 1 rejected: bid 30 to 35.\nYou have 2 attempts left."


def test_with_reasons_it_forfeits_at_least_five_times_less_often() -> None:
    game = ludex.game("automation")
    assert measure(game, 2, "bare", 6).forfeits == 6
    found = measure(game, 2, "reasons", 6)
    assert found.forfeits * 5 <= 6
    assert found.decisions > found.first_try + found.forfeits
    assert found.cured == found.decisions - found.first_try - found.forfeits


@pytest.mark.parametrize("condition", CONDITIONS)
def test_it_sees_no_option_unless_they_are_listed_and_no_reason_unless_it_is_given(condition: str) -> None:
    prompts: list[str] = []
    player = model(condition, 3)
    send = player.send

    async def listen(body: bytes) -> Any:
        prompts.append(refuse_as(condition, json.loads(body)["messages"][-1]["content"]))
        return await send(body)

    player.send = listen
    table = ludex.game("automation").new(2, 3)
    Referee(
        table,
        [player, make_player(table.game, "random")],
        max_retries=5,
        on_violation="forfeit",
        on_leave="end",
    ).play()
    assert all(bool(options_listed(prompt)) == (condition == "shown") for prompt in prompts)
    refusals = re.findall(r"rejected: (.*)", "\n".join(prompts))
    assert refusals
    assert all((refusal == "illegal move.") == (condition in ("bare", "shown")) for refusal in refusals)
    assert any("There are:" in refusal for refusal in refusals) == (condition == "reasons")


def test_it_understands_only_the_sentence_of_the_refusal() -> None:
    """Numbers elsewhere in the prompt make no difference to what is suggested, and its first answer is nonsense."""
    stand_in = StandIn(1)
    assert {StandIn(seed).answer("You have 7. Bid 5 to 9.") for seed in range(50)} == {
        "I would like to win this game.",
        "0",
        "9999",
    }
    amounts = [int(stand_in.answer(f"You have 7: bid 5 to 9.\n{REFUSED}").split()[-1]) for _ in range(50)]
    assert set(amounts) <= set(range(30, 36))
    assert len(set(amounts)) > 3


@pytest.mark.parametrize(
    ("sentence", "suggested"),
    [
        ("bid 999 rejected: you have only 100: bid 1 to 100, or pass.", ["bid 1 to 100", "pass"]),
        ("'0' is not one of the options. There are: buy, pass. Did you mean 'buy'?", ["buy", "pass"]),
        ("plant 30 needs at least 32, and you have 48. Bid 32 to 48, or pass.", ["32 to 48"]),
        ("bid 9 rejected: more than 8.", ["8"]),
        ("pass rejected: now it is time to play a card.", []),
        ("illegal move.", []),
    ],
)
def test_what_a_sentence_suggests(sentence: str, suggested: list[str]) -> None:
    assert suggestions(sentence) == suggested
