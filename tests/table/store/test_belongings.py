"""Persons and their belongings, in stores of all kinds."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine

from ludex.table.store import Belonging, Listing, Notice, Row, Store, UnknownTable
from ludex.table.store.address import find_source
from ludex.table.store.copying import copy
from ludex.table.store.schema import VERSION_TABLE, VERSIONS, migrations
from tests.table.store.places import InDatabase, Place, header, row, until

pytestmark = pytest.mark.anyio

DEVICE = Belonging("device", "d1", "ann", b'{"label": "a browser"}', at=5.0)


async def test_a_belonging_comes_back_as_it_was_stored(store: Store) -> None:
    assert await store.belonging("device", "d1") is None
    seat = Belonging("seat", "t.1", "ann", b"{}", "t", 7.5)
    assert await store.own([seat, DEVICE])
    assert await store.belonging("device", "d1") == DEVICE
    assert await store.belongings("ann") == (DEVICE, seat)
    assert await store.belongings("ann", "seat") == (seat,)
    assert await store.belongings("bo") == ()


async def test_the_last_belonging_of_a_name_is_used_and_one_without_a_person_is_removed(store: Store) -> None:
    await store.own([Belonging("seat", "t.1", "ann"), Belonging("seat", "t.1", "bo")])
    assert await store.belongings("ann") == ()
    assert [one.name for one in await store.belongings("bo")] == ["t.1"]
    await store.own([Belonging("seat", "t.1", ""), Belonging("seat", "t.2", "")])
    assert await store.belongings("bo") == ()


async def test_a_fresh_belonging_is_not_taken_from_another_person(store: Store) -> None:
    key = Belonging("passkey", "k", "ann")
    assert await store.own([key], fresh=True)
    assert not await store.own([Belonging("passkey", "other", "bo"), Belonging("passkey", "k", "bo")], fresh=True)
    assert await store.belonging("passkey", "k") == key
    assert await store.belongings("bo") == (), "all or nothing"


async def test_only_one_of_two_uses_succeeds_and_only_by_its_person(store: Store) -> None:
    await store.own([Belonging("recovery", "r", "ann")])
    assert not await store.disown("recovery", "r", "bo")
    used = await asyncio.gather(*(store.disown("recovery", "r", "ann") for _ in range(3)))
    assert sorted(used) == [False, False, True]


async def test_belongings_are_written_with_the_rows_and_only_with_them(store: Store) -> None:
    await store.create(header("t"), [row("t", 1)], None, [Belonging("seat", "t.0", "ann", table="t")])
    assert await store.append([row("t", 2)], belongings=[Belonging("seat", "t.1", "ann", table="t")])
    assert not await store.append([row("t", 2)], belongings=[Belonging("seat", "t.1", "bo", table="t")])
    assert [one.name for one in await store.belongings("ann", "seat")] == ["t.0", "t.1"]
    assert await store.belongings("bo") == ()


async def test_nothing_of_a_forgotten_person_is_left(store: Store) -> None:
    await store.own([DEVICE, Belonging("person", "ann", "ann"), Belonging("person", "bo", "bo")])
    await store.post([Notice("1", b"to ann", 0.0, person="ann"), Notice("2", b"to bo", 0.0, person="bo")])
    await store.forget_person("ann")
    assert await store.belongings("ann") == ()
    assert await store.claim(1.0, 10) == (Notice("2", b"to bo", 0.0, person="bo"),)
    assert await store.belongings("bo") == (Belonging("person", "bo", "bo"),)


async def test_rows_are_rewritten_with_a_last_row_that_says_so_or_not_at_all(store: Store) -> None:
    await store.create(header("t"), [row("t", 1, b"Ann"), row("t", 2), row("t", 3, b"Ann says")])
    await store.create(header("u"), [row("u", 1, b"Ann")])
    await store.keep_snapshot("t", 3, b"a snapshot with Ann")
    last = Row("t", 4, "erased", b"{}", 9.0)
    late = Row("t", 3, "erased", b"{}", 9.0)
    assert not await store.rewrite({1: b"late"}, late, None, None)
    assert await store.rewrite({1: b"-", 3: b"- says"}, last, Listing("over", b"s"), b"clean", forget_host=True)
    assert await store.rows("t") == (row("t", 1, b"-"), row("t", 2), row("t", 3, b"- says"), last)
    assert await store.rows("u") == (row("u", 1, b"Ann"),)
    await store.keep_snapshot("t", 3, b"an older snapshot with Ann, of another process")
    saved = await store.load("t")
    assert saved is not None
    assert saved.snapshot == (4, b"clean")
    assert saved.header.host == ""
    assert (saved.status, [one.summary for one in await store.listed(["t"])]) == ("over", [b"s"])
    assert not await store.rewrite({1: b"again"}, last, None, None)
    assert await store.append([row("t", 5)])
    assert await store.rewrite({}, Row("t", 6, "erased", b"{}", 9.0), None, None)
    assert (await store.load("t")).snapshot is None  # type: ignore[union-attr]  # stored above
    with pytest.raises(UnknownTable):
        await store.rewrite({}, Row("v", 1, "erased", b"{}", 9.0), None, None)


async def test_another_process_notices_rewritten_rows(place: Place) -> None:
    one, two = place(), place()
    await one.open()
    await two.open()
    told: list[tuple[str, int]] = []
    two.on_rows(lambda table, number: told.append((table, number)))
    await one.create(header("t"), [row("t", 1)])
    await two.load("t")
    assert await one.rewrite({1: b"-"}, Row("t", 2, "erased", b"{}", 9.0), None, None)
    await until(lambda: ("t", 2) in told)
    assert not await two.append([row("t", 2)]), "it must read what is there now"
    await one.close()
    await two.close()


async def test_the_entries_of_tables_include_hidden_ones(store: Store) -> None:
    await store.create(header("a", created=1.0, public=False), [], Listing("playing", b"{}", 4.0))
    await store.create(header("b", created=2.0))
    found = await store.listed(["a", "nowhere", "b", "a"])
    assert [(one.table, one.status, one.due) for one in found] == [("b", "open", None), ("a", "playing", 4.0)]
    assert await store.listed([]) == ()


async def test_old_tables_take_their_belongings_along_and_then_persons_who_have_nothing_left(store: Store) -> None:
    await store.create(header("old", created=1.0), [row("old", 1, at=1.0)], None)
    people = [Belonging("person", name, name, at=1.0) for name in ("ann", "bo", "cy")]
    young = Belonging("person", "di", "di", at=99.0)
    devices = [Belonging("device", f"of {name}", name) for name in ("ann", "bo", "cy", "di")]
    await store.own([*people, young, *devices, Belonging("passkey", "k", "bo")])
    await store.own([Belonging("seat", "old.0", "ann", table="old"), Belonging("seat", "new.0", "cy", table="new")])
    await store.create(header("new", created=90.0), [row("new", 1, at=90.0)])
    assert await store.prune(50.0, 10) == ("old",)
    assert await store.belongings("ann") == ()
    for name in ("bo", "cy", "di"):
        assert await store.belonging("person", name) is not None, name
        assert await store.belonging("device", f"of {name}") is not None, name


async def test_two_servers_share_persons(place: Place) -> None:
    one, two = place(), place()
    await one.open()
    await two.open()
    await one.own([DEVICE])
    assert await two.belonging("device", "d1") == DEVICE
    await two.disown("device", "d1", "ann")
    assert await one.belonging("device", "d1") is None
    await one.close()
    await two.close()


async def test_persons_are_copied(sqlite_place: InDatabase, postgres_place: InDatabase) -> None:
    store = sqlite_place()
    await store.open()
    await store.own([DEVICE])
    await store.post([Notice("1", b"n", 0.0, person="ann")])
    await store.close()
    copy(sqlite_place.url, postgres_place.url)
    copied = postgres_place()
    await copied.open()
    assert await copied.belongings("ann") == (DEVICE,)
    await copied.forget_person("ann")
    assert await copied.claim(1.0, 10) == ()
    await copied.close()


def _upgrade_to(place: InDatabase, version: str) -> None:
    """Bring a database to an older version of the schema."""
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext

    scripts = migrations()

    def to_version(found: Any, _: Any) -> Any:
        return scripts._upgrade_revs(version, found)

    engine = create_engine(place.url.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection, EnvironmentContext(Config(), scripts, fn=to_version) as environment:
        environment.configure(connection=connection, version_table=VERSION_TABLE, transactional_ddl=True)
        environment.run_migrations()
    engine.dispose()


async def test_a_database_without_persons_is_upgraded_and_loses_nothing(database: InDatabase, tmp_path: Path) -> None:
    _upgrade_to(database, "0002")
    connection = find_source(database.url).connect()
    assert not connection.has_table("belongings")
    connection.run(
        "INSERT INTO tables (id, game, definition, settings, seats, seed, clock, public, created, host)"
        " VALUES ('t', 'spades', NULL, ?, 4, ?, ?, ?, 1.0, 'h')",
        (b"{}", b"seed", b"{}", True),
    )
    connection.run("INSERT INTO listings SELECT key, game, public, created, 'open', ?, NULL FROM tables", (b"{}",))
    connection.run("INSERT INTO rows SELECT key, 1, 'made', ?, 1.0 FROM tables", (b"{}",))
    connection.run("INSERT INTO notices VALUES ('n', ?, 0, 2, 0, ?)", (b"x", False))
    connection.close()
    store = database()
    await store.open()
    saved = await store.load("t")
    assert saved is not None
    assert (saved.header.game, saved.last) == ("spades", 1)
    assert await store.claim(1.0, 10) == (Notice("n", b"x", 0.0, 2),)
    assert await store.own([DEVICE])
    assert await store.belongings("ann") == (DEVICE,)
    await store.close()
    connection = find_source(database.url).connect()
    assert connection.query(f"SELECT version_num FROM {VERSION_TABLE}") == [(VERSIONS[-1],)]
    connection.close()


async def test_nothing_is_added_to_a_person_who_is_gone(store: Store) -> None:
    person = Belonging("person", "ann", "ann")
    assert not await store.own([DEVICE], given=[("person", "ann")])
    await store.own([person])
    assert await store.own([DEVICE], given=[("person", "ann")])
    assert not await store.own([DEVICE], given=[("person", "ann")], fresh=True)
    assert not await store.own([Belonging("device", "d2", "ann")], given=[("person", "ann"), ("device", "d3")])
    assert await store.belonging("person", "ann") == person, "what is given stays as it was"
    await store.forget_person("ann")
    assert not await store.own([DEVICE], given=[("person", "ann")])
    assert await store.belongings("ann") == ()


async def test_a_deletion_and_additions_of_other_servers_leave_all_or_nothing(place: Place) -> None:
    stores = [place() for _ in range(3)]
    for one in stores:
        await one.open()
    for round_ in range(12):
        mark = f"ann{round_}"
        await stores[0].own([Belonging("person", mark, mark)])
        adding = [
            one.own([Belonging("device", f"{round_}.{n}", mark)], given=[("person", mark)])
            for n, one in enumerate(stores)
        ]
        added = await asyncio.gather(*adding[:2], stores[round_ % 3].forget_person(mark), adding[2])
        assert await stores[0].belongings(mark) == (), added
    for one in stores:
        await one.close()


async def test_of_two_servers_one_takes_a_fresh_name(place: Place) -> None:
    stores = [place(), place()]
    for one in stores:
        await one.open()
    for number in range(12):
        key = [Belonging("challenge", f"c{number}", "ann")]
        assert sorted(await asyncio.gather(*(one.own(key, fresh=True) for one in stores))) == [False, True]
    for one in stores:
        await one.close()


async def test_messages_replace_a_notice_that_is_still_to_be_delivered_and_no_other(store: Store) -> None:
    await store.post([Notice("turn", b"to ann", 0.0, person="ann"), Notice("other", b"", 0.0, person="ann")])
    await store.post([Notice("turn.mail", b"it is your turn", 0.0, person="ann")], after="turn")
    await store.delivered(["turn"])
    await store.post([Notice("turn.push", b"it is your turn", 0.0, person="ann")], after="turn")
    assert [one.id for one in await store.claim(1.0, 10)] == ["other", "turn.mail"]
    await store.forget_person("ann")
    await store.post([Notice("other.mail", b"it is your turn", 0.0, person="ann")], after="other")
    assert await store.claim(1e9, 10) == ()
