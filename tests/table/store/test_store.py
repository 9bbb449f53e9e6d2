"""The behaviour of every store, in memory and in databases alike."""

from __future__ import annotations

import asyncio

import pytest

from ludex.table.store import (
    Listed,
    Listing,
    Notice,
    Row,
    RowsMissing,
    Saved,
    Store,
    StoreClosed,
    TableExists,
    UnknownTable,
)
from tests.table.store.places import Place, header, row, until

pytestmark = pytest.mark.anyio


# --- tables and rows


async def test_a_table_comes_back_as_it_was_stored(store: Store) -> None:
    made = header("t", definition=b'{"name": "x"}', public=False, seed=bytes(range(32)), created=1_800_000_000.125)
    first = Row("t", 1, "sit", b'{"name": "J\xc3\xb6rg"}', 1_800_000_001.0625)
    await store.create(made, [first])
    assert await store.load("t") == Saved(made, None, (first,))


async def test_what_is_not_there_is_none(store: Store) -> None:
    assert await store.load("nowhere") is None
    assert await store.rows("nowhere") == ()
    assert await store.get("genome", "nothing") is None


async def test_rows_come_back_in_order_and_after_a_number(store: Store) -> None:
    await store.create(header("t"))
    assert await store.append([row("t", 1), row("t", 2)])
    assert await store.append([row("t", 3, b"\x00 not even JSON \xff")])
    assert [one.number for one in await store.rows("t")] == [1, 2, 3]
    assert await store.rows("t", 2) == (row("t", 3, b"\x00 not even JSON \xff"),)
    assert await store.rows("t", 3) == ()


async def test_a_number_that_is_taken_is_lost_and_nothing_is_written(store: Store) -> None:
    await store.create(header("t"), [row("t", 1)])
    assert not await store.append([row("t", 1, b"other"), row("t", 2, b"other")])
    assert await store.rows("t") == (row("t", 1),)


async def test_a_gap_is_an_error_not_a_lost_race(store: Store) -> None:
    await store.create(header("t"), [row("t", 1)])
    with pytest.raises(RowsMissing, match="table t ends with row 1; row 3 cannot follow"):
        await store.append([row("t", 3)])
    with pytest.raises(RowsMissing, match="it must be 1"):
        await store.create(header("u"), [row("u", 2)])


async def test_a_table_must_exist_to_be_written_to_and_is_made_once(store: Store) -> None:
    with pytest.raises(UnknownTable, match="no table t"):
        await store.append([row("t", 1)])
    with pytest.raises(UnknownTable, match="no table t"):
        await store.keep_snapshot("t", 1, b"")
    await store.create(header("t"))
    with pytest.raises(TableExists, match="table t already"):
        await store.create(header("t", game="other"), [row("t", 1)])
    saved = await store.load("t")
    assert saved == Saved(header("t"), None, ())


async def test_rows_of_one_append_are_of_one_table_and_in_order(store: Store) -> None:
    for rows in ([row("t", 1), row("u", 2)], [row("t", 1), row("t", 3)], [row("t", 0)], []):
        with pytest.raises(ValueError, match="row"):
            await store.append(rows)


async def test_a_snapshot_stands_for_the_rows_before_it(store: Store) -> None:
    await store.create(header("t"), [row("t", number) for number in range(1, 6)])
    await store.keep_snapshot("t", 3, b"three")
    assert await store.load("t") == Saved(header("t"), (3, b"three"), (row("t", 4), row("t", 5)))
    await store.keep_snapshot("t", 2, b"two, late")
    assert await store.load("t") == Saved(header("t"), (3, b"three"), (row("t", 4), row("t", 5)))
    await store.keep_snapshot("t", 5, b"five")
    saved = await store.load("t")
    assert saved == Saved(header("t"), (5, b"five"), ())
    assert saved
    assert saved.last == 5
    assert len(await store.rows("t")) == 5  # the history stays whole


async def test_appends_at_once_keep_their_order(store: Store) -> None:
    await store.create(header("t"))
    results = await asyncio.gather(*(store.append([row("t", number)]) for number in range(1, 51)))
    assert results == [True] * 50
    assert [one.number for one in await store.rows("t")] == list(range(1, 51))


async def test_of_two_appends_for_one_number_the_first_wins(store: Store) -> None:
    await store.create(header("t"))
    results = await asyncio.gather(*(store.append([row("t", 1, b"%d" % number)]) for number in range(5)))
    assert results == [True, False, False, False, False]
    assert await store.rows("t") == (row("t", 1, b"0"),)


async def test_a_store_is_used_between_open_and_close(place: Place) -> None:
    store = place()
    with pytest.raises(StoreClosed, match="open"):
        await store.append([row("t", 1)])
    with pytest.raises(StoreClosed, match="open"):
        await store.load("t")
    await store.open()
    await store.create(header("t"))
    await store.close()
    await store.close()
    with pytest.raises(StoreClosed, match="open"):
        await store.set_listing("t", "over", b"", None)


async def test_closing_writes_what_waits(place: Place) -> None:
    store, second = place(), place()
    await store.open()
    await store.create(header("t"))
    waiting = asyncio.ensure_future(store.append([row("t", 1)]))
    await asyncio.sleep(0)
    await store.set_listing("t", "over", b"{}", None)
    await store.close()
    assert await waiting
    await second.open()
    assert len(await second.rows("t")) == 1
    assert (await second.count())["over"] == 1
    await second.close()


# --- lists


async def test_public_tables_are_listed_newest_first(store: Store) -> None:
    for number in range(6):
        game = "diplomacy" if number % 2 else "spades"
        await store.create(header(f"t{number}", created=float(number), public=number != 5, game=game))
    listed = await store.list("open")
    assert [one.table for one in listed] == ["t4", "t3", "t2", "t1", "t0"]
    assert listed[0] == Listed("t4", "spades", "open", b"{}", 4.0, None)
    assert [one.table for one in await store.list("open", game="spades")] == ["t4", "t2", "t0"]
    assert [one.table for one in await store.list("open", limit=2)] == ["t4", "t3"]
    assert [one.table for one in await store.list("open", limit=2, before=3.0)] == ["t2", "t1"]
    assert await store.list("playing") == ()
    assert (await store.count())["open"] == 6


async def test_a_listing_is_written_with_the_rows_or_not_at_all(store: Store) -> None:
    await store.create(header("t"), listing=Listing("open", b"new"))
    assert (await store.list("open"))[0].summary == b"new"
    assert await store.append([row("t", 1)], Listing("playing", b"on", due=7.5))
    assert (await store.list("playing"))[0] == Listed("t", "modern-art", "playing", b"on", 1000.5, 7.5)
    assert not await store.append([row("t", 1)], Listing("over", b"lost"))
    assert (await store.list("over")) == ()


async def test_a_listing_alone_is_written_soon_and_the_last_one_holds(store: Store) -> None:
    await store.create(header("t"))
    for number in range(20):
        await store.set_listing("t", "playing", b"%d" % number, None)
    await store.set_listing("nowhere", "playing", b"", None)
    while not (listed := await store.list("playing")):
        await asyncio.sleep(0.02)
    assert [one.summary for one in listed] == [b"19"]


# --- who runs bots and clocks


async def test_one_process_keeps_a_table_until_it_releases_it(place: Place) -> None:
    one, two = place(), place()
    await one.open()
    await two.open()
    for table in "abc":
        await one.create(header(table))
    assert await one.keep(["a", "b", "nowhere"]) == {"a", "b"}
    assert await two.keep(["a", "b", "c"]) == {"c"}
    assert await one.keep(["a"]) == {"a"}
    await two.release(["a"])
    assert await two.keep(["a"]) == frozenset()
    await one.release(["a", "nowhere"])
    assert await two.keep(["a"]) == {"a"}
    await one.close()
    assert await two.keep(["b"]) == {"b"}
    assert await two.keep([]) == frozenset()
    await two.close()


async def test_a_lease_that_is_not_renewed_runs_out(place: Place) -> None:
    one, two = place(lease=-1.0), place()
    await one.open()
    await two.open()
    await one.create(header("t"))
    assert await one.keep(["t"])
    assert await two.keep(["t"])
    assert not await one.keep(["t"])
    await one.close()
    await two.close()


async def test_due_tables_are_those_that_nobody_keeps(place: Place) -> None:
    one, two = place(), place()
    await one.open()
    await two.open()
    for table, due in (("a", 30.0), ("b", 10.0), ("c", None), ("d", 99.0), ("e", 20.0)):
        await one.create(header(table), listing=Listing("playing", due=due))
    assert await two.due(50.0, 10) == ("b", "e", "a")
    assert await two.due(50.0, 2) == ("b", "e")
    await one.keep(["b"])
    assert await two.due(50.0, 10) == ("e", "a")
    await one.release(["b"])
    assert await one.append([row("e", 1)], Listing("over"))
    assert await two.due(50.0, 10) == ("b", "a")
    await one.close()
    await two.close()


# --- other processes


async def test_rows_of_other_processes_are_told_and_own_ones_not(place: Place) -> None:
    one, two = place(), place()
    heard_one: dict[str, int] = {}
    heard_two: dict[str, int] = {}
    await one.open()
    await two.open()
    one.on_rows(heard_one.__setitem__)
    two.on_rows(heard_two.__setitem__)
    await one.create(header("t"), [row("t", 1)])
    assert await one.append([row("t", 2), row("t", 3)])
    await one.create(header("u"), [row("u", 1)])
    await until(lambda: heard_two == {"t": 3, "u": 1})
    assert heard_one == {}
    assert await two.append([row("t", 4)])
    await until(lambda: bool(heard_one))
    assert heard_one == {"t": 4}
    assert heard_two == {"t": 3, "u": 1}
    await one.close()
    await two.close()


async def test_two_processes_race_for_every_number_and_one_wins_each(place: Place) -> None:
    stores = [place(), place()]
    for store in stores:
        await store.open()
    await stores[0].create(header("t"))
    await stores[0].create(header("u"))
    wins = [0, 0]
    for number in range(1, 41):
        results = await asyncio.gather(
            *(store.append([row(table, number, b"%d" % which)]) for which, store in enumerate(stores) for table in "tu")
        )
        for table in range(2):
            assert sorted((results[table], results[table + 2])) == [False, True]
            assert (await stores[0].rows("tu"[table], number - 1))[0].data == b"%d" % results[table + 2]
        wins[0] += results[0]
        wins[1] += results[2]
    assert [one.number for one in await stores[1].rows("t")] == list(range(1, 41))
    assert sum(wins) == 40
    for store in stores:
        await store.close()


# --- small documents


async def test_documents_are_kept_by_kind_and_key(store: Store) -> None:
    await store.put("genome", "b", b"1")
    await store.put("genome", "a", b"\x00")
    await store.put("genome", "É", b"3")
    await store.put("vote", "a", b"yes")
    await store.put("genome", "b", b"2")
    assert await store.get("genome", "b") == b"2"
    assert list((await store.all("genome")).items()) == [("a", b"\x00"), ("b", b"2"), ("É", b"3")]
    await store.remove("genome", "b")
    await store.remove("genome", "b")
    assert await store.get("genome", "b") is None
    assert await store.all("vote") == {"a": b"yes"}


async def test_the_last_of_many_puts_at_once_holds(store: Store) -> None:
    await asyncio.gather(*(store.put("vote", "x", b"%d" % number) for number in range(30)))
    assert await store.get("vote", "x") == b"29"


async def test_of_several_processes_that_add_a_document_at_once_one_comes_first(place: Place) -> None:
    stores = [place() for _ in range(3)]
    for store in stores:
        await store.open()
    added = await asyncio.gather(*(store.add("key", "a", b"%d" % n) for n, store in enumerate(stores * 5)))
    assert len(set(added)) == 1
    assert [await store.get("key", "a") for store in stores] == [added[0]] * 3
    assert await stores[0].add("key", "b", b"\x00") == b"\x00"
    for store in stores:
        await store.close()


# --- the outbox


async def test_a_notice_is_claimed_by_one_process_at_a_time(place: Place) -> None:
    one, two = place(), place()
    await one.open()
    await two.open()
    notices = [Notice(f"n{number}", b"{}", due=float(number)) for number in range(4)]
    await one.post(notices)
    mine = await one.claim(2.0, 2)
    assert mine == tuple(notices[:2])
    assert await two.claim(2.0, 10) == (notices[2],)
    assert await one.claim(2.0, 10) == ()
    await one.close()
    await two.close()


async def test_a_delivered_notice_is_never_seen_again_not_even_if_posted_again(store: Store) -> None:
    await store.post([Notice("n", b"{}", 0.0), Notice("n", b"{}", 0.0)])
    assert len(await store.claim(1.0, 10)) == 1
    await store.delivered(["n", "nothing"])
    await store.post([Notice("n", b"again", 0.0)])
    assert await store.claim(1.0, 10) == ()


async def test_a_postponed_notice_comes_back_when_due_and_counts_its_tries(store: Store) -> None:
    await store.post([Notice("n", b"{}", 0.0)])
    await store.claim(1.0, 10)
    await store.postpone("n", 5.0)
    assert await store.claim(4.0, 10) == ()
    assert await store.claim(5.0, 10) == (Notice("n", b"{}", 5.0, tries=1),)


async def test_a_claim_of_a_process_that_died_runs_out(place: Place) -> None:
    one, two = place(claim=-1.0), place()
    await one.open()
    await two.open()
    await one.post([Notice("n", b"{}", 0.0)])
    assert await one.claim(1.0, 10)
    assert await two.claim(1.0, 10) == (Notice("n", b"{}", 0.0),)
    await one.close()
    await two.close()


async def test_notices_go_with_their_rows(store: Store) -> None:
    await store.create(header("t"))
    notice = Notice("t/1/0", b"your turn", 0.0)
    assert await store.append([row("t", 1)], notices=[notice])
    assert not await store.append([row("t", 1)], notices=[Notice("t/1/1", b"lost", 0.0)])
    assert await store.claim(1.0, 10) == (notice,)
