"""The lab at the online table: runs and their progress, a table for any game in one click, and votes."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from ludex.core.language.errors import LudexError
from ludex.games.cards import CardGame
from ludex.lab.archive import Creature
from ludex.lab.run_folder import PROGRESS, Progress, load, load_progress
from ludex.lab.styles import style_of
from ludex.lab.votes import Answer, Votes
from ludex.table.app.auth import base_of, host_of, set_token_cookie
from ludex.table.app.genomes import take_genome
from ludex.table.app.guard import Handler, guarded, server_of
from ludex.table.app.pages import WITH_FORMS
from ludex.table.app.request_body import read_body
from ludex.table.app.root import at
from ludex.table.app.templates import render
from ludex.table.room.refused import Refused
from ludex.table.server.bodies import NewSeat, NewTable
from ludex.table.server.origin import Origin
from ludex.table.server.table_server import TableServer
from ludex.table.store.errors import StoreError

ALONE = {
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    "cache-control": "no-cache",
}
"""Headers for a report, which brings its own styles and nothing else."""
BOT = "careful"


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

    def routes(self) -> list[Route]:
        """Return the routes of all pages."""
        return [
            Route("/lab", _page(self.list_runs), methods=["GET"]),
            Route("/lab/{run}", _page(self.show_run), methods=["GET"]),
            Route("/lab/{run}/report.html", _page(self.report), methods=["GET"]),
            Route("/lab/{run}/play/{game}", _page(self.play), methods=["POST"]),
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
        genome = next((one.genome for one in _games(path) if one.genome.name == wanted), None)
        if genome is None:
            raise Refused(404, "no-game", "There is no such game in this run.")
        server = server_of(request)
        server.limits.post_genome(host_of(request), server.clock.now())
        checked = await take_genome(server, genome.to_json(), host_of(request))
        assert checked.name is not None, "a game that was measured is a game"
        bots = (checked.seats or genome.seats[0]) - 1
        seats = (NewSeat(name="Guest"), *(NewSeat(kind="bot", bot=BOT) for _ in range(bots)))
        made = await server.create(NewTable(checked.name, seats), host_of(request), base_of(request))
        Votes(path).begin(made.id, wanted)
        server.opened_from[made.id] = _origin(name, made.id)
        response = RedirectResponse(at(f"/tables/{made.id}"), 303)
        for token in {seat.token for seat in made.seats if seat.token}:
            set_token_cookie(response, token, base_of(request).startswith("https:"))
        return response

    async def vote(self, request: Request) -> Response:
        """`POST /lab/{run}/vote/{table}` with `answer=again` or `answer=enough`."""
        name, path = self._run(request)
        table, votes = request.path_params["table"], Votes(path)
        body = (await read_body(request))[:100].decode("utf-8", "replace")
        answer = body.removeprefix("answer=")
        if table not in votes.tables or answer not in ("again", "enough"):
            raise Refused(422, "no-vote", "A vote is `again` or `enough`, for a table that was opened from this run.")
        votes.answer(table, cast(Answer, answer))
        return RedirectResponse(at(f"/lab/{name}"), 303)


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
