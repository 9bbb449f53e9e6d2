"""The hall: all tables of one server process, those in memory and those asleep in the store."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import SystemRandom
from typing import Any

import msgspec
from starlette.routing import Route

from ludex.core.errors import BadSetting, LudexError
from ludex.core.fairness import commitment
from ludex.core.game import Game
from ludex.players.names import bot_name
from ludex.table import acts
from ludex.table import rows as said
from ludex.table.games import Games, expect_bot, make_bot
from ludex.table.limits import Limits
from ludex.table.matching import Matching
from ludex.table.metrics import Metrics
from ludex.table.notices import Notices
from ludex.table.origin import Origin
from ludex.table.refused import Refused, refusal_of
from ludex.table.room import Room
from ludex.table.rows import ClockRules, Made, Payload, SeatPlan, write_payload
from ludex.table.snapshot import restore_snapshot, take_snapshot
from ludex.table.state import TableState
from ludex.table.store import Header, Row, Store
from ludex.table.store.pruning import DAY
from ludex.table.tokens import hashed, is_id, new_id, new_secret
from ludex.table.watch import SystemWatch, Watch
from ludex.table.wire import NewTable, SeatMade, SeatWish, TableMade

GENOME = "genome-"
"""How the names of genomes begin that people posted."""
SWEEP = 2.0
"""Seconds between two rounds: renew leases, wake what is due, let sleep what nobody needs."""
DROWSY = 30.0
"""Seconds after which a table that nobody looks at leaves memory."""
SOON = 60.0
"""A table stays awake if something happens by itself within so many seconds."""
MOST_WOKEN = 200
"""Tables that are woken in one round because they are due."""

PRUNE_EVERY = 3600.0
"""Seconds between two looks for tables that are too old."""
MOST_PRUNED = 200
"""Tables that are deleted in one round."""

MANY_ROWS, FEW_ROWS = 128, 16
"""Rows after which a snapshot is taken: of a live table, and of one that goes to sleep."""

_log = logging.getLogger("ludex.table")


class Hall:
    """All tables of one server process."""

    def __init__(self, store: Store, watch: Watch | None = None, limits: Limits | None = None) -> None:
        self.store = store
        self.watch: Watch = watch or SystemWatch()
        self.limits = limits or Limits()
        self.metrics = Metrics()
        self.games = Games()
        self.rooms: dict[str, Room] = {}
        self.closing = False
        self.sockets = 0
        self.origins: frozenset[str] = frozenset()
        """Other addresses whose pages may use this server."""
        self.local_webhooks = False
        self.keep_days: float | None = None
        """After how many days a table is deleted at which nothing happens. None: never."""
        self._prune_at = 0.0
        self.more_routes: tuple[Route, ...] = ()
        """Pages that others bring, such as the lab's."""
        self.opened_from: dict[str, Origin] = {}
        """For tables that others opened, such as the lab: the way back to them, and what they ask at the end."""
        self.pool = ThreadPoolExecutor(4, "ludex bot")
        self._waking: dict[str, asyncio.Future[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._soon: list[Callable[[], None]] = []
        self._delivery: asyncio.Task[Any] | None = None
        self._sweeper: asyncio.Task[None] | None = None
        self.notices = Notices(self)
        self.matching = Matching(self)

    async def open(self, sweep: bool = True) -> None:
        """Open the store, and begin the rounds."""
        await self.store.open()
        self.store.on_rows(self._others_wrote)
        if sweep:
            self._sweeper = asyncio.get_running_loop().create_task(self._sweep_for_ever())

    async def close(self) -> None:
        """Stop everything; tables go on when a server starts again, here or elsewhere."""
        self.closing = True
        if self._sweeper is not None:
            self._sweeper.cancel()
            await asyncio.gather(self._sweeper, return_exceptions=True)
        for room in self.rooms.values():
            room.stop("restart")
        for room in list(self.rooms.values()):
            await room.settle()
            await self._put_away(room)
        if self._tasks:
            await asyncio.wait(set(self._tasks))
        self.pool.shutdown(wait=True, cancel_futures=True)
        await self.store.close()

    # Making tables

    async def create(self, wish: NewTable, host: str = "", base: str = "") -> TableMade:
        """Make a table, and answer with the tokens of its seats, which nobody is told again."""
        self.limits.make_table(host, self.watch.now())
        definition = await self.genome(wish.game)
        game = self.games.of(wish.game, definition)
        if not wish.sandbox and wish.position is not None:
            raise Refused(409, "sandbox-only", "Only a sandbox starts from a position.")
        settings = check_table(game, wish)
        plans, made = plan_seats(game, wish)
        header = Header(
            id=new_id(),
            game=wish.game,
            definition=definition,
            settings=msgspec.json.encode(settings),
            seats=len(plans),
            seed=secrets.token_bytes(32),
            clock=msgspec.json.encode(wish.clock or ClockRules()),
            public=wish.public,
            created=self.watch.now(),
            host=host,
        )
        people = len({plan.token for plan in plans if plan.kind == "person"})
        first = Made(
            version=game.version,
            seats=plans,
            undo="free" if wish.sandbox else wish.undo,
            pace=wish.pace,
            hints=(wish.sandbox or people <= 1) if wish.hints is None else wish.hints,
            press=wish.press,
            sandbox=wish.sandbox,
            position=wish.position,
        )
        return await self.found(header, game, first, made, base)

    async def found(
        self, header: Header, game: Game[Any, Any], first: Made, made: Sequence[SeatMade], base: str = ""
    ) -> TableMade:
        """Store a new table and open its room."""
        state = TableState(header, game)
        row = Row(header.id, 1, first.kind, write_payload(first), header.created)
        try:
            state.apply(1, first, header.created)
        except LudexError as error:
            raise refusal_of(error) from None
        room = Room(self, state)
        await self.store.create(header, [row], room.listing())
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
        """Make the table at which the same people play again, once all of them wish it."""
        state = room.state
        if not acts.rematch_agreed(state):
            return None
        plans = tuple(SeatPlan(s.kind, s.name, s.bot, s.token) for s in state.seats)  # type: ignore[arg-type]  # as read
        header = msgspec.structs.replace(
            state.header, id=new_id(), seed=secrets.token_bytes(32), created=self.watch.now()
        )
        first = msgspec.structs.replace(state.made, seats=plans, position=None, before=state.header.id)

        def follow(state: TableState) -> list[Payload]:
            return [said.Followed(header.id)] if acts.rematch_agreed(state) else []

        await self.found(header, state.game, first, ())
        await room.act(follow)
        return room.state.follower

    async def keep_genome(self, definition: bytes) -> str:
        """Store a genome under a name made of its contents."""
        name = GENOME + hashlib.sha256(definition).hexdigest()[:20]
        await self.store.put("genome", name, definition)
        return name

    async def genome(self, name: str) -> bytes | None:
        """The definition of a genome that somebody posted, by the name it was given; None for other names."""
        if not name.startswith(GENOME):
            return None
        definition = await self.store.get("genome", name)
        if definition is None:
            raise Refused(404, "no-game", f"There is no genome {name!r}: post it first.")
        return definition

    async def find_game(self, name: str) -> Game[Any, Any]:
        """A game by its name: an installed one, or a genome."""
        return self.games.of(name, await self.genome(name))

    # Rooms

    async def room(self, table: str) -> Room:
        """A live table, woken if it sleeps."""
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
            waking.add_done_callback(lambda _: self._waking.pop(table, None))
        return await asyncio.shield(waking)

    def live(self, room: Room) -> Room:
        """The room in which a table lives now: whoever still holds one that was put away goes on in this."""
        return self.rooms.setdefault(room.id, room)

    async def _wake(self, table: str) -> Room:
        kept = table in await self.store.keep([table])  # before it is read: what somebody keeps is not deleted
        state = await self.load(table)
        if state is None:
            raise Refused(404, "no-table", "There is no such table.")
        room = self.live(Room(self, state))
        if kept and (lost := self.notices.due(room, 0)):
            await self.store.post(lost)  # if a crash came between; what was posted before is ignored
        self._take_in(room, kept)
        self.metrics.add("tables_woken")
        return room

    def _take_in(self, room: Room, kept: bool) -> None:
        room.kept = kept
        room.schedule()

    async def load(self, table: str) -> TableState | None:
        """A table as it is stored."""
        saved = await self.store.load(table)
        if saved is None:
            return None
        game = self.games.of(saved.header.game, saved.header.definition)
        state, rows = TableState(saved.header, game), saved.rows
        if saved.snapshot is not None and not restore_snapshot(state, saved.snapshot[1]):
            state, rows = TableState(saved.header, game), await self.store.rows(table)
        for row in rows:
            if row.number > state.number:
                state.apply_row(row)
        if state.made.version != game.version:
            _log.error("table %s was begun with other rules of %s", table, game.name)
            raise Refused(409, "other-rules", f"This table was begun with other rules of {game.title}.")
        return state

    def _others_wrote(self, table: str, number: int) -> None:
        room = self.rooms.get(table)
        if room is not None and number > room.state.number and not self.closing:
            self.start(room.follow(number))

    def soon(self, call: Callable[[], None]) -> None:
        """Call something when everything else that happens now has happened: many calls are one turn of the loop."""
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
        """Do something beside."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("work beside failed: %s: %s", type(error).__name__, error)

    async def _sweep_for_ever(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self.sweep()
            except Exception as error:
                _log.error("a round failed: %s: %s", type(error).__name__, error)

    async def sweep(self) -> None:
        """One round: renew leases, wake what is due, let sleep what nobody needs."""
        now = self.watch.now()
        ours = await self.store.keep(list(self.rooms))
        for room in list(self.rooms.values()):
            kept = room.id in ours
            if kept != room.kept:
                room.kept = kept
                room.schedule()
        for table in await self.store.due(now, MOST_WOKEN):
            if table not in self.rooms:
                with contextlib.suppress(Refused):  # one that cannot be woken must not keep the others from it
                    await self.room(table)
        elsewhere = await self.store.meet({room.id: room.looking for room in self.rooms.values()})
        for table, seats in elsewhere.items():
            if table in self.rooms:
                self.rooms[table].learn_elsewhere(seats)
        for room in list(self.rooms.values()):
            due = room.due
            if room.idle and now - room.awake_since > DROWSY and (due is None or due > now + SOON):
                await self._put_away(room)
        await self._prune(now)
        self.limits.forget(now)
        if self._delivery is None or self._delivery.done():
            self._delivery = self.start(self.notices.deliver())

    async def _prune(self, now: float) -> None:
        """Delete old tables, some in a round, until there are none left for an hour."""
        if self.keep_days is None or now < self._prune_at:
            return
        gone = await self.store.prune(now - self.keep_days * DAY, MOST_PRUNED)
        self.metrics.add("tables_deleted", len(gone))
        if len(gone) < MOST_PRUNED:
            self._prune_at = now + PRUNE_EVERY

    async def _put_away(self, room: Room) -> None:
        """Let a table sleep: it costs a row in the store, and no memory."""
        room.stop()
        self.rooms.pop(room.id, None)
        if room.state.number - room.snapshot_at > FEW_ROWS:
            await self.keep_snapshot(room)
        listing = room.listing()
        await self.store.set_listing(room.id, listing.status, listing.summary, listing.due)
        await self.store.release([room.id])

    async def keep_snapshot(self, room: Room) -> None:
        """Store a snapshot of a room."""
        async with room.reading() as state:
            data, number = take_snapshot(state), state.number
        room.snapshot_at = number
        await self.store.keep_snapshot(room.id, number, data)

    # What rooms ask of the hall

    def make_bot(self, game: Game[Any, Any], name: str) -> Any:
        """A bot with dice of its own."""
        return make_bot(game, name, secrets.randbits(62))

    def told(self, room: Room, payloads: Sequence[Payload]) -> None:
        """Rows of a room are saved: count them, and do what follows from them."""
        for payload in payloads:
            self.metrics.add("rows", kind=payload.kind)
        if room.state.number - room.snapshot_at >= MANY_ROWS and not self.closing:
            room.snapshot_at = room.state.number
            self.start(self.keep_snapshot(room))


def check_table(game: Game[Any, Any], wish: NewTable) -> dict[str, Any]:
    """The settings of a table that can be made, in full."""
    try:
        if wish.position is not None:
            found = game.position(wish.position)
            if found.seats != len(wish.seats):
                raise BadSetting(f"the position is for {found.seats} seats, not {len(wish.seats)}")
            settings = found.settings
        else:
            settings = game.read_settings(wish.settings)
            game.template(len(wish.seats), settings)
    except LudexError as error:
        raise Refused(409, "bad-setting", str(error)) from None
    data: dict[str, Any] = msgspec.to_builtins(settings)
    return data


def plan_seats(game: Game[Any, Any], wish: NewTable) -> tuple[tuple[SeatPlan, ...], list[SeatMade]]:
    """The seats of a new table: plans with hashed secrets, and what the maker is told, with the secrets."""
    dice = SystemRandom()
    plans: list[SeatPlan] = []
    made: list[SeatMade] = []
    shared = new_secret() if wish.sandbox else None
    for number, seat in enumerate(wish.seats):
        name = acts.unlike(acts.readable(seat.name), [plan.name for plan in plans])
        if seat.kind == "bot":
            bot = expect_bot(game, seat.bot or list(game.bot_slots)[-1])
            name = name or bot_name([plan.name for plan in plans], dice)
            plans.append(SeatPlan("bot", name, bot))
            made.append(SeatMade(number, "bot", name))
            continue
        secret = shared or _secret_of(seat, made, number)
        plans.append(SeatPlan("person", name, "", hashed(secret)))
        made.append(SeatMade(number, "person", name, secret))
    return tuple(plans), made


def _secret_of(seat: SeatWish, made: list[SeatMade], number: int) -> str:
    """A new secret, or that of the seat before whose person plays this one too."""
    if seat.same_as is None:
        return new_secret()
    if seat.same_as >= number or made[seat.same_as].token is None:
        raise Refused(
            409, "same-as", f"Seat {number} is played with seat {seat.same_as}, which is not a person's before it."
        )
    return made[seat.same_as].token or ""
