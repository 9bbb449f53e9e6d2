"""`ludex mcp`: the official client plays by tools, and learns nothing that its seat may not know."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Any

import msgspec
import pytest
from mcp import Client, StdioServerParameters

import ludex
from ludex.core.game.machine import Machine
from ludex.core.language.chance import new_dice, secret_seed
from ludex.doors.local_seat import LocalSeat
from ludex.doors.mcp import JoinedSeat, make_server
from tests.table.house import House, make_house
from tests.table.served import served

pytestmark = pytest.mark.anyio

GAMES = {"automation": 2, "modern-art": 3, "spades": 4, "power-grid": 3, "diplomacy-lagoon": 0}
SHORT: dict[str, dict[str, Any]] = {"automation": {"turn_limit": 4}}
HOSTILE: list[Any] = [
    None,
    7,
    True,
    [],
    {},
    {"type": "EndPhase", "x": 1},
    "",
    "\x00",
    "‮",
    "x" * 30_000,
    "__import__('os')",
    "-1",
]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def _interpreted_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Machine, "kernel", property(lambda machine: machine.interpreted))


def local(name: str, seed: int = 3) -> LocalSeat:
    """A seat among random players."""
    game = ludex.game(name)
    players = ["model", *["random"] * ((GAMES[name] or game.usual_seats) - 1)]
    return LocalSeat(game, players, 0, seed=seed, settings=SHORT.get(name, {}))


async def answer(client: Client, tool: str, **arguments: Any) -> str:
    """Call a tool. Its answer is one text, never an error."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    (content,) = result.content
    assert content.type == "text"
    return content.text


def last_option(text: str) -> str:
    """Read the last option of those that an answer lists, as a model would."""
    listed = text.rpartition("Your options:")[2]
    option = [line[2:] for line in listed.splitlines() if line.startswith("- ")][-1]
    return option.partition("…")[0]


async def play_on(client: Client, text: str, most: int = 3000) -> str:
    """Play the last option of every decision until the game is over."""
    for _ in range(most):
        if "The game is over" in text:
            return text
        text = await answer(client, "play", move=last_option(text))
        assert not text.startswith("Refused"), text
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("name", GAMES)
async def test_the_official_client_plays_a_whole_game(name: str) -> None:
    seat = local(name)
    async with Client(make_server(seat)) as client:
        text = await play_on(client, await answer(client, "look"))
        assert seat.outcome is not None
        assert seat.outcome.reason in text
        assert (await answer(client, "play", move="pass")).startswith("Refused: the game is over")
        assert "Your options" in await answer(client, "new_game")


async def test_there_are_at_most_six_tools_with_small_schemas() -> None:
    async with Client(make_server(local("automation"))) as client:
        tools = (await client.list_tools()).tools
    assert len(tools) <= 6
    size = sum(len(str(tool.description)) + len(msgspec.json.encode(tool.input_schema)) for tool in tools)
    assert size < 2000


@pytest.mark.parametrize("given", HOSTILE, ids=repr)
async def test_a_hostile_move_is_refused_in_a_sentence_and_changes_nothing(given: Any) -> None:
    seat = local("modern-art")
    before = seat.table.digest
    async with Client(make_server(seat)) as client:
        text = await answer(client, "play", move=given)
        assert text.startswith("Refused: ")
        assert "Traceback" not in text
        assert len(text) < 5000
        for tool, name in (("options", "begins"), ("rules", "chapter")):
            assert "Traceback" not in await answer(client, tool, **{name: given})
    assert seat.table.digest == before


async def test_an_illegal_move_is_refused_with_the_reason_of_the_rules() -> None:
    async with Client(make_server(local("automation"))) as client:
        assert "this is the MONEY phase" in await answer(client, "play", move="buy Module")


async def test_options_are_narrowed_by_their_beginning() -> None:
    async with Client(make_server(local("automation"))) as client:
        assert await answer(client, "options", begins="end") == "Your options:\n- end phase"
        assert "No option begins with" in await answer(client, "options", begins="zebra")


async def test_rules_are_read_by_chapter() -> None:
    async with Client(make_server(local("automation"))) as client:
        titles = (await answer(client, "rules")).rpartition("rulebook:\n- ")[2].splitlines()
        assert titles[0] in await answer(client, "rules", chapter=titles[0])
        assert "There is no chapter" in await answer(client, "rules", chapter="zebra")


@pytest.mark.parametrize("name", ["modern-art", "spades", "power-grid"])
def test_no_text_changes_when_what_the_seat_cannot_know_is_dealt_again(name: str) -> None:
    seat = local(name)
    told, before = (seat.look(), seat.options(), seat.play("zebra")), seat.table.position()
    table = seat.table
    states = table.engine._states
    table.game.machine.kernel.redeal(states, 0, seat.seat, new_dice(secret_seed(5)))
    states["rng"] = 0
    table.engine._set(states.tobytes())
    assert table.position() != before
    assert (seat.look(), seat.options(), seat.play("zebra")) == told


async def test_the_command_serves_over_standard_input_and_output() -> None:
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "ludex", "mcp", "automation", "--players", "me,random", "--seed", "7", "-s", "turn_limit=2"],
        env={**os.environ, "LUDEX_INTERPRET": "1"},
    )
    async with Client(command) as client:
        assert "The game is over" in await play_on(client, await answer(client, "look"))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "which game?"),
        (("automation", "--players", "random,random"), "`me` 0 times"),
        (("automation", "--players", "me,me"), "`me` 2 times"),
        (("automation", "--players", "me,zebra"), "no player 'zebra'"),
        (("--join", "zebra"), "is not the link of a seat"),
        (("automation", "--join", "http://x/join/a.b"), "--join takes a seat"),
    ],
)
def test_bad_arguments_of_the_command_are_explained(run: Any, arguments: tuple[str, ...], told: str) -> None:
    code, _, err = run("mcp", *arguments)
    assert code == 2
    assert told in err


# --- a seat at an online table


@pytest.fixture
async def house() -> Any:
    made = await make_house()
    yield made
    await made.close()


async def test_the_official_client_plays_a_whole_game_at_an_online_table(house: House) -> None:
    table = await house.make("automation", people=1, bots=1, settings={"turn_limit": 2}, pace="instant")
    async with served(house) as address:
        seat = JoinedSeat(f"{address.replace('ws', 'http', 1)}/join/{table.tokens[0]}", "Robby")
        ticking = asyncio.create_task(tick(house))
        async with Client(make_server(seat)) as client:
            text = await answer(client, "wait")
            assert (await answer(client, "play", move="buy Module")).startswith("Refused: ")
            assert (await answer(client, "play", move=[])).startswith("Refused: move is []")
            assert "The game is over" in await play_on(client, text)
        ticking.cancel()


async def tick(house: House) -> None:
    """Let the clock of a house run."""
    while True:
        await house.pass_time(1.0)
        await asyncio.sleep(0.001)


async def test_a_link_that_is_not_valid_is_refused_in_a_sentence(house: House) -> None:
    table = await house.make("automation", people=1, bots=1)
    async with served(house) as address:
        seat = JoinedSeat(f"{address.replace('ws', 'http', 1)}/join/{table.id}.{'A' * 22}")
        with pytest.raises(ludex.BadSetting, match="refused the link"):
            async with seat:
                pass
