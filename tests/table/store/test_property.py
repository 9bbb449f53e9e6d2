"""Several processes, several tasks each, whatever they do: the store agrees with a dictionary of lists."""

from __future__ import annotations

import asyncio
from itertools import count

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludex.table.store import Row, Store
from tests.table.store.places import Place, header

RUNS = count()
TABLES = 3


class Step(msgspec.Struct, frozen=True):
    """The next step of a task: append a number of rows to a table, or store a snapshot of what it has seen."""

    table: int
    rows: int
    data: bytes
    insists: bool
    """After a lost race, it reads and tries again until it comes first."""


STEPS = st.builds(
    Step,
    table=st.integers(0, TABLES - 1),
    rows=st.integers(0, 4),
    data=st.binary(max_size=40),
    insists=st.booleans(),
)


class Task:
    """One of the tasks that write, and what it has seen of every table."""

    def __init__(self, store: Store, prefix: str, model: dict[str, dict[int, Row]]) -> None:
        self._store, self._prefix, self._model = store, prefix, model
        self._seen: dict[str, int] = {}

    async def run(self, steps: list[Step]) -> None:
        """Take the steps one after the other."""
        for step in steps:
            table = f"{self._prefix}{step.table}"
            if step.rows:
                while not await self._append(table, step) and step.insists:
                    pass
            else:
                await self._store.keep_snapshot(table, self._seen.get(table, 0), b"%d" % self._seen.get(table, 0))

    async def _append(self, table: str, step: Step) -> bool:
        end = self._seen.get(table, 0)
        rows = [Row(table, end + 1 + index, "move", step.data, index / 8) for index in range(step.rows)]
        won = await self._store.append(rows)
        if won:
            for row in rows:
                assert row.number not in self._model[table], "two were told that they came first"
                self._model[table][row.number] = row
            self._seen[table] = rows[-1].number
        else:
            missed = await self._store.rows(table, end)
            self._seen[table] = missed[-1].number if missed else end
        return won


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(plan=st.lists(st.lists(STEPS, max_size=8), min_size=1, max_size=6), stores=st.integers(1, 3))
def test_the_store_agrees_with_a_dictionary_of_lists(place: Place, plan: list[list[Step]], stores: int) -> None:
    asyncio.run(_play(place, plan, stores))


async def _play(place: Place, plan: list[list[Step]], how_many: int) -> None:
    prefix = f"run{next(RUNS)}."
    stores = [place() for _ in range(how_many)]
    for store in stores:
        await store.open()
    model: dict[str, dict[int, Row]] = {f"{prefix}{number}": {} for number in range(TABLES)}
    for table in model:
        await stores[0].create(header(table))
    tasks = [Task(stores[number % how_many], prefix, model) for number in range(len(plan))]
    await asyncio.gather(*(task.run(steps) for task, steps in zip(tasks, plan, strict=True)))
    for store in stores:
        for table, rows in model.items():
            expected = tuple(rows[number] for number in sorted(rows))
            assert [row.number for row in expected] == list(range(1, len(rows) + 1))
            assert await store.rows(table) == expected
            saved = await store.load(table)
            assert saved
            after = saved.snapshot[0] if saved.snapshot else 0
            assert saved.rows == expected[after:]
            assert saved.snapshot is None or saved.snapshot[1] == b"%d" % after
        await store.close()


def test_the_model_would_notice_a_row_that_is_missing() -> None:
    """The check above can fail: a store that forgets a row is found out."""
    from tests.table.store.places import LONG, InMemory

    class Forgetful(InMemory):
        def __call__(self, *, lease: float = LONG, claim: float = LONG) -> Store:
            store = super().__call__(lease=lease, claim=claim)
            load = store.rows

            async def rows(table: str, after: int = 0) -> tuple[Row, ...]:
                return (await load(table, after))[:2]

            store.rows = rows  # type: ignore[method-assign]  # the fault
            return store

    with pytest.raises(AssertionError):
        asyncio.run(_play(Forgetful(), [[Step(0, 3, b"", False)]], 1))
