"""The lab at the online table: runs and their progress, a table for any game in one click, and votes."""

from __future__ import annotations

from pathlib import Path
from random import SystemRandom
from typing import Any, cast

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from ludex.core.language.errors import LudexError
from ludex.games.cards import LIBRARY, CardGame, Genome
from ludex.lab.archive import Creature
from ludex.lab.run_folder import PROGRESS, Progress, load, load_progress
from ludex.lab.styles import style_of
from ludex.lab.vote_results import results_of
from ludex.lab.votes import Answer, Choice, Pair, Pairs, Votes
from ludex.table.app.auth import base_of, host_of, set_token_cookie
from ludex.table.app.genomes import take_genome
from ludex.table.app.guard import Handler, guarded, server_of
from ludex.table.app.pages import WITH_FORMS
from ludex.table.app.request_body import read_body
from ludex.table.app.root import at
from ludex.table.app.templates import render
from ludex.table.room.refused import Refused
from ludex.table.server.bodies import NewSeat, NewTable, TableMade
from ludex.table.server.origin import Origin
from ludex.table.server.table_server import TableServer
from ludex.table.store.errors import StoreError

ALONE = {
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    "cache-control": "no-cache",
}
"""Headers for a report, which brings its own styles and nothing else."""
BOT = "careful"
UNPLAYABLE = ("war", "old-maid")
"""Library games without decisions, which nothing is compared with."""


class Lab:
    """The runs of a folder, as pages."""

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            raise LudexError(f"{str(folder)!r} is not a folder with runs: `ludex evolve --out {folder}/NAME` makes one")
        self.folder = folder

    def runs(self) -> dict[str, Path]:
        """Return the folders of runs by name: those inside the folder, and the folder itself if it is one."""
        inside = sorted(path for path in self.folder.iterdir() if (path / PROGRESS).is_file())
        own = [self.folder] if (self.folder / PROGRESS).is_file() else []
        return {path.resolve().name: path for path in [*own, *inside]}

    def join(self, server: TableServer) -> None:
        """Add the pages to a server. Tables that were opened from here lead back to the vote."""
        server.more_routes = (*server.more_routes, *self.routes())
        for name, path in self.runs().items():
            for table in Votes(path).tables:
                server.opened_from[table] = _origin(name, table)
            for pair in Pairs(path).pairs.values():
                _link(server, name, pair)

    def routes(self) -> list[Route]:
        """Return the routes of all pages."""
        return [
            Route("/lab", _page(self.list_runs), methods=["GET"]),
            Route("/lab/{run}", _page(self.show_run), methods=["GET"]),
            Route("/lab/{run}/report.html", _page(self.report), methods=["GET"]),
            Route("/lab/{run}/play/{game}", _page(self.play), methods=["POST"]),
            Route("/lab/{run}/blind/{game}", _page(self.compare), methods=["POST"]),
            Route("/lab/{run}/choose/{table}", _page(self.choose), methods=["POST"]),
            Route("/lab/{run}/votes", _page(self.votes), methods=["GET"]),
            Route("/lab/{run}/vote/{table}", _page(self.vote), methods=["POST"]),
        ]

    def _run(self, request: Request) -> tuple[str, Path]:
        name = request.path_params["run"]
        path = self.runs().get(name)
        if path is None:
            raise Refused(404, "no-run", "There is no such run.")
        return name, path

    async def list_runs(self, request: Request) -> Response:
        """`GET /lab`."""
        found = [(name, load_progress(path)) for name, path in self.runs().items()]
        return _html(
            render("lab.html", runs=[(name, _told(progress)) for name, progress in found], live=_goes_on(found))
        )

    async def show_run(self, request: Request) -> Response:
        """`GET /lab/{run}`."""
        name, path = self._run(request)
        progress, votes = load_progress(path), Votes(path)
        games = [_card(creature, votes) for creature in _games(path)]
        return _html(
            render(
                "lab_run.html",
                run=name,
                told=_told(progress),
                about=style_of(progress.plan.style).about,
                games=games,
                report=(path / "report.html").is_file(),
                live=progress.goes_on,
            )
        )

    async def report(self, request: Request) -> Response:
        """`GET /lab/{run}/report.html`."""
        _, path = self._run(request)
        page = path / "report.html"
        if not page.is_file():
            raise Refused(404, "no-report", "The report is written when the run is finished.")
        return HTMLResponse(page.read_bytes(), headers=ALONE)

    async def play(self, request: Request) -> Response:
        """`POST /lab/{run}/play/{game}`: a table with one person and bots."""
        name, path = self._run(request)
        wanted = request.path_params["game"]
        genome = _game(path, wanted)
        server = server_of(request)
        made = await _open(request, genome)
        Votes(path).begin(made.id, wanted)
        server.opened_from[made.id] = _origin(name, made.id)
        return _to_table(request, made)

    async def compare(self, request: Request) -> Response:
        """`POST /lab/{run}/blind/{game}`: an evolved and a library game at two tables, without their names."""
        name, path = self._run(request)
        genome = _game(path, request.path_params["game"])
        known = [game for game in (make() for make in LIBRARY.values()) if game.seats[0] == genome.seats[0]]
        playable = [game for game in known if game.name not in UNPLAYABLE]
        if not playable:
            raise Refused(409, "no-pair", f"The library has no game for {genome.seats[0]} players to compare it with.")
        chance = SystemRandom()
        library, place = chance.choice(playable), chance.choice((0, 1))
        shown = [library, genome] if place else [genome, library]
        first, second = [
            await _open(request, _nameless(game, letter)) for game, letter in zip(shown, "AB", strict=True)
        ]
        pair = Pair(genome.name, library.name, (first.id, second.id), "b" if place else "a")
        Pairs(path).begin(pair)
        _link(server_of(request), name, pair)
        return _to_table(request, first, second)

    async def choose(self, request: Request) -> Response:
        """`POST /lab/{run}/choose/{table}` with `answer=a`, `answer=b` or `answer=neither`."""
        name, path = self._run(request)
        table, pairs = request.path_params["table"], Pairs(path)
        answer = await _answer(request)
        pair = pairs.at(table)
        if pair is None or answer not in ("a", "b", "neither"):
            raise Refused(422, "no-vote", "A choice is `a`, `b` or `neither`, for two tables opened from this run.")
        for place, other in zip("AB", pair.tables, strict=True):
            room = await server_of(request).room(other)
            if not room.state.over:
                raise Refused(409, "not-over", f"Play game {place} to its end first, and then choose.")
        pairs.answer(table, cast(Choice, answer))
        return RedirectResponse(at(f"/lab/{name}/votes"), 303)

    async def votes(self, request: Request) -> Response:
        """`GET /lab/{run}/votes`: all votes, and what they have to do with fitness."""
        name, path = self._run(request)
        return _html(render("lab_votes.html", run=name, **results_of(_games(path), Votes(path), Pairs(path))))

    async def vote(self, request: Request) -> Response:
        """`POST /lab/{run}/vote/{table}` with `answer=again` or `answer=enough`."""
        name, path = self._run(request)
        table, votes = request.path_params["table"], Votes(path)
        answer = await _answer(request)
        if table not in votes.tables or answer not in ("again", "enough"):
            raise Refused(422, "no-vote", "A vote is `again` or `enough`, for a table that was opened from this run.")
        votes.answer(table, cast(Answer, answer))
        return RedirectResponse(at(f"/lab/{name}"), 303)


async def _answer(request: Request) -> str:
    """Return the answer that a form has sent."""
    return (await read_body(request))[:100].decode("utf-8", "replace").removeprefix("answer=")


def _game(path: Path, name: str) -> Genome:
    genome = next((one.genome for one in _games(path) if one.genome.name == name), None)
    if genome is None:
        raise Refused(404, "no-game", "There is no such game in this run.")
    return genome


def _nameless(genome: Genome, letter: str) -> Genome:
    """Return a game without anything that would tell people which one it is."""
    name, title = f"game-{letter.lower()}", f"Game {letter}"
    return msgspec.structs.replace(genome, name=name, title=title, about="", simplified="")


async def _open(request: Request, genome: Genome) -> TableMade:
    """Open a table with one person and bots."""
    server, host = server_of(request), host_of(request)
    server.limits.post_genome(host, server.clock.now())
    checked = await take_genome(server, genome.to_json(), host)
    assert checked.name is not None, "a game that was measured is a game"
    bots = (checked.seats or genome.seats[0]) - 1
    seats = (NewSeat(name="Guest"), *(NewSeat(kind="bot", bot=BOT) for _ in range(bots)))
    return await server.create(NewTable(checked.name, seats), host, base_of(request))


def _to_table(request: Request, *made: TableMade) -> Response:
    """Lead to the first of some tables, with the right to sit at all of them."""
    response = RedirectResponse(at(f"/tables/{made[0].id}"), 303)
    for token in {seat.token for table in made for seat in table.seats if seat.token}:
        set_token_cookie(response, token, base_of(request).startswith("https:"))
    return response


def _link(server: TableServer, run: str, pair: Pair) -> None:
    """Let two tables lead to each other, and ask which game is the better one."""
    answers = (("a", "Game A"), ("b", "Game B"), ("neither", "Neither"))
    for table, other, letter in ((pair.tables[0], pair.tables[1], "B"), (pair.tables[1], pair.tables[0], "A")):
        question = f"Play game {letter} as well, and then choose: which would you play again?"
        to = f"/lab/{run}/choose/{table}"
        server.opened_from[table] = Origin(f"Game {letter}", f"/tables/{other}", question, answers, to)


def _page(handler: Handler) -> Handler:
    """Return a handler that turns refusals and damaged files into pages with an explanation."""

    async def handle(request: Request) -> Response:
        try:
            return await handler(request)
        except StoreError:
            raise
        except LudexError as error:
            raise Refused(503, "damaged", str(error)) from None

    return guarded(handle, page=True)


def _html(text: str) -> Response:
    """Return a page with forms."""
    return HTMLResponse(text, headers={"cache-control": "no-cache", **WITH_FORMS})


def _origin(run: str, table: str) -> Origin:
    answers = (("again", "Yes, again"), ("enough", "No, enough"))
    return Origin("Lab", f"/lab/{run}", "Would you play this game again?", answers, f"/lab/{run}/vote/{table}")


def _games(path: Path) -> list[Creature]:
    """Return the playable games of a run: the confirmed ones, or the fittest so far while it is running."""
    checkpoint = load(path)
    if checkpoint is None:
        return []
    if checkpoint.confirmed:
        return [creature for creature in checkpoint.confirmed if creature.measures.viable]
    kept = {creature.id: creature for island in checkpoint.kept for creature in island if creature.parents}
    return sorted(kept.values(), key=lambda creature: (-creature.fitness, creature.id))[: checkpoint.plan.shortlist]


def _goes_on(found: list[tuple[str, Progress]]) -> bool:
    """Return whether there is something to wait for: a running run, or the first one."""
    return not found or any(progress.goes_on for _, progress in found)


def _told(progress: Progress) -> dict[str, Any]:
    """Describe the progress of a run for a page."""
    last = progress.history[-1] if progress.history else None
    return {
        "style": progress.plan.style,
        "generation": progress.generation,
        "generations": progress.plan.generations,
        "finished": progress.finished,
        "stands": "finished" if progress.finished else "running" if progress.goes_on else "stopped",
        "last": msgspec.structs.asdict(last) | {"games_per_s": last.games_per_s} if last else None,
    }


def _card(creature: Creature, votes: Votes) -> dict[str, Any]:
    game = CardGame(creature.genome)
    again, enough = votes.count(game.name)
    low, high = creature.genome.seats
    return {
        "name": game.name,
        "title": game.title,
        "picture": Markup(game.look.picture),
        "seats": f"{low}" if low == high else f"{low}–{high}",
        "minutes": f"{game.minutes[0]}–{game.minutes[1]}" if game.minutes else "",
        "about": game.about,
        "fitness": creature.fitness,
        "measures": creature.measures,
        "again": again,
        "enough": enough,
    }
