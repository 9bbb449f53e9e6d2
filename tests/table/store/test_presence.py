"""Presence of viewers at other processes, in stores of all kinds."""

from __future__ import annotations

import pytest

from tests.table.store.places import Place, header

pytestmark = pytest.mark.anyio
NOBODY: frozenset[int] = frozenset()


async def test_a_process_hears_who_looks_on_at_the_others(place: Place) -> None:
    here, there = place(), place()
    await here.open()
    await there.open()
    for table in ("a", "b"):
        await here.create(header(table))
    assert await here.meet({"a": frozenset({0, 2}), "b": NOBODY}) == {"a": NOBODY, "b": NOBODY}
    await there.meet({"a": frozenset({3}), "b": frozenset({1})})  # sees the other's viewers by its next call
    assert await here.meet({"a": frozenset({0, 2}), "b": NOBODY}) == {"a": frozenset({3}), "b": frozenset({1})}
    assert await there.meet({"a": frozenset({3})}) == {"a": frozenset({0, 2})}
    assert await here.meet({"a": frozenset({2}), "b": NOBODY}) == {"a": frozenset({3}), "b": NOBODY}
    assert await there.meet({"a": NOBODY}) == {"a": frozenset({2})}
    await here.close()
    assert await there.meet({"a": NOBODY}) == {"a": NOBODY}, "whoever ends takes leave"
    await there.close()


async def test_what_a_silent_process_said_is_forgotten_and_said_again_when_it_speaks(place: Place) -> None:
    silent, other = place(lease=-1.0), place()
    await silent.open()
    await other.open()
    await silent.create(header("a"))
    await other.meet({"a": NOBODY})
    for _ in range(2):  # its time is over at once: the others hear nothing of it
        await silent.meet({"a": frozenset({1})})
        assert await other.meet({"a": NOBODY}) == {"a": NOBODY}
    await silent.close()
    await other.close()


async def test_tables_that_do_not_exist_are_passed_over(place: Place) -> None:
    store = place()
    await store.open()
    assert not any((await store.meet({"nowhere": frozenset({0})})).values())
    await store.close()
