"""Ratings by choice: of persons, for each game, from the results of tables that were made as rated.

Ratings are the fold of all results in the order of their times, by Plackett and Luce's model as implemented by
openskill. So they can be computed again at any time, and are the same. Bots have a fixed place on the scale.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from ludex.core.language.errors import LudexError
from ludex.table.room.messages import encode
from ludex.table.room.records import PLAYED, RESULT, SEARCH, SERVER, place_of, result_of
from ludex.table.room.refused import Refused
from ludex.table.server.persons import WAS
from ludex.table.server.rebuild import rebuild
from ludex.table.server.tokens import hashed, new_secret
from ludex.table.store import Belonging, Store

if TYPE_CHECKING:
    from ludex.core.game.game import Game
    from ludex.table.server.games import Games
    from ludex.table.server.table_server import TableServer

RATING = "rating"
"""The kind of the belonging, by game and person."""
STRONGEST, SPAN = 25.0, 15.0
"""The rating of the strongest bot of a game, where persons start, and its distance to a bot of no strength."""
CERTAIN = 1.0
"""The uncertainty of the rating of a bot."""
FEW = 5
"""Games below which a rating is shown as provisional."""


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player of a rated game: a person, or a bot with its place among the bots of the game (1: the strongest)."""

    person: str = ""
    bot: str = ""
    place: float = 0.0


class Result(msgspec.Struct, frozen=True):
    """The result of a rated game."""

    game: str
    at: float
    players: tuple[Player, ...]
    ranks: tuple[int, ...]


class Rated(msgspec.Struct, frozen=True):
    """The rating of a person at a game."""

    mu: float
    sigma: float
    games: int


class Ratings:
    """The ratings of a server. They are brought up to date in its rounds, after games have ended."""

    def __init__(self, server: TableServer) -> None:
        self._server = server
        self._changed: set[str] = set()
        self._begun = False

    def note(self, game: str) -> None:
        """Note that a rated game has ended."""
        self._changed.add(game)

    async def update(self) -> None:
        """Compute the ratings of the games with new results. At the first call: of all games."""
        if self._begun and not self._changed:
            return
        changed, self._changed = self._changed, set()
        try:
            results = await read_results(self._server.store)
            wanted = changed if self._begun else {one.game for _, one in results}
            rated = await self._server.workers.tables.run("ratings", fold, [r for r in results if r[1].game in wanted])
            await write_ratings(self._server.store, rated, wanted)
            self._begun = True
        except Exception:
            self._changed |= changed  # the next round tries again
            raise

    async def of(self, mark: str, game: str) -> Rated | None:
        """Return the rating of a person at a game."""
        found = await self._server.store.belonging(RATING, f"{game}.{mark}")
        return msgspec.json.decode(found.data, type=Rated) if found is not None else None

    async def all_of(self, mark: str) -> list[dict[str, Any]]:
        """Return the ratings of a person at all games."""
        found = await self._server.store.belongings(mark, RATING)
        return [
            {"game": one.name.rpartition(".")[0], **shown(msgspec.json.decode(one.data, type=Rated))} for one in found
        ]


def scale_of(game: Game[Any, Any]) -> dict[str, float]:
    """Return the fixed ratings of the bots of a game.

    >>> import ludex
    >>> scale = scale_of(ludex.game("automation"))
    >>> scale["architect"], min(scale.values()) > 10
    (25.0, True)
    """
    places = {bot: place_of(game, bot) for bot in (*game.bots_by_strength, SEARCH)}
    return {bot: points_of(place) for bot, place in places.items() if place is not None}


def points_of(place: float) -> float:
    """Return the rating of a bot at a place among the bots of its game (1: the strongest)."""
    return STRONGEST - SPAN * (1 - place)


def shown(rating: Rated) -> dict[str, Any]:
    """Return a rating as pages show it.

    >>> shown(Rated(27.123, 5.0, 2))
    {'points': 27.1, 'games': 2, 'provisional': True}
    """
    return {"points": round(rating.mu, 1), "games": rating.games, "provisional": rating.games < FEW}


async def read_results(store: Store) -> list[tuple[str, Result]]:
    """Return all results with their tables, in the order of their times."""
    was = {one.name: one.person for one in await store.belongings(None, WAS)}
    stored = await store.belongings(SERVER, RESULT)
    found = [(one.name, with_marks(msgspec.json.decode(one.data, type=Result), was)) for one in stored]
    return sorted(found, key=lambda one: (one[1].at, one[0]))


def fold(results: Sequence[tuple[str, Result]]) -> dict[tuple[str, str], Rated]:
    """Return the ratings of persons by game and person, from results in their order.

    >>> won = Result("spades", 1.0, (Player("ann"), Player(bot="random", place=1.0)), (1, 2))
    >>> rated = fold([("t", won)])
    >>> rated["spades", "ann"].mu > 25, rated["spades", "ann"].games, len(rated)
    (True, 1, 1)
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    new = model.rating()
    known: defaultdict[tuple[str, str], Rated] = defaultdict(lambda: Rated(new.mu, new.sigma, 0))
    for _, result in results:
        teams = []
        for player in result.players:
            if player.person:
                rated = known[result.game, player.person]
                teams.append([model.create_rating([rated.mu, rated.sigma])])
            else:
                teams.append([model.create_rating([points_of(player.place), CERTAIN])])
        after = model.rate(teams, ranks=[float(rank) for rank in result.ranks])
        for player, (one,) in zip(result.players, after, strict=True):
            if player.person:
                before = known[result.game, player.person]
                known[result.game, player.person] = Rated(one.mu, one.sigma, before.games + 1)
    return dict(known)


async def write_ratings(store: Store, rated: dict[tuple[str, str], Rated], games: set[str]) -> list[str]:
    """Store ratings of these games, as far as they have changed; return the names of those."""
    persons = {mark for _, mark in rated}
    old = {one.name: one for one in await store.belongings(None, RATING)}
    alive = {one.name for one in await store.belongings(None, "person")} | {one.person for one in old.values()}
    alive |= {one.person for one in await store.belongings(None, PLAYED)}
    changes = []
    for (game, mark), rating in sorted(rated.items()):
        name, data = f"{game}.{mark}", encode(rating)
        if mark in alive and (name not in old or old[name].data != data):
            changes.append(Belonging(RATING, name, mark, data))
    gone = [one for name, one in old.items() if name.rpartition(".")[0] in games and one.person not in persons]
    await store.own([*changes, *(msgspec.structs.replace(one, person="") for one in gone)])
    return [one.name for one in changes] + [one.name for one in gone]


async def forget_in_results(store: Store, marks: Sequence[str]) -> None:
    """Give a person who is deleted another mark in all results: the ratings of others stay the same."""
    other = dict.fromkeys(marks, f"former {hashed(new_secret())[:16]}")
    changed = []
    for one in await store.belongings(SERVER, RESULT):
        if any(mark.encode() in one.data for mark in marks):
            result = msgspec.json.decode(one.data, type=Result)
            found = with_marks(result, other)
            if found == result:  # two of the marks played there
                found = with_marks(result, {mark: f"{name} {n}" for n, (mark, name) in enumerate(other.items())})
            data = encode(found)
            changed.append(msgspec.structs.replace(one, data=data))
    await store.own(changed)


def with_marks(result: Result, now: Mapping[str, str]) -> Result:
    """Return a result with the present marks of its persons. No person plays against themselves: then nothing changes.

    >>> result = Result("spades", 1.0, (Player("ann"), Player("bo")), (1, 2))
    >>> [player.person for player in with_marks(result, {"ann": "cy"}).players]
    ['cy', 'bo']
    >>> with_marks(result, {"ann": "bo"}) == result
    True
    """
    marks = [now.get(player.person, player.person) for player in result.players]
    persons = [mark for mark in marks if mark]
    if len(persons) != len(set(persons)):
        return result
    players = (msgspec.structs.replace(player, person=mark) for player, mark in zip(result.players, marks, strict=True))
    return msgspec.structs.replace(result, players=tuple(players))


class Recomputed(msgspec.Struct, frozen=True):
    """The findings of a recomputation: results checked against the rows of their tables, and ratings that differ."""

    checked: int
    without_rows: int
    """Results whose tables have been deleted, which count as they were stored."""
    wrong_results: tuple[str, ...]
    """Tables whose rows lead to other ranks than their result."""
    wrong_ratings: tuple[str, ...]
    """Ratings that were different, by game and person."""


async def recompute(store: Store, games: Games) -> Recomputed:
    """Compute all ratings again: from the rows of the tables, as far as they are stored."""
    results, checked, gone, wrong = await read_results(store), 0, 0, []
    for table, result in results:
        saved = await store.load(table)
        if saved is None:
            gone += 1
            continue
        rows = await store.rows(table)
        try:
            state = rebuild(games, msgspec.structs.replace(saved, snapshot=None, rows=rows))
            assert state is not None
            found: Any = result_of(state)["ranks"]
        except (LudexError, Refused):
            found = None
        checked += 1
        if found != list(result.ranks):
            wrong.append(table)
    rated = fold(results)
    differing = await write_ratings(store, rated, {one.game for _, one in results})
    return Recomputed(checked, gone, tuple(wrong), tuple(differing))


# Reliability


async def reliability(store: Store, mark: str) -> dict[str, Any]:
    """Return how reliably a person plays at public tables: decisions, the share in time, games, and games left."""
    played = [msgspec.json.decode(one.data) for one in await store.belongings(mark, PLAYED)]
    decisions = sum(one.get("decisions", 0) for one in played)
    late = sum(one.get("late", 0) for one in played)
    return {
        "games": len(played),
        "left": sum(one["left"] for one in played),
        "decisions": decisions,
        "in_time": round(1 - late / decisions, 3) if decisions else None,
    }


async def players_of(server: TableServer, table: str) -> list[dict[str, Any]]:
    """Return what strangers may know of the persons at a public table before they sit down with them."""
    state = (await server.room(table)).state
    if not state.header.public or state.made.sandbox:
        raise Refused(403, "not-public", "This is shown only at public tables.")
    found = []
    hidden = state.made.anonymous and not state.over
    for number, seat in enumerate(state.seats):
        if seat.owner and not hidden:
            rating = await server.ratings.of(seat.owner, state.header.game)
            points = None if rating is None else shown(rating)
            found.append({"seat": number, "rating": points, **await reliability(server.store, seat.owner)})
    return found
