"""The lab at the online table: runs, games in one click, votes."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import msgspec
import pytest

from ludex.core.language.errors import LudexError
from ludex.games.cards import LIBRARY
from ludex.lab.run_folder import Plan, Progress, load, save_progress
from ludex.lab.table_pages import Lab
from ludex.lab.vote_results import results_of
from ludex.lab.votes import Pair, Pairs, Votes
from ludex.table.app.application import make_app
from ludex.table.server.table_server import TableServer
from ludex.table.store import open_store
from tests.lab.finished_run import DONE, save_run


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one finished run of one game."""
    save_run(tmp_path)
    (tmp_path / "first" / "report.html").write_text("<!doctype html><style>p{}</style>")
    return tmp_path


@pytest.mark.anyio
async def test_a_game_of_a_run_is_played_in_one_click_and_voted_on(folder: Path) -> None:
    server = TableServer(open_store("memory:"))
    Lab(folder).join(server)
    app = make_app(server, sweep=False)
    await server.open(sweep=False)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://lab.test") as client:
        assert "/lab" in (await client.get("/")).text
        runs = await client.get("/lab")
        assert "first" in runs.text
        assert "finished" in runs.text
        page = await client.get("/lab/first")
        assert "Five Tricks" in page.text
        assert "unsafe-inline" in (await client.get("/lab/first/report.html")).headers["content-security-policy"]
        made = await client.post("/lab/first/play/five-tricks")
        assert made.status_code == 303
        table = made.headers["location"].rpartition("/")[2]
        vote = f"/lab/first/vote/{table}"
        at_table = (await client.get(f"/tables/{table}")).text
        assert f'id="question" method="post" action="{vote}" hidden' in at_table
        assert "Would you play this game again?" in at_table
        style = re.search('href="(/games/[^"]*style.css)"', at_table)
        assert style is not None
        assert (await client.get(style[1])).headers["content-type"].startswith("text/css")
        assert 'name="answer" value="again"' in at_table
        assert (await client.post(vote, content="answer=perhaps")).status_code == 422
        evil = {"origin": "https://evil.test"}
        for path in (vote, "/lab/first/play/five-tricks"):
            refused = await client.post(path, content="answer=again", headers=evil)
            assert refused.status_code == 403, "pages of other addresses change nothing"
        assert page.headers["referrer-policy"] == "same-origin", "or its own forms would come from nowhere"
        assert (await client.post(vote, content="answer=again")).status_code == 303
        assert Votes(folder / "first").count("five-tricks") == (1, 0)
        assert "1 would play it again" in (await client.get("/lab/first")).text
        for wrong in ("/lab/second", "/lab/..%2Ffirst"):
            assert (await client.get(wrong)).status_code == 404
        assert (await client.post("/lab/first/vote/none", content="answer=again")).status_code == 422
        assert (await client.post("/lab/first/play/none")).status_code == 404
    await server.close()


@pytest.mark.anyio
async def test_an_evolved_and_a_library_game_are_compared_without_their_names(folder: Path) -> None:
    server = TableServer(open_store("memory:"))
    Lab(folder).join(server)
    app = make_app(server, sweep=False)
    await server.open(sweep=False)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://lab.test") as client:
        assert "Compare blind" in (await client.get("/lab/first")).text
        assert "There are 0 votes" in (await client.get("/lab/first/votes")).text
        assert (await client.post("/lab/first/blind/none")).status_code == 404
        made = await client.post("/lab/first/blind/five-tricks")
        (pair,) = Pairs(folder / "first").pairs.values()
        assert made.headers["location"].endswith(pair.tables[0])
        assert pair.evolved == "five-tricks"
        assert LIBRARY[pair.library]().seats[0] == 2
        for letter, other, table, away in (("A", "B", *pair.tables), ("B", "A", *reversed(pair.tables))):
            page = (await client.get(f"/tables/{table}")).text
            assert f"Game {letter}" in page
            assert f'href="/tables/{away}"' in page
            assert f"Play game {other} as well" in page
            for name in ("Five Tricks", LIBRARY[pair.library]().title):
                assert name not in page, "a name would tell which game is the library's"
        choose = f"/lab/first/choose/{pair.tables[1]}"
        early = await client.post(choose, content="answer=a")
        assert early.status_code == 409
        assert "Play game A to its end first" in early.text
        assert (await client.post(choose, content="answer=c")).status_code == 422
        assert (await client.post("/lab/first/choose/none", content="answer=a")).status_code == 422
        assert Pairs(folder / "first").count("five-tricks") == (0, 0, 0)
    await server.close()


def test_blind_choices_are_counted_for_the_game_that_was_meant(folder: Path) -> None:
    run = folder / "first"
    pairs = Pairs(run)
    for number, (evolved_is, answer) in enumerate((("a", "a"), ("b", "a"), ("b", "b"), ("a", "neither"))):
        tables = (f"{number} a", f"{number} b")
        pairs.begin(Pair("five-tricks", "war", tables, evolved_is))  # type: ignore[arg-type]  # a and b
        pairs.answer(tables[1], answer)  # type: ignore[arg-type]  # a, b and neither
    assert Pairs(run).count("five-tricks") == (2, 1, 1)
    checkpoint = load(run)
    assert checkpoint is not None
    found = results_of(checkpoint.confirmed, Votes(run), Pairs(run))
    assert "chosen 2 times and the library game 1 times: 67%" in found["blind"]


def test_votes_are_compared_with_fitness_only_when_there_are_enough(folder: Path) -> None:
    run = folder / "first"
    (game,) = load(run).confirmed  # type: ignore[union-attr]  # the run is there
    games = [
        msgspec.structs.replace(
            game, fitness=place / 10, genome=msgspec.structs.replace(game.genome, name=f"g-{place}")
        )
        for place in range(5)
    ]
    votes = Votes(run)
    for place in range(5):
        for number in range(6):
            if (place, number) == (4, 5):
                assert "From 30 votes" in results_of(games, votes, Pairs(run))["verdict"]
            votes.begin(f"{place} {number}", f"g-{place}")
            votes.answer(f"{place} {number}", "again" if number <= place else "enough")
    assert "is +1.00" in results_of(games, votes, Pairs(run))["verdict"]


def test_runs_are_told_apart_from_other_folders(folder: Path) -> None:
    (folder / "empty").mkdir()
    assert list(Lab(folder).runs()) == ["first"]
    with pytest.raises(LudexError, match="is not a folder with runs"):
        Lab(folder / "missing")


def test_votes_that_are_damaged_are_told_and_kept(folder: Path) -> None:
    (folder / "first" / "votes.json").write_text("{")
    with pytest.raises(LudexError, match="cannot be read"):
        Votes(folder / "first")


@pytest.mark.anyio
async def test_a_run_is_to_be_seen_from_its_first_moment_and_not_said_to_go_on_after_its_end(folder: Path) -> None:
    (folder / "young").mkdir()
    save_progress(folder / "young", Plan(generations=7))
    (folder / "killed").mkdir()
    (folder / "killed" / "progress.json").write_bytes(
        msgspec.json.encode(Progress(plan=Plan(), generation=1, history=(DONE,), process=2**22 + 1))
    )
    server = TableServer(open_store("memory:"))
    Lab(folder).join(server)
    await server.open(sweep=False)
    transport = httpx.ASGITransport(make_app(server, sweep=False))
    async with httpx.AsyncClient(transport=transport, base_url="http://lab.test") as client:
        runs = (await client.get("/lab")).text
        assert "Its first games are being measured." in runs
        assert "generation 0 of 7 · running" in runs
        assert 'data-live="yes"' in runs
        assert "http-equiv" not in runs, "a page that reloads itself throws people who read it back to its top"
        killed = (await client.get("/lab/killed")).text
        assert "The run is stopped." in killed
        assert 'data-live=""' in killed
    await server.close()
