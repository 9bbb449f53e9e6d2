"""Reviews of finished games: computed once, off the event loop, and stored for later visitors."""

from __future__ import annotations

import asyncio
import logging
import os
from typing import TYPE_CHECKING, Any

import msgspec

from ludex.core.language.errors import LudexError
from ludex.core.play.table import Table
from ludex.core.show.page import Seating
from ludex.players.review import NotOver, Review, ReviewSettings, review
from ludex.players.review.chart import draw_chart, legend
from ludex.players.review.report import KINDS, describe
from ludex.table.room.refused import Refused
from ludex.table.room.room import Room
from ludex.table.room.state import TableState
from ludex.table.server.bodies import ReviewAnswer, ReviewMoment, ReviewPage

if TYPE_CHECKING:
    from ludex.table.server.table_server import TableServer

KIND = "review"
"""The kind of the documents that contain reviews."""
SECONDS = 40.0
"""The time for a review, in seconds."""

_log = logging.getLogger("ludex.table")


class Stored(msgspec.Struct, frozen=True):
    """A review as it is stored, with the digest of the game: it is not valid for a game that was continued."""

    digest: str
    review: Review


class Working:
    """A review that is being computed."""

    def __init__(self, digest: str) -> None:
        self.digest = digest
        self.done = 0.0
        self.task: asyncio.Task[None] | None = None

    def tell(self, done: float) -> None:
        """Note the share that is done. Called from the threads that compute it."""
        self.done = done


class Reviews:
    """The reviews of one server process."""

    def __init__(self, server: TableServer) -> None:
        self._server = server
        self._working: dict[str, Working] = {}
        cores = max(1, (os.cpu_count() or 1) // 2)
        self.settings = ReviewSettings(seconds=SECONDS, cores=cores)

    async def find(self, room: Room, form: str) -> ReviewAnswer:
        """Return the review of a table, or how far it is. Refuse games that are not over."""
        async with room.reading() as state:
            digest = expect_open(state).digest
            names = state.names
        working = self._working.get(room.id)
        if working is not None and working.digest == digest:
            return ReviewAnswer("working", round(working.done, 3))
        found = await self._stored(room.id, digest)
        if found is None:
            return ReviewAnswer("none", 0.0)
        if form == "page":
            return ReviewAnswer("done", 1.0, page=page_of(found, Seating(names)))
        return ReviewAnswer("done", 1.0, review=found)

    async def start(self, room: Room, host: str, form: str) -> ReviewAnswer:
        """Begin the review of a table unless there is one, and return how far it is."""
        found = await self.find(room, form)
        if found.status != "none":
            return found
        async with room.reading() as state:
            table = expect_open(state)
            digest = table.digest
        if room.id not in self._working:
            self._server.limits.review(host, self._server.clock.now())
            working = self._working[room.id] = Working(digest)
            working.task = asyncio.create_task(self._work(room.id, table, host, working))
            working.task.add_done_callback(_retrieve)
            await asyncio.wait({working.task}, timeout=0)
            if working.task.done():
                working.task.result()
        return await self.find(room, form)

    async def _work(self, table: str, played: Table[Any], host: str, working: Working) -> None:
        """Compute a review, and store it. A refusal before it begins is that of the request."""
        try:
            made = await self._server.workers.reviews.run(host, compute, played, self.settings, working.tell)
            data = msgspec.json.encode(Stored(working.digest, made))
            await self._server.store.put(KIND, table, data)
        except Refused:
            raise
        except Exception as error:
            _log.error("table %s: a review failed", table, exc_info=error)
        finally:
            del self._working[table]

    async def _stored(self, table: str, digest: str) -> Review | None:
        data = await self._server.store.get(KIND, table)
        if data is None:
            return None
        try:
            found = msgspec.json.decode(data, type=Stored)
        except msgspec.MsgspecError:  # written by another version
            return None
        return found.review if found.digest == digest else None

    async def forget(self, tables: tuple[str, ...]) -> None:
        """Remove the reviews of tables that were deleted."""
        for table in tables:
            await self._server.store.remove(KIND, table)

    async def close(self) -> None:
        """Wait for the tasks of reviews, which end as soon as their pool is closed."""
        tasks = [one.task for one in self._working.values() if one.task is not None]
        await asyncio.gather(*tasks, return_exceptions=True)


def _retrieve(task: asyncio.Task[None]) -> None:
    """Take the exception of a task whose request may be answered already."""
    if not task.cancelled():
        task.exception()


def expect_open(state: TableState) -> Table[Any]:
    """Return the table of a game that is over and has no secrets. Refuse other games."""
    if state.table is None:
        raise Refused(409, "not-dealt", "The game has not begun.")
    if not state.over or not state.table.open:
        raise Refused(409, "not-over", "The review is available once the game is over.")
    return state.table


def compute(table: Table[Any], settings: ReviewSettings, tell: Any) -> Review:
    """Review a table, in a thread."""
    try:
        return review(table.history, settings, game=table.game, progress=tell)
    except NotOver:
        raise Refused(409, "not-over", "The review is available once the game is over.") from None
    except LudexError as error:
        raise Refused(409, "no-review", f"This game cannot be reviewed: {error}") from None


def page_of(found: Review, seating: Seating) -> ReviewPage:
    """Return a review as HTML, with the names of the players."""
    moments = tuple(
        ReviewMoment(
            number=moment.number,
            before=moment.before,
            seat=moment.seat,
            label=f"{KINDS[moment.kind]} at move {moment.number}: {seating.name(moment.seat)}",
            html=str(describe(moment, seating)),
        )
        for moment in found.moments
    )
    about = f"Based on {found.playouts:,} games played out by the bot {found.bot}, at {found.decisions} choices."
    return ReviewPage(str(draw_chart(found, seating)), str(legend(found, seating)), moments, about)
