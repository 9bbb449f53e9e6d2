"""Lessons are checked by the rules: every step is legal, every text names what is there, and the goal is reached."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any

import pytest

import ludex
from ludex.core.language.options import Options
from ludex.core.play.lesson import BOLD, GENTLE, Lesson, Step, lesson_of
from ludex.core.play.table import Table
from ludex.core.show.page import Seating
from ludex.table.room.explaining import in_words

SYSTEMS = ("automation", "modern-art", "power-grid", "diplomacy", "spades")
REGIONS = ("hand", "board", "seats", "actions")
LONGEST = 420
"""Most characters of a text: it must fit on a phone."""
SAME_NAMES = {"10": "T"}


def lesson(name: str) -> Lesson:
    found = lesson_of(ludex.game(name))
    assert found is not None
    return found


def played(name: str, choose: int = 0) -> Iterator[tuple[Step, Table[Any], int, Any]]:
    """Play a lesson to its end, always with the first, second, … accepted move. Yield every step before it is done."""
    game, taught = ludex.game(name), lesson(name)
    table = taught.start(game)
    number, draft = 0, None
    while True:
        where = taught.where(len(table.played))
        if where.scripted is not None:
            seat, text = where.scripted
            for move in table.read_line(seat, text):
                assert table.check(seat, move) is None, (name, where, text)
                table.play(seat, move)
            continue
        draft = table.draft(taught.seat) if taught.seat in table.waiting else None
        for number in range(where.first, where.last + 1):
            step = taught.steps[number]
            yield step, table, number, draft
            if step.write:
                moves = table.read_line(taught.seat, step.write)
                assert draft is not None
                draft.take(moves)
                assert taught.draft_objection(table, draft.moves, done=False) is None
        step = taught.steps[where.last]
        if not step.acts:
            return
        if step.ready:
            assert draft is not None
            assert taught.draft_objection(table, draft.moves, done=True) is None
            final = [str(move) for move in draft.final()]
            assert final == list(step.all), (name, number)
            texts: tuple[str, ...] = tuple(final)
        else:
            texts = step.all or (step.choices[min(choose, len(step.choices) - 1)],)
        for text in texts:
            moves = table.read_line(taught.seat, text)
            assert step.ready or taught.objection(table, moves) is None, (name, number, text)
            for move in moves:
                assert table.check(taught.seat, move) is None, (name, number, text)
                table.play(taught.seat, move)


@pytest.mark.parametrize("choose", [0, 1, 99])
@pytest.mark.parametrize("name", SYSTEMS)
def test_every_step_is_legal_and_the_goal_is_reached(name: str, choose: int) -> None:
    taught = lesson(name)
    seen = [(number, table) for _, table, number, _ in played(name, choose)]
    assert [number for number, _ in seen] == list(range(len(taught.steps)))
    table = seen[-1][1]
    assert {str(event) for event in table.events(taught.seat)} & set(taught.goal), taught.goal


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_lesson_has_ten_to_fifteen_steps_and_ends_with_one_to_read(name: str) -> None:
    taught = lesson(name)
    assert 10 <= len(taught.steps) <= 15
    assert not taught.steps[-1].acts
    assert len(taught.names) == taught.seats
    for step in taught.steps:
        assert len(step.text) <= LONGEST, step.text
        assert step.text[-1] in ".!?"
        assert not step.otherwise or step.otherwise[0].islower() or step.otherwise[0] in "AF", step.otherwise
        assert not (step.acts and step.write)


def shown(table: Table[Any], seat: int, draft: Any) -> tuple[str, list[str]]:
    """Return the text of a learner's page, and the tokens of what can be pressed."""
    game = table.game
    seating = Seating(table.players, seat, tuple(str(move) for move in draft.moves) if draft else ())
    page = game.look.page(table.view(seat), seating)
    options = draft.choices if draft else table.options(seat) if seat in table.waiting else Options(game.moves, [])
    texts = [*options.texts, *(str(part) for path in options.paths for part in path)]
    drawn = html.unescape(page.board + page.hand)
    presses = [one for text in re.findall(r'data-press="([^"]*)"', drawn) for one in (text, *text.split(";"))]
    moves = [f"do:{text}" for text in [*re.findall(r'data-move="([^"]*)"', drawn), *texts]]
    texts_of_page = [game.look.token_words.get(text, text) for text in texts]
    words = " ".join([drawn, *texts, *texts_of_page, game.look.headline(table.view(seat), seating), "Ready"])
    return f"{words} {in_words(game, words)}", [*presses, *moves]


@pytest.mark.parametrize("name", SYSTEMS)
def test_texts_and_marks_name_what_is_there(name: str) -> None:
    seat = lesson(name).seat
    for step, table, number, draft in played(name):
        words, tokens = shown(table, seat, draft)
        for named in BOLD.findall(step.text):
            assert named.casefold() in words.casefold(), (name, number, named)
        for look in step.look:
            assert look in REGIONS or look in tokens or look.startswith("do:ready"), (name, number, look)


@pytest.mark.parametrize("name", SYSTEMS)
def test_other_moves_are_refused_gently(name: str) -> None:
    taught, tried = lesson(name), 0
    for step, table, _, draft in played(name):
        if step.write:
            wrong = next(move for move in draft.choices if str(move) not in {one.write for one in taught.steps})
            objection = taught.draft_objection(table, [wrong], done=False)
        elif step.do:
            wanted = {move for text in step.choices for move in table.read_line(taught.seat, text)}
            wrong = next((move for move in table.options(taught.seat) if move not in wanted), None)
            objection = taught.objection(table, [wrong]) if wrong is not None else GENTLE
        else:
            continue
        assert objection is not None
        assert objection.startswith(GENTLE)
        tried += 1
    assert tried >= 5


def test_a_draft_cannot_be_handed_in_before_all_is_written() -> None:
    taught = lesson("diplomacy")
    table = taught.start(ludex.game("diplomacy"))
    assert taught.draft_objection(table, (), done=True) == "First write all the orders of this lesson."


def test_during_the_script_the_learner_waits() -> None:
    taught = lesson("modern-art")
    table = taught.start(ludex.game("modern-art"))
    move = table.read_line(0, "play Manuel Carvalho open")
    table.play(0, move[0])
    assert taught.where(len(table.played)).scripted == (1, "bid 15")
    assert "Wait" in str(taught.objection(table, table.read_line(0, "pass")))
