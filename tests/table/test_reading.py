"""One reader for all: at the terminal, over HTTP and sockets, for programs and for the referee."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ludex
from ludex import LudexError, Referee, Table, UnreadableMove
from ludex.core.game.request import Request
from ludex.core.language.options import Span
from ludex.core.play.reading import LONGEST, MOST_TOLD, numbered, read_data, read_moves
from ludex.players.person import Person
from ludex.players.program import Program
from ludex.players.screen import Screen
from tests.table.house import House, Made, make_house

pytestmark = pytest.mark.anyio

REFUSED = "refused"

ANSWERING = """
import json, sys
hello = sys.stdin.readline()
print(json.dumps({"version": 1}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "end":
        break
    move = json.loads(open(sys.argv[1]).read())
    print(json.dumps({"id": asked["id"], "move": move}), flush=True)
"""
"""A program that answers with what is in a file."""


class Case(NamedTuple):
    """A position, and what can be written there: spellings with the move that they are, or `REFUSED`."""

    game: str
    seats: int
    before: tuple[str, ...]
    spellings: dict[str, str]
    seed: int | str = 3
    players: tuple[str, ...] | None = None

    def table(self) -> Table:
        table: Table = ludex.game(self.game).new(self.seats, seed=self.seed, players=self.players)
        for text in self.before:
            table.play(table.waiting[0], text)
        return table


CASES = [
    Case(
        "automation",
        2,
        (),
        {
            "play Bitcoin": "play Bitcoin",
            "PLAY bitcoin": "play Bitcoin",
            "bit": "play Bitcoin",
            "1": "play Bitcoin",
            "2": "end phase",
            "e": "end phase",
            '{"type": "EndPhase"}': "end phase",
            ' {"type":"PlayCard","card":"Bitcoin"} ': "play Bitcoin",
            '{"type": "EndPhase", "type": "EndPhase"}': REFUSED,
            '{"type": "PlayCard", "card": "Copper"}': REFUSED,
            "{": REFUSED,
            "0": REFUSED,
            "3": REFUSED,
            "sell": REFUSED,
            "": REFUSED,
            "null": REFUSED,
        },
        seed=7,
    ),
    Case("automation", 2, ("end phase",), {"b": REFUSED, "buy b": REFUSED, "bug": "buy Bug", "1": "buy Bitcoin"}, 7),
    Case(
        "diplomacy",
        7,
        (),
        {
            "A BUD H": "A BUD H",
            "H": "A BUD H",
            "bud - gal": "A BUD - GAL",
            "army budapest to galicia": "A BUD - GAL",
            "vote": "VOTE DRAW",
            "1": REFUSED,
            "A BUDD H": REFUSED,
            "A BUD S": REFUSED,
        },
    ),
    Case(
        "modern-art",
        3,
        (),
        {"1": "play Manuel Carvalho one offer", "manuel": "play Manuel Carvalho one offer", "sigrid": REFUSED},
    ),
    Case("modern-art", 3, ("play Sigrid Thaler open",), {"17": "bid 17", "b 17": "bid 17", "p": "pass", "b": REFUSED}),
    Case(
        "power-grid",
        4,
        (),
        {
            "o 4 17": "open plant 4 bid 17",
            "plant 4 17": "open plant 4 bid 17",
            "open plant 4 bid 17": "open plant 4 bid 17",
            "4": REFUSED,
            "17": REFUSED,
            "open": REFUSED,
        },
    ),
    Case("power-grid", 4, ("open plant 4 bid 4",), {"28": "bid 28", "b 28": "bid 28", "p": "pass"}),
    Case("spades", 4, (), {"nil": "bid 0", "0": "bid 0", "3": "bid 3", "b 3": "bid 3", "nill": REFUSED}),
    Case(
        "spades",
        4,
        ("bid 3",) * 4,
        {"Q♣": "play QC", "queen of clubs": "play QC", "♣Q": "play QC", "Q": REFUSED, "2": "play 2C"},
    ),
    Case("president", 4, (), {"J J": "set jack × 2", "J": "set jack × 1", "1": REFUSED}, seed="4"),
    Case(
        "go-fish",
        4,
        (),
        {
            "ask ada queen": "ask seat 1 queen",
            "ada Q": "ask seat 1 queen",
            "ask seat 2 queen": "ask seat 2 queen",
            "ask bo queen": REFUSED,
            "queen": REFUSED,
        },
        players=("Ann", "Ada", "Bo", "Bo"),
    ),
]
"""Two players of the last game have the same name."""


class Stop(Exception):
    """The first move was made."""


def stop(table: Table) -> None:
    raise Stop


def judged(table: Table, player: Any) -> str:
    """Return the first move that a referee takes from a player, or that it refused the answer."""
    trial = table.branch()
    seat = trial.waiting[0]
    players = [player if at == seat else (lambda request: request.options[0]) for at in range(trial.seats)]
    try:
        Referee(trial, players, max_retries=1, watch=stop).play()
    except Stop:
        return last_move(trial)
    except ludex.PlayerViolation as violation:
        code, sentence = msgspec.structs.astuple(violation.attempts[-1].rejection)
        return REFUSED if code == "unreadable" and is_refusal(trial, sentence) else f"{code}: {sentence}"
    raise AssertionError("the referee took no move")


def last_move(table: Table) -> str:
    return str(table.game.moves.unpack(table.played[-1].packed))


def is_refusal(table: Table, sentence: str) -> bool:
    """Return whether a refusal tells what is possible now, and not all that the game has."""
    options = table.options(table.waiting[0])
    told = any(" ".join(map(str, path)) in sentence for path in options.paths)
    return told and "Moves are" not in sentence and "<" not in sentence


def at_terminal(table: Table, text: str) -> str:
    """Return what a person at the terminal answers after typing a line."""
    seat = table.waiting[0]
    person = Person(Screen(table.branch()), seat)
    request = table.request(seat)
    try:
        (move,) = person._read(request.options, text.strip()) or (None,)
    except UnreadableMove as error:
        return REFUSED if is_refusal(table, str(error)) else str(error)
    return REFUSED if move is None else str(move)


class Programs:
    """A running program that answers with what a test writes to its file."""

    def __init__(self, folder: Path) -> None:
        self.answer = folder / "answer.json"
        (folder / "program.py").write_text(ANSWERING)
        self.command = f"program:{sys.executable} -S {folder / 'program.py'} {self.answer}"
        self.running: dict[str, Program] = {}

    def decide(self, table: Table, data: Any) -> str:
        """Return what the referee reads from the program's answer."""
        self.answer.write_bytes(msgspec.json.encode(data))
        program = self.running.get(table.game.name)
        if program is None:
            program = self.running[table.game.name] = Program(table.game, self.command)
            program.sit_down(table, table.waiting[0])
        return judged(table, lambda request: program.decide(request))

    def close(self) -> None:
        for program in self.running.values():
            program.close()


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Programs]:
    made = Programs(tmp_path)
    yield made
    made.close()


class Online:
    """A table of the server at which moves are tried, over HTTP and over its socket, and taken back."""

    def __init__(self, made: Made, table: Table) -> None:
        self.made = made
        self.table = table
        self.seat = table.waiting[0]

    @classmethod
    async def open(cls, house: House, table: Table) -> Online:
        history = msgspec.json.decode(table.history.to_json())
        answer = await house.http.post("/api/histories", json={"history": history})
        assert answer.status_code == 201, answer.text
        return cls(Made(house, answer.json()), table)

    async def posted(self, data: Any) -> str:
        answer = await self.made.move(self.seat, data)
        return await self._outcome(answer.status_code == 200, answer.json())

    async def sent(self, data: Any) -> str:
        line = await self.made.line(self.seat)
        number = (await line.state())["number"]
        found = await line.answer("move", move=data, number=number, seat=self.seat)
        await line.close()
        return await self._outcome(found["type"] == "accepted", found)

    async def _outcome(self, accepted: bool, answer: dict[str, Any]) -> str:
        if not accepted:
            assert answer["code"] == "unreadable-move", answer
            assert is_refusal(self.table, answer["sentence"])
            return REFUSED
        table = self.made.room.state.table
        assert table is not None
        move = last_move(table)
        line = await self.made.line(self.seat)
        assert (await line.answer("undo", seat=self.seat))["type"] == "done"
        await line.close()
        return move


async def five_ways(online: Online, programs: Programs, text: str) -> dict[str, str]:
    """Return what a text is read as."""
    table = online.table
    return {
        "terminal": at_terminal(table, text),
        "HTTP": await online.posted(text),
        "socket": await online.sent(text),
        "program": programs.decide(table, text),
        "referee": judged(table, lambda request: text),
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game}-{len(case.before)}")
async def test_a_text_is_read_the_same_by_all(house: House, programs: Programs, case: Case) -> None:
    online = await Online.open(house, case.table())
    for text, move in case.spellings.items():
        assert await five_ways(online, programs, text) == dict.fromkeys(
            ("terminal", "HTTP", "socket", "program", "referee"), move
        ), text


@pytest.mark.parametrize("name", ["automation", "diplomacy", "modern-art", "power-grid", "spades", "go-fish"])
async def test_a_move_as_data_is_read_the_same_by_all(house: House, programs: Programs, name: str) -> None:
    table: Table = ludex.game(name).new(ludex.game(name).seats[-1], seed=5)
    online = await Online.open(house, table)
    move = table.options(table.waiting[0])[0]
    data = msgspec.to_builtins(move)
    assert await online.posted(data) == await online.sent(data) == str(move)
    assert programs.decide(table, data) == judged(table, lambda request: data) == str(move)
    for wrong in ({}, {"type": "Nonsense"}, {**data, "type": 5}, {"move": data}):
        assert await online.posted(wrong) == await online.sent(wrong) == programs.decide(table, wrong) == REFUSED
        assert judged(table, lambda request, wrong=wrong: wrong) == REFUSED


@pytest.mark.parametrize("data", [17, None, [1], True, 1.5])
async def test_other_data_is_refused(house: House, programs: Programs, data: Any) -> None:
    """A number is not the text of a number: it could count options from 0 or from 1."""
    table: Table = ludex.game("automation").new(2, seed=7)
    online = await Online.open(house, table)
    body = {"move": data, "number": 0, "seat": online.seat}
    assert (await online.made.post("moves", online.seat, body)).json()["code"] == "unreadable"
    assert programs.decide(table, data) == REFUSED


NAMES = [
    "automation",
    "diplomacy",
    "modern-art",
    "power-grid",
    "spades",
    "go-fish",
    "president",
    "draw-poker",
    "hearts",
]


@given(data=st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_option_is_read_as_itself_by_its_text_its_number_and_its_json(data: st.DataObject) -> None:
    game = ludex.game(data.draw(st.sampled_from(NAMES)))
    table: Table = game.new(game.seats[-1], seed=data.draw(st.integers(0, 99)))
    for choice in data.draw(st.lists(st.integers(0, 10**6), max_size=12)):
        if table.waiting:
            offered = table.options(table.waiting[0])
            table.play(table.waiting[0], offered[choice % len(offered)])
    if not table.waiting:
        return
    seat = table.waiting[0]
    options = table.options(seat)
    move = options[data.draw(st.integers(0, len(options) - 1))]
    json = game.moves.to_json(move)
    spellings: list[str] = [str(move), str(move).upper(), f"  {move} ", json]
    if table.game.look.terminal.numbered and table.draft(seat) is None:
        texts = [" ".join(map(str, path)) for path in numbered(options)]
        spellings += [str(number) for number, shown in enumerate(texts, 1) if shown == str(move)]
    for text in spellings:
        assert read_moves(table, seat, text) == (move,)
        assert read_data(table, seat, msgspec.json.encode(text)) == (move,)
    assert read_data(table, seat, json) == (move,)


@given(text=st.text(max_size=300), name=st.sampled_from(NAMES))
@settings(max_examples=100, deadline=None)
def test_any_text_is_read_or_refused(text: str, name: str) -> None:
    """Whatever a stranger writes: it is a move that the game has, or it is refused in a bounded sentence."""
    table: Table = ludex.game(name).new(ludex.game(name).seats[-1], seed=1)
    try:
        found = repr(read_moves(table, table.waiting[0], text))
    except LudexError as error:
        found = str(error)
    assert len(found) < 3_000


def test_a_name_never_changes_what_a_whole_move_means() -> None:
    """A player may call itself as it likes: the options keep their texts, and what could be two moves is refused."""
    table: Table = ludex.game("go-fish").new(4, seed=3, players=["ask", "3", "queen", "seat 1"])
    for move in table.options(0):
        assert read_moves(table, 0, str(move)) == (move,)
    table = ludex.game("go-fish").new(4, seed=3, players=["Ann", "3", "Bo", "Cy"])
    with pytest.raises(UnreadableMove, match="'ask 3 queen' could be ask seat 3 queen, ask seat 1 queen"):
        read_moves(table, 0, "ask 3 queen")


def test_a_history_holds_whole_moves_only() -> None:
    table: Table = ludex.game("automation").new(2, seed=7)
    table.play(0, "e")
    history = table.history
    assert history.moves[0].move == "end phase"
    short = msgspec.structs.replace(history, moves=(msgspec.structs.replace(history.moves[0], move="e"),))
    with pytest.raises(ludex.BadHistory, match="cannot read 'e'"):
        short.replay()


def test_a_text_of_any_length_costs_little() -> None:
    table: Table = ludex.game("diplomacy").new(7, seed=3)
    with pytest.raises(UnreadableMove, match="expected at most 20,000"):
        read_moves(table, 0, "x" * (LONGEST + 1))
    with pytest.raises(UnreadableMove) as refused:
        read_moves(table, 0, "x " * (LONGEST // 2))
    assert len(str(refused.value)) < 3_000


def test_ranges_are_told_as_ranges_and_long_lists_are_cut() -> None:
    table: Table = ludex.game("diplomacy").new(7, seed=3)
    with pytest.raises(UnreadableMove) as refused:
        read_moves(table, 0, "xyz")
    assert f", … ({len(table.options(0).paths)} in all)" in str(refused.value)
    assert str(refused.value).count(",") == MOST_TOLD
    auction = CASES[4].table()
    assert any(isinstance(path[-1], Span) for path in auction.options(auction.waiting[0]).paths)
    with pytest.raises(UnreadableMove, match="There are: pass, bid 1…100"):
        read_moves(auction, auction.waiting[0], "nothing")


def test_several_moves_are_not_the_answer_to_one_request() -> None:
    table: Table = ludex.game("automation").new(2, seed=7)
    with pytest.raises(UnreadableMove, match=r"'play all money' is 3 moves: expected one, e.g. play Bitcoin"):
        table.play(0, "play all money")


@pytest.mark.parametrize("make", [lambda: {"type": object()}, lambda: {1: 2}, lambda: {"type": chr(0xD800)}])
def test_a_dict_that_is_not_json_costs_an_attempt(make: Callable[[], Any]) -> None:
    table: Table = ludex.game("automation").new(2, seed=7)
    answers: list[Any] = [make(), {"type": "EndPhase"}]
    asked: list[Request] = []

    def player(request: Request) -> Any:
        asked.append(request)
        return answers.pop(0)

    with pytest.raises(Stop):
        Referee(table, [player, player], watch=stop).play()
    assert [request.attempt for request in asked] == [1, 2]
    assert asked[1].rejection is not None
    assert asked[1].rejection.code == "unreadable"
    assert "There are: play Bitcoin, end phase" in asked[1].rejection.sentence


@pytest.fixture
async def house() -> AsyncIterator[House]:
    made = await make_house()
    yield made
    await made.close()
