"""All tables of one server process: those in memory, and those asleep in the store."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import secrets
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlsplit

import msgspec

from ludex.core.game.game import Game
from ludex.core.language.errors import LudexError, is_harmless
from ludex.core.language.fairness import commitment
from ludex.core.play.table import Table
from ludex.table.room import actions
from ludex.table.room.clock import Clock, SystemClock
from ludex.table.room.owners import been_at, owned_seats
from ludex.table.room.refused import OtherRules, Refused, put_aside, refusal_of
from ludex.table.room.room import Room
from ludex.table.room.rows import ClockRules, Followed, Made, Payload, write_payload
from ludex.table.room.snapshot import take_snapshot
from ludex.table.room.state import TableState
from ludex.table.server.bodies import NewTable, SeatMade, TableMade
from ludex.table.server.failures import Failures
from ludex.table.server.games import Games, make_bot
from ludex.table.server.health import Health
from ludex.table.server.limits import Limits
from ludex.table.server.mail import SITE, BadMailServer, Mailer, read_mail_server, read_site
from ludex.table.server.matching import Matching
from ludex.table.server.memory import release_memory
from ludex.table.server.metrics import Metrics
from ludex.table.server.new_tables import check_table, expect_rateable, plan_rematch, plan_seats
from ludex.table.server.notices import Notices
from ludex.table.server.origin import Origin
from ludex.table.server.passkeys import Passkeys
from ludex.table.server.persons import Persons
from ludex.table.server.ratings import Ratings
from ludex.table.server.rebuild import rebuild
from ludex.table.server.reviews import Reviews
from ludex.table.server.tokens import is_id, new_id
from ludex.table.server.workers import Pool, Workers
from ludex.table.store import Header, Row, Saved, Store
from ludex.table.store.errors import StoreError
from ludex.table.store.pruning import DAY

GENOME = "genome-"
"""The prefix of the names of genomes that clients posted."""
SWEEP = 2.0
"""Seconds between two rounds, which renew leases, wake tables that are due, and put idle tables to sleep."""
DROWSY = 30.0
"""Seconds after which a table without viewers leaves memory."""
STOP_WITHIN = 10.0
"""Seconds in which a server that stops puts its tables away."""
SOON = 60.0
"""A table stays awake if something is due at it within this number of seconds."""
MOST_WOKEN = 200
"""Tables that are woken in one round because they are due."""

TIDY_EVERY = 60.0
"""Least seconds between two times that memory is returned to the system."""
PRUNE_EVERY = 3600.0
"""Seconds between two searches for tables that are too old."""
MOST_PRUNED = 200
"""Tables that are deleted in one round."""

LONG_GAME = 2_000
"""Steps in a log after which a snapshot is made in a thread."""
MANY_ROWS, FEW_ROWS = 128, 16
"""Rows after which a snapshot is taken: of a live table, and of one that is put to sleep."""

_log = logging.getLogger("ludex.table")


class TableServer:
    """All tables of one server process."""

    def __init__(self, store: Store, clock: Clock | None = None, limits: Limits | None = None) -> None:
        self.store = store
        self.clock: Clock = clock or SystemClock()
        self.limits = limits or Limits()
        self.metrics = Metrics()
        self.games = Games()
        self.health = Health(store)
        self.rooms: dict[str, Room] = {}
        self.closing = False
        self.sockets = 0
        self.origins: frozenset[str] = frozenset()
        """Further addresses whose pages may use this server."""
        self.metrics_token: str | None = None
        """The secret that a client must send to read the metrics. None: no secret is needed."""
        self.serves_metrics = False
        self.operator_token: str | None = None
        """The secret that opens the operator's page. None: there is no such page."""
        self.local_webhooks = False
        self.public_url = ""
        """The address of this site in messages, without a slash at its end."""
        self.keep_days: float | None = None
        """Days without activity after which a table is deleted. None: never."""
        self._prune_at = self._tidy_at = 0.0
        self._slept = 0
        self.more_routes: tuple[Any, ...] = ()
        """Additional routes of the app, such as those of the lab."""
        self.opened_from: dict[str, Origin] = {}
        """For tables that another part opened, such as the lab: the link back to it, and its question at the end."""
        self.workers = Workers()
        self.failures = Failures(self)
        self.reviews = Reviews(self)
        self._waking: dict[str, asyncio.Future[Room]] = {}
        self._missed: dict[str, int] = {}
        """For tables that are being woken: the last row that another process has written in the meantime."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._soon: list[Callable[[], None]] = []
        self._sweeper: asyncio.Task[None] | None = None
        self.notices = Notices(self)
        self.matching = Matching(self)
        self.persons = Persons(self)
        self.passkeys = Passkeys(self)
        self.ratings = Ratings(self)

    async def open(self, sweep: bool = True) -> None:
        """Open the store, and begin the rounds."""
        await self.store.open()
        self.store.on_rows(self._others_wrote)
        await self.notices.open()
        if sweep:
            self._sweeper = asyncio.get_running_loop().create_task(self._sweep_for_ever())

    async def close(self) -> None:
        """Stop everything. Tables continue when a server starts again, here or elsewhere."""
        self.closing = True
        if self._sweeper is not None:
            self._sweeper.cancel()
            await asyncio.gather(self._sweeper, return_exceptions=True)
        self.workers.stop_thinking()
        await self.reviews.close()
        for room in self.rooms.values():
            room.stop("restart")
        try:
            async with asyncio.timeout(STOP_WITHIN):
                await self._put_all_away()
        except TimeoutError:  # every move is saved already; the leases end soon
            _log.warning("stopped before all tables were closed")
        self.workers.close()
        await self.store.close()

    async def _put_all_away(self) -> None:
        for room in list(self.rooms.values()):
            await room.settle()
            try:
                await self._put_away(room)
            except (StoreError, Refused) as error:
                _log.error("table %s could not be closed: %s", room.id, error)
        await self.notices.close()
        if self._tasks:
            await asyncio.wait(set(self._tasks))

    # Making tables

    async def create(
        self, wanted: NewTable, host: str = "", base: str = "", owner: str = "", mine: Sequence[int] = ()
    ) -> TableMade:
        """Make a table, and return the tokens of its seats, which are not shown again.

        `owner` is the mark of the person who makes it, and `mine` are their seats. In a sandbox, all seats are theirs.
        """
        self.limits.make_table(host, self.clock.now())
        definition = await self.genome(wanted.game)
        if not wanted.sandbox and wanted.position is not None:
            raise Refused(409, "sandbox-only", "Only a sandbox can start from a position.")
        expect_rateable(wanted)
        pool = self.workers.tables if wanted.position is None else self.workers.checks
        game, settings, plans, made = await pool.run(host, self._plan, wanted, definition)
        if owner:
            theirs = range(len(plans)) if wanted.sandbox else mine
            plans = tuple(
                msgspec.structs.replace(plan, owner=owner) if number in theirs else plan
                for number, plan in enumerate(plans)
            )
        header = Header(
            id=new_id(),
            game=wanted.game,
            definition=definition,
            settings=msgspec.json.encode(settings),
            seats=len(plans),
            seed=secrets.token_bytes(32),
            clock=msgspec.json.encode(wanted.clock or ClockRules()),
            public=wanted.public,
            created=self.clock.now(),
            host=host,
        )
        people = len({plan.token for plan in plans if plan.kind == "person"})
        first = Made(
            version=game.version,
            seats=plans,
            undo="free" if wanted.sandbox else wanted.undo,
            pace=wanted.pace,
            hints=(wanted.sandbox or (people <= 1 and not wanted.rated)) if wanted.hints is None else wanted.hints,
            press=wanted.press,
            anonymous=wanted.anonymous,
            sandbox=wanted.sandbox,
            position=wanted.position,
            on_leave=wanted.on_leave,
            rated=wanted.rated,
            secret_draws=wanted.secret_draws,
        )
        return await self.found(header, game, first, made, base, pool, maker=owner)

    def _plan(self, wanted: NewTable, definition: bytes | None) -> tuple[Any, ...]:
        """Find, in a thread, the game of a new table, and plan its settings and seats."""
        game = self.games.of(wanted.game, definition)
        settings = check_table(game, wanted)
        self.games.prepare(game, len(wanted.seats))
        return game, settings, *plan_seats(game, wanted)

    async def found(
        self,
        header: Header,
        game: Game[Any, Any],
        first: Made,
        made: Sequence[SeatMade],
        base: str = "",
        pool: Pool | None = None,
        dealt: Table[Any] | None = None,
        maker: str = "",
    ) -> TableMade:
        """Store a new table and open its room. `dealt` is the table of its history, if the caller has it already.

        `maker` is the mark of the person who makes it, if known.
        """
        row = Row(header.id, 1, first.kind, write_payload(first), header.created)
        state, snapshot = await (pool or self.workers.tables).run(header.host, _begun, header, game, first, dealt)
        room = Room(self, state)
        made_by = [been_at(header.id, maker, header.created)] if maker else []
        await self.store.create(header, [row], room.listing(), [*owned_seats(state, [first]), *made_by])
        if snapshot is not None:
            await self.store.keep_snapshot(header.id, 1, snapshot)
        room = self.live(room)
        self._take_in(room, room.id in await self.store.keep([room.id]))
        self.metrics.add("tables_made")
        seats = tuple(
            msgspec.structs.replace(
                seat,
                token=f"{header.id}.{seat.token}" if seat.token else None,
                link=f"{base}/join/{header.id}.{seat.token}" if seat.token else None,
            )
            for seat in made
        )
        return TableMade(header.id, f"{base}/tables/{header.id}", commitment(header.seed), seats)

    async def rematch(self, room: Room) -> str | None:
        """Make the table for a rematch once all persons have agreed to it. Returns its identifier."""
        state = room.state
        if not actions.rematch_agreed(state):
            return None
        plans = plan_rematch(state)
        header = msgspec.structs.replace(
            state.header, id=new_id(), seed=secrets.token_bytes(32), created=self.clock.now()
        )
        first = msgspec.structs.replace(state.made, seats=plans, position=None, history=None, before=state.header.id)

        def follow(state: TableState) -> list[Payload]:
            return [Followed(header.id)] if actions.rematch_agreed(state) else []

        await self.found(header, state.game, first, ())
        await room.act(follow)
        return room.state.follower

    async def keep_genome(self, definition: bytes) -> str:
        """Store a genome under a name made of its contents."""
        name = GENOME + hashlib.sha256(definition).hexdigest()[:20]
        await self.store.put("genome", name, definition)
        return name

    async def genome(self, name: str) -> bytes | None:
        """Return the definition of a genome by the name that it got when it was posted; None for other names."""
        if not name.startswith(GENOME):
            return None
        definition = await self.store.get("genome", name) if is_harmless(name) else None
        if definition is None:
            raise Refused(404, "no-game", f"There is no genome {name!r}. Post it first.")
        return definition

    async def find_game(self, name: str) -> Game[Any, Any]:
        """Return a game by its name: an installed one, or a genome."""
        definition = await self.genome(name)
        if definition is None:
            return self.games.named(name)
        return await self.workers.tables.run(name, self.games.defined, definition)

    # Rooms

    async def room(self, table: str) -> Room:
        """Return a live table. It is woken if it sleeps."""
        found = self.rooms.get(table)
        if found is not None:
            return found
        if not is_id(table):
            raise Refused(404, "no-table", "There is no such table.")
        if self.closing:
            raise Refused(503, "closing", "The server is about to stop. Try again in a moment.")
        waking = self._waking.get(table)
        if waking is None:
            waking = self._waking[table] = asyncio.ensure_future(self._wake(table))
            waking.add_done_callback(lambda _: self._awake(table))
        return await asyncio.shield(waking)

    def _awake(self, table: str) -> None:
        self._waking.pop(table, None)
        self._missed.pop(table, None)

    def live(self, room: Room) -> Room:
        """Return the room in which a table lives now, for callers that may hold one that was put away."""
        if room.ended:
            raise put_aside(room.id)
        return self.rooms.setdefault(room.id, room)

    async def _wake(self, table: str) -> Room:
        failed = await self.failures.failure(table)
        kept = table in await self.store.keep([table])  # before it is read: a leased table is not deleted
        try:
            state = await self.load(table)
        except Refused:
            await self.store.release([table])
            raise
        if state is None:
            raise Refused(404, "no-table", "There is no such table.")
        if failed is not None:
            await self.failures.forget(table)
        room = self.live(Room(self, state))
        await room.follow(self._missed.pop(table, 0))
        if kept and (lost := self.notices.due(room, 0)):
            await self.store.post(lost)  # if a crash came between; what was posted before is ignored
        self._take_in(room, kept)
        self.metrics.add("tables_woken")
        return room

    def _take_in(self, room: Room, kept: bool) -> None:
        room.leased = kept
        room.scheduler.schedule()

    async def load(self, table: str) -> TableState | None:
        """Return the state of a stored table."""
        saved = await self.store.load(table)
        if saved is None:
            return None
        try:
            return await self._rebuild(saved)
        except StoreError:
            raise
        except Refused as refused:
            if isinstance(refused, OtherRules) or refused.code == "no-game":
                await self.failures.silence(saved)
            raise
        except Exception as error:
            raise await self._note(saved, "waking", error) from None

    async def _rebuild(self, saved: Saved) -> TableState:
        """Rebuild the state of a table in a thread: from its snapshot, or else from all its rows."""
        host, run = saved.header.host, self.workers.tables.run
        state = await run(host, rebuild, self.games, saved)
        if state is None:
            rows = await self.store.rows(saved.header.id)
            state = await run(host, rebuild, self.games, msgspec.structs.replace(saved, snapshot=None, rows=rows))
        assert state is not None
        return state

    async def put_aside(self, room: Room, what: str, error: BaseException) -> None:
        """Count a failure of a live table; after the third it leaves memory."""
        saved = await self.store.load(room.id)
        if saved is not None:
            await self._note(saved, what, error)

    async def _note(self, saved: Saved, what: str, error: BaseException) -> Refused:
        """Count a failure, and end the room of a table that is put aside. Returns the refusal."""
        refused = await self.failures.note(saved, what, error)
        if refused.code == "put-aside" and (room := self.rooms.pop(saved.header.id, None)) is not None:
            room.ended = True
            room.stop()
            await self.store.release([room.id])
        return refused

    def _others_wrote(self, table: str, number: int) -> None:
        room = self.rooms.get(table)
        if room is None and table in self._waking:
            self._missed[table] = number
        elif room is not None and number > room.state.number and not self.closing:
            self.start(room.follow(number))

    def soon(self, call: Callable[[], None]) -> None:
        """Call a function after everything that is due in this turn of the loop. Many calls share one turn."""
        if not self._soon:
            asyncio.get_running_loop().call_soon(self._call_all)
        self._soon.append(call)

    def _call_all(self) -> None:
        calls, self._soon = self._soon, []
        for call in calls:
            try:
                call()
            except Exception as error:
                _log.error("something failed: %s: %s", type(error).__name__, error, exc_info=error)

    def start(self, work: Any) -> asyncio.Task[Any]:
        """Start work in the background."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("background work failed: %s: %s", type(error).__name__, error)

    async def _sweep_for_ever(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self.sweep()
            except Exception as error:
                _log.error("a round failed: %s: %s", type(error).__name__, error)

    async def sweep(self) -> None:
        """Do one round: renew leases, wake tables that are due, and put idle tables to sleep."""
        now = self.clock.now()
        ours = await self.store.keep(list(self.rooms))
        for room in list(self.rooms.values()):
            kept = room.id in ours
            if kept != room.leased:
                room.leased = kept
                room.scheduler.schedule()
        for table in await self.store.due(now, MOST_WOKEN):
            if table not in self.rooms:
                with contextlib.suppress(Refused):  # a table that cannot be woken must not prevent waking the others
                    await self.room(table)
        elsewhere = await self.store.meet({room.id: room.viewers.connected for room in self.rooms.values()})
        for table, seats in elsewhere.items():
            if table in self.rooms:
                self.rooms[table].viewers.set_elsewhere(seats)
        slept = 0
        for room in list(self.rooms.values()):
            due = room.scheduler.due
            if room.idle and now - room.viewers.gone_since > DROWSY and (due is None or due > now + SOON):
                await self._put_away(room)
                slept += 1
        await self._tidy(now, slept)
        await self.ratings.update()
        await self._prune(now)
        self.limits.forget(now)
        self.workers.forget()
        for room in list(self.rooms.values()):
            await self.notices.turns.post_late(room)
        await self.notices.begin()

    async def _tidy(self, now: float, slept: int) -> None:
        """Return memory to the system after tables have been put to sleep, at most once a minute."""
        self._slept += slept
        if self._slept and now >= self._tidy_at:
            self._slept, self._tidy_at = 0, now + TIDY_EVERY
            await asyncio.to_thread(release_memory)

    async def _prune(self, now: float) -> None:
        """Delete old tables, a limited number per round. When none are left, wait for an hour."""
        if self.keep_days is None or now < self._prune_at:
            return
        gone = await self.store.prune(now - self.keep_days * DAY, MOST_PRUNED)
        await self.reviews.forget(gone)
        self.metrics.add("tables_deleted", len(gone))
        if len(gone) < MOST_PRUNED:
            self._prune_at = now + PRUNE_EVERY

    async def _put_away(self, room: Room) -> None:
        """Put a table to sleep: it then costs a row in the store, and no memory."""
        await self.notices.turns.post_late(room, leaving=True)
        room.stop()
        self.rooms.pop(room.id, None)
        if room.state.number - room.snapshot_at > FEW_ROWS:
            with contextlib.suppress(Refused):  # it costs only time when the table wakes
                await self.keep_snapshot(room)
        listing = room.listing()
        await self.store.set_listing(room.id, listing.status, listing.summary, listing.due)
        await self.store.release([room.id])

    async def keep_snapshot(self, room: Room) -> None:
        """Store a snapshot of a room."""
        async with room.reading() as state:
            long = len(state.steps) > LONG_GAME
            data = await room.off_loop(take_snapshot, state) if long else take_snapshot(state)
            number = state.number
        room.snapshot_at = number
        await self.store.keep_snapshot(room.id, number, data)

    def connect(self, public_url: str | None, smtp: str | None = None, password: str | None = None) -> None:
        """Set the address of this site for links in messages, and the mail server that they are sent through."""
        if public_url is not None:
            self.public_url = read_site(public_url)
        if smtp is not None:
            if not self.public_url:
                raise BadMailServer(f"links in e-mail need the address of this site; add --public-url {SITE}")
            host = urlsplit(self.public_url).hostname or "localhost"
            self.notices.mailer = Mailer(read_mail_server(smtp, password, host))

    @property
    def contact(self) -> str:
        """The address at which push services can reach the operator, or an empty text."""
        if self.notices.mailer is not None:
            return f"mailto:{self.notices.mailer.server.sender}"
        return self.public_url if self.public_url.startswith("https:") else ""

    # Used by rooms

    def make_bot(self, game: Game[Any, Any], name: str) -> Any:
        """Return a bot with a random seed."""
        return make_bot(game, name, secrets.randbits(62))

    def note_saved(self, room: Room, payloads: Sequence[Payload]) -> None:
        """Count the saved rows of a room, and start a snapshot if one is due."""
        for payload in payloads:
            self.metrics.add("rows", kind=payload.kind)
        if room.state.made.rated and room.state.over:
            self.ratings.note(room.state.header.game)
        if room.state.number - room.snapshot_at >= MANY_ROWS and not self.closing:
            room.snapshot_at = room.state.number
            self.start(self.keep_snapshot(room))


def _begun(
    header: Header, game: Game[Any, Any], first: Made, dealt: Table[Any] | None
) -> tuple[TableState, bytes | None]:
    """Return, in a thread, the state of a new table, and a snapshot if its history was replayed for it."""
    state = TableState(header, game, dealt)
    try:
        state.apply(1, first, header.created)
    except LudexError as error:
        raise refusal_of(error) from None
    return state, take_snapshot(state) if first.history is not None else None
