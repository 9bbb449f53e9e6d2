"""Reading moves in prose: the answers of language models, with thoughts, Markdown and JSON around a move."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import pytest

import ludex
from ludex import BadAnswer, PlayerLeft, Referee, Request, Table
from ludex.core.play.prose import LONGEST_ANSWER, table_seen
from tests.interpreting import interpreted

__all__ = ["interpreted"]


def auction() -> Table[Any]:
    """An open auction of Modern Art, in which seat 1 may pass or bid 1 to 100."""
    table = ludex.game("modern-art").new(3, seed=4, starter=0)
    table.play(0, "play Manuel Carvalho open")
    return table


def read(text: str) -> str:
    return str(auction().request(1).read(text))


def refused(text: str) -> tuple[str, str]:
    with pytest.raises(BadAnswer) as caught:
        auction().request(1).read(text)
    return caught.value.code, str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "bid 17",
        "BID 17",
        "bid 17.",
        "17",
        "b 17",
        "**bid 17**",
        "`bid 17`",
        "*bid 17*",
        "“bid 17”",
        "- bid 17",
        "> bid 17",
        "1. bid 17",
        "### bid 17",
        "```\nbid 17\n```",
        "I will bid 17.",
        "I'll bid 17 because it is cheap.",
        "I will go with **bid 17**, which is fair.",
        "So, I choose to bid 17.",
        "My move is bid 17.",
        "The best move is bid 17.",
        "My move: bid 17",
        "**My move:** bid 17",
        "**My move: bid 17**",
        "Move: bid 17 (a fair price)",
        "Final answer: 17",
        "Answer: b 17",
        "Final answer:\n\n**bid 17**",
        "My move:\n```\nbid 17\n```\nGood luck!",
        "The price is fair. Final answer: bid 17.",
        "bid 17\n\nGood luck, everyone!",
        '{"type": "Bid", "amount": 17}',
        '{"move": "bid 17"}',
        '{"move": {"type": "Bid", "amount": 17}}',
        '{"thoughts": "is {12} enough? \\"no\\"", "move": "bid 17"}',
        '```json\n{\n  "move": "bid 17"\n}\n```',
        'My answer: {"move": "bid 17"}',
        '{"move": "bid 17"} {"move": "bid 17"}',
        "<think>bid 12? pass?</think>bid 17",
        "<THINKING>\nMove: pass\n</THINKING>\n\nMove: bid 17",
        "bid 12 is not enough </think> bid 17",
        "<think>bid 12<think>pass</think>no</think>bid 17",
        "\u200ebid 17\u200f",
        "\ufeffbid 17",
        "I bid 17\r\n",
    ],
)
def test_a_move_is_found_in_prose(text: str) -> None:
    assert read(text) == "bid 17"


@pytest.mark.parametrize(
    "text",
    [
        "I could bid 12, but that is not enough.\nbid 17",
        "I could pass or bid 12.\n\nI will bid 17.",
        "My options:\n- pass\n- bid 12\n\nMy move: bid 17",
        "My options:\n- pass\n- bid 12\n\nbid 17",
        'I will bid 12. No, I bid more.\n{"move": "bid 17"}',
        "bid 12\nNo: that is too little.\nbid 17",
        '<think>{"move": "pass"}</think>{"move": "bid 17"}',
        "Should I pass? I will bid 17.",
        "I will not pass. I will bid 17.",
        "Move: the one with the best value.\nMove: bid 17",
        "My decision: I want this painting.\n\nbid 17",
        "Move: bid 17\nMy next move: pass",
    ],
)
def test_a_thought_about_other_moves_does_not_count(text: str) -> None:
    assert read(text) == "bid 17"


@pytest.mark.parametrize(
    "text",
    [
        "- bid 12\n- bid 17",
        "Move: bid 12\nMove: bid 17",
        '{"move": "bid 12"}\n{"move": "bid 17"}',
        'Move: bid 12\n{"move": "bid 17"}',
        '{"move": "bid 12"}\n\nbid 17',
        "Move: bid 12. Final answer: bid 17",
        "I will bid 12. Then I will bid 17.",
    ],
)
def test_two_different_moves_are_refused_with_both(text: str) -> None:
    code, sentence = refused(text)
    assert code == "ambiguous"
    assert "'bid 12'" in sentence
    assert "'bid 17'" in sentence


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  \n ",
        "<think>bid 17",
        "Ich passe.",
        "I will not pass.",
        "Should I pass?",
        "If they bid 12, I pass.",
        "I will bid 12 or 17.",
        "I will pass if the price is high.",
        "I will bid 17 unless you pass.",
        "Move: sell everything",
        "Move: <your move>",
        "pass\n\nMove: sell everything",
        '{"move": 17}',
        '{"move": null}',
        '{"move": ["pass"]}',
        '{"move": "bid 12", "move": "bid 17"}',
        '{"type": "Bid", "amount": 17, "type": "Pass"}',
        '{"type": "Bid"}',
        '{"amount": 17}',
        "bid\u202e 17",
        "\x00",
        "\ud800",
        '{"move": "\ud800"}',
        "{" * 100,
        "bid " * 10_000,
    ],
)
def test_an_answer_without_a_move_is_refused_with_the_options(text: str) -> None:
    code, sentence = refused(text)
    assert code == "unreadable"
    assert "pass" in sentence
    assert "bid 1…100" in sentence
    assert sentence.isprintable()
    assert len(sentence) < 1_000


def test_a_move_that_is_not_allowed_is_read_and_refused_by_the_rules() -> None:
    table = auction()
    move = table.request(1).read("I will bid 500!")
    rejection = table.check(1, move)
    assert rejection is not None
    assert rejection.sentence == "bid 500 rejected: you have only 100: bid 1 to 100, or pass."


def test_a_part_that_fits_two_options_is_ambiguous() -> None:
    table = ludex.game("modern-art").new(3, seed=4, starter=0)
    with pytest.raises(BadAnswer, match="could be") as caught:
        table.request(0).read("Move: Ramon Martins")
    assert caught.value.code == "ambiguous"


def test_an_answer_to_a_request_is_one_move() -> None:
    with pytest.raises(BadAnswer, match="is 2 moves: expected one"):
        ludex.game("hearts").new(4, seed=3).request(0).read("give 2C, give QC")


@pytest.mark.parametrize("given", [None, 17, b"pass", ["pass"]])
def test_an_answer_that_is_not_text_is_refused(given: Any) -> None:
    with pytest.raises(BadAnswer, match="expected a text") as caught:
        auction().request(1).read(given)
    assert caught.value.code == "wrong-type"


def test_a_long_answer_is_read_to_its_limit() -> None:
    thought = "I could pass. " * 10_000
    assert read(f"{thought}\nbid 17") == "bid 17"
    assert refused("x" * (LONGEST_ANSWER + 1))[1].startswith("the answer has 200,001 characters")


HOSTILE = ("{", '{"', "{{}", "- ", "bid\n", "move: ", "<think>", '{"\\', '{"move":', "my ", "so ", " ", '"', "**", "`")


@pytest.mark.parametrize("part", HOSTILE)
def test_hostile_answers_take_linear_time(part: str) -> None:
    """Twice the length takes about twice the time; quadratic time would be minutes at this length."""
    refused(part * (LONGEST_ANSWER // len(part)))


def test_names_of_players_are_read_as_their_seats() -> None:
    table = ludex.game("go-fish").new(3, seed=3, players=["Ann", "Bob", "Cy"])
    seat = table.waiting[0]
    rank = str(table.options(seat)[0]).split()[-1]
    other = next(name for at, name in enumerate(table.names) if at != seat)
    move = table.request(seat).read(f"I will ask {other} {rank}.")
    assert move in table.options(seat)


@pytest.mark.parametrize("name", ["automation", "power-grid", "diplomacy-lagoon", "hearts", "go-fish", "gin-rummy"])
def test_every_option_is_read_in_every_form(name: str) -> None:
    """Along a random game, also at seats that owe their decisions at the same time."""
    game, dice = ludex.game(name), random.Random(5)
    table = game.new(game.usual_seats, seed=5)
    for _ in range(12):
        seat = dice.choice(table.waiting)
        request = table.request(seat)
        move = dice.choice(request.options)
        data = game.moves.to_json(move)
        for text in (
            f"Hm.\n\n**{move}**",
            f"I think.\nMove: {move}",
            f'{{"move": "{move}"}}',
            f"So: {data}",
            str(move),
        ):
            assert request.read(text) == move, text
        table.play(seat, move)
        if table.outcome is not None:
            break


def test_requests_in_other_processes_read_too() -> None:
    table = ludex.game("modern-art").new(3, seed=4, players=["Ann", "Bob", "Cy"], starter=0, mystery=True)
    request = Request.from_parts(table.game, *table.request(0).parts())
    assert request.read(f"My move: {request.options[0]}") == request.options[0]
    assert '"Bob"' in request.briefing().situation


def test_reading_changes_nothing_and_the_reader_knows_no_secret() -> None:
    table = ludex.game("spades").new(4, seed=3)
    before = table.digest, table.position()
    request = table.request(0)
    request.read(str(request.options[0]))
    seen = request.seen_table(table_seen)
    assert (table.digest, table.position()) == before
    assert seen.view(0) == table.view(0)
    assert seen.record(0).tobytes() == seen.engine.record_in_full().tobytes() == table.record(0).tobytes()


WORDS = (
    "pass", "bid", "play", "buy", "I", "will", "not", "move:", "answer:", "17", "0", "-1", "Q♠", "A", "PAR", "-", "BUR",
    "{", "}", '"move"', ":", '"type"', "[", "**", "`", "```", "\n", "\n\n", "<think>", "</think>", "because", ".", "?",
    "\x00", "\u202e", "\ud800", "é", "𝟙", "end", "phase", "seat", "null", "Ich", "passe", "or", "…", "1…100", "\t",
)  # fmt: skip


def garbage(dice: random.Random) -> str:
    return dice.choice(["", " "]).join(dice.choices(WORDS, k=dice.randrange(1, 12)))


def reason_against(table: Table[Any], request: Request, text: str) -> str:
    """Return the sentence with which a text, or the move in it, is refused; an empty text if the move is legal."""
    try:
        rejection = table.check(request.seat, request.read(text))
    except BadAnswer as error:
        return str(error)
    return "" if rejection is None else rejection.sentence


class Babbler(ludex.Player):
    """A language model at every seat of a table, which talks garbage several times before each of its moves."""

    def __init__(self, name: str, answers: int) -> None:
        super().__init__(name)
        self.dice = random.Random(name)
        self.table: Table[Any]
        self.left = answers
        self.told = 0
        """The number of reasons that the next prompt had."""
        self.untold: list[str] = []
        self._reasons: dict[int, str] = {}

    async def decide(self, request: Request) -> Any:
        if request.attempt > 1:
            found = self._reasons[request.seat] in str(request.briefing(rules=0))
            self.told += found
            self.untold += [self._reasons[request.seat]] * (not found)
        if not self.left:
            return ludex.Leave()
        if request.attempt > GARBAGE:
            return self.dice.choice(request.options)
        self.left -= 1
        text = garbage(self.dice)
        self._reasons[request.seat] = reason_against(self.table, request, text)
        return request.read(text)


def answer_with_garbage(name: str, answers: int) -> None:
    """Play games of which most answers are garbage. Each is refused with a reason that the next prompt has."""
    game, babbler = ludex.game(name), Babbler(name, answers)
    seed = refused = 0
    while babbler.left:
        table = babbler.table = game.new(game.usual_seats, seed=seed)
        with suppress(PlayerLeft):
            Referee(table, [babbler] * table.seats, max_retries=GARBAGE + 1).play()
        codes = [attempt.rejection.code for _, _, attempt in table.engine.retries]
        assert "exception" not in codes
        refused += len(codes)
        seed += 1
    assert babbler.untold == []
    assert refused - table.seats <= babbler.told <= refused  # those who left were not asked again
    assert refused > answers * 0.9


GARBAGE = 9
"""Answers before each move."""


@pytest.mark.parametrize("name", ludex.game_names())
def test_garbage_is_refused_with_a_reason_that_the_next_prompt_has(name: str, untraced: None) -> None:
    answer_with_garbage(name, 37)


@pytest.mark.deep
@pytest.mark.parametrize("name", ludex.game_names())
def test_ten_thousand_garbage_answers(name: str) -> None:
    answer_with_garbage(name, 10_000 // len(ludex.game_names()) + 1)


class Talker(ludex.Player):
    """A language model with prepared answers, which it begins again at the end."""

    def __init__(self, answers: Sequence[str]) -> None:
        super().__init__()
        self.answers = answers
        self.briefings: list[str] = []

    async def decide(self, request: Request) -> Any:
        self.briefings.append(str(request.briefing()))
        return request.read(self.answers[(len(self.briefings) - 1) % len(self.answers)])


def test_a_player_may_leave_reading_to_the_request() -> None:
    table = ludex.game("automation").new(2, seed=1, turn_limit=2)
    talker = Talker(["I do not know.", "buy Module", "Move: end phase"])
    Referee(table, [talker, lambda request: request.options[-1]], max_retries=3).play()
    assert [attempt.rejection.code for _, _, attempt in table.engine.retries[:2]] == ["unreadable", "wrong-decision"]
    again = [briefing for briefing in talker.briefings if "rejected" in briefing]
    for (_, _, attempt), briefing in zip(table.engine.retries, again, strict=True):
        assert f"Your last answer was rejected: {attempt.rejection.sentence}" in briefing
    assert "You have 2 attempts left." in talker.briefings[1]
    assert "This is your last attempt." in talker.briefings[2]
