"""The benefit of reasons, for a stand-in for a language model that understands only numbers, ranges and lists.

It plays once with the reasons of Ludex and once with a bare "illegal move". `python -m benchmarks.reasons` writes
benchmarks/reasons.json and docs/benchmarks/reasons.md.

The stand-in is given the text of a prompt, and nothing else: not the game, the rules, the options or the position. Its
first answer to every decision is nonsense, too low, or too high. After a refusal it looks for something to copy in the
sentence: a range, a number, or the entries of a list. If there is nothing, it guesses one of the forms of moves that
the prompt names, with numbers of the prompt.
"""

from __future__ import annotations

import json
import logging
import random
import re
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console

import ludex
from ludex import Referee
from ludex.arena.asked import cause_of
from ludex.core.game.game import Game
from ludex.players import ChatPlayer, Completion, make_player

RESULTS = Path(__file__).parent / "reasons.json"
PAGE = Path(__file__).parent.parent / "docs" / "benchmarks" / "reasons.md"
GAMES = {"modern-art": 4, "power-grid": 4, "spades": 4}
"""The seats of each game. The stand-in has the first of them, and the strongest bot the others."""
NUMBER_OF_GAMES = 200
ATTEMPTS = 5
BAR = 5.0
"""With reasons, the stand-in must forfeit this many times less often."""
NOWHERE = "http://127.0.0.1:9/v1"
CONDITIONS = {
    "bare": 'a bare "illegal move"',
    "sentences": "reasons, without their lists of options",
    "reasons": "reasons",
    "shown": 'options listed in the prompt, and a bare "illegal move"',
}
"""The names of the conditions, and what a refusal says in each."""

REFUSAL = re.compile(r"(?<=Your last answer was rejected: ).*?(?=\n(?:You have \d|This is your last)|\Z)", re.DOTALL)
LIST_OF_OPTIONS = re.compile(r" ?There are: .*", re.DOTALL)
RANGE = re.compile(r"(\d+)(?:…| to )(\d+)")
NUMBER = re.compile(r"\d+")
SLOT = re.compile(r"<[^>]+>")
NONSENSE = ("I would like to win this game.", "0", "9999")


class Measured(msgspec.Struct):
    """The results of the stand-in in one game under one condition."""

    games: int = 0
    forfeits: int = 0
    decisions: int = 0
    first_try: int = 0
    cured: int = 0
    answers: int = 0
    causes: dict[str, int] = msgspec.field(default_factory=dict)

    @property
    def forfeited(self) -> float:
        """The share of games that it forfeited."""
        return self.forfeits / self.games

    @property
    def cured_share(self) -> float:
        """The share of decisions with a rejected first answer that ended with a legal one."""
        return self.cured / max(1, self.decisions - self.first_try)


class StandIn:
    """Answers prompts. It understands numbers, ranges and lists in a refusal, and nothing else.

    >>> stand_in = StandIn(seed=1)
    >>> refusal = "Your last answer was rejected: bid 999 rejected: you have only 12: bid 12 to 12."
    >>> stand_in.answer(f"Moves are written: pass, bid <amount>.\\n\\n{refusal}\\nYou have 4 attempts left.")
    'bid 12'
    """

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def answer(self, prompt: str) -> str:
        """Answer a prompt: nonsense at first, and after a refusal what its sentence suggests."""
        refused = REFUSAL.search(prompt)
        if refused is None:
            return self._chance.choice(NONSENSE)
        found = suggestions(refused[0]) or options_listed(prompt)
        if not found:
            return self._guess(prompt)
        return self._with_numbers(self._chance.choice(found))

    def _guess(self, prompt: str) -> str:
        """Guess a form of a move, with numbers that the prompt mentions, or say something else."""
        forms = re.search(r"Moves are written: (.*)\.", prompt)
        choices = [*NONSENSE, *(forms[1].split(", ") if forms else ())]
        numbers = NUMBER.findall(prompt)
        return SLOT.sub(lambda _: self._chance.choice(numbers), self._chance.choice(choices))

    def _with_numbers(self, text: str) -> str:
        """Choose a number of every range."""
        return RANGE.sub(lambda found: str(self._chance.randint(*sorted(map(int, found.groups())))), text)


def suggestions(sentence: str) -> list[str]:
    """Return what a refusal seems to suggest: the entries after its last colon, or else its ranges and numbers.

    >>> suggestions("bid 999 rejected: you have only 100: bid 1 to 100, or pass.")
    ['bid 1 to 100', 'pass']
    >>> suggestions("'0' is not one of the options. There are: pass, bid 1…100")
    ['pass', 'bid 1…100']
    >>> suggestions("bid 3 rejected: that is less than 5.")
    ['5']
    >>> suggestions("illegal move.")
    []
    """
    reason = re.sub(r"^.{0,200}? rejected: ", "", re.sub(r"Did you mean .*", "", sentence).strip())
    _, colon, last = reason.rpartition(": ")
    if colon:
        parts = re.split(r", or |, | or ", last.rstrip(". "))
        return [part.removeprefix("or ").strip() for part in parts if part.strip()]
    return [found[0] for found in RANGE.finditer(reason)] or NUMBER.findall(reason)


def options_listed(prompt: str) -> list[str]:
    """Return the options that a prompt lists, if it does.

    >>> options_listed("Your options:\\n- pass\\n- bid 1…100\\n\\nYour last answer was rejected: illegal move.")
    ['pass', 'bid 1…100']
    """
    return re.findall(r"^- (.+)$", prompt.partition("Your options:\n")[2], re.MULTILINE)


def refuse_as(condition: str, prompt: str) -> str:
    """Return a prompt whose refusal says what it says under a condition.

    >>> told = "Your last answer was rejected: 'x' is not one of the options. There are: pass"
    >>> refuse_as("bare", told)
    'Your last answer was rejected: illegal move.'
    >>> refuse_as("sentences", told)
    "Your last answer was rejected: 'x' is not one of the options."
    """
    if condition == "reasons":
        return prompt
    return REFUSAL.sub(
        lambda found: LIST_OF_OPTIONS.sub("", found[0]) if condition == "sentences" else "illegal move.", prompt
    )


def measure(game: Game, seats: int, condition: str, games: int) -> Measured:
    """Let the stand-in play games, each on its own deal, against the strongest bot."""
    measured = Measured()
    bot = list(game.machine.bot_slots)[-1]
    for number in range(games):
        player = model(condition, number)
        table = game.new(seats, number)
        others = [make_player(game, bot, number) for _ in range(seats - 1)]
        referee = Referee(table, [player, *others], max_retries=ATTEMPTS, on_violation="forfeit", on_leave="end")
        referee.play()
        lost = referee.violations.get(0)
        usage = player.usage
        measured.games += 1
        measured.decisions += usage.decisions
        measured.answers += usage.answers
        measured.first_try += usage.first_try
        measured.cured += usage.decisions - usage.first_try - (lost is not None)
        if lost is not None:
            cause = cause_of(lost.attempts[-1])
            measured.forfeits += 1
            measured.causes[cause] = measured.causes.get(cause, 0) + 1
    return measured


def model(condition: str, seed: int) -> ChatPlayer:
    """Return a player that sends its prompts to the stand-in instead of an endpoint."""
    stand_in = StandIn(seed)

    async def send(body: bytes) -> Completion:
        prompt = json.loads(body)["messages"][-1]["content"]
        return Completion(stand_in.answer(refuse_as(condition, prompt)))

    return ChatPlayer(
        "stand-in", NOWHERE, "stand-in", send=send, rules=0, notes=False, options=condition == "shown", key="none"
    )


def main(
    games: Annotated[int, typer.Option(min=1, help="Games of each kind under each condition.")] = NUMBER_OF_GAMES,
    only: Annotated[list[str] | None, typer.Option(help="Only these games.")] = None,
    under: Annotated[list[str] | None, typer.Option(help=f"Only under these of {', '.join(CONDITIONS)}.")] = None,
) -> None:
    """Measure, and write the page. Example: `python -m benchmarks.reasons --games 20 --only spades`."""
    logging.getLogger("ludex.referee").setLevel(logging.ERROR)
    console = Console(highlight=False)
    results: dict[str, dict[str, Measured]] = {}
    if RESULTS.exists():
        results = msgspec.json.decode(RESULTS.read_bytes(), type=dict[str, dict[str, Measured]])
    for name in only or GAMES:
        game = ludex.game(name)
        for condition in under or CONDITIONS:
            found = results.setdefault(name, {})[condition] = measure(game, GAMES[name], condition, games)
            console.print(f"{name}, {condition}: {found}")
            RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(results)) + b"\n")
    PAGE.write_text(page(results), encoding="utf-8")


def page(results: dict[str, dict[str, Measured]]) -> str:
    """Return the page of the documentation."""
    rows = [
        "| game | a refusal says | games | forfeited | by cause | of 1,000 decisions | legal at first | then cured |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name in sorted(results, key=list(GAMES).index):
        for condition in filter(results[name].get, CONDITIONS):
            one = results[name][condition]
            causes = ", ".join(f"{count} {cause}" for cause, count in sorted(one.causes.items())) or "–"
            rows.append(
                f"| {name} | {CONDITIONS[condition]} | {one.games} | **{one.forfeited:.1%}** | {causes} | "
                f"{1_000 * one.forfeits / one.decisions:.3g} | {one.first_try / one.decisions:.1%} | "
                f"{one.cured_share:.1%} |"
            )
    whole = [name for name in sorted(results, key=list(GAMES).index) if {"bare", "reasons"} <= results[name].keys()]
    ratios = [f"{name} {told_ratio(results[name])}" for name in whole]
    told = f"Forfeited less often with reasons than with a bare refusal (the bar is {BAR:g} ×): {', '.join(ratios)}."
    return "\n".join([*rows, "", told]) + "\n"


def told_ratio(conditions: dict[str, Measured]) -> str:
    """Return how many times less often the stand-in forfeited with reasons.

    >>> told_ratio({"bare": Measured(games=10, forfeits=10), "reasons": Measured(games=10, forfeits=1)})
    '10 ×'
    >>> told_ratio({"bare": Measured(games=10, forfeits=10), "reasons": Measured(games=10)})
    '10 games to none'
    """
    bare, reasons = conditions["bare"].forfeits, conditions["reasons"].forfeits
    return f"{bare / reasons:.3g} ×" if reasons else f"{bare} games to none"


if __name__ == "__main__":
    typer.run(main)
