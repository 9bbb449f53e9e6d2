"""A store of one's own, brought by a package with an entry point."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ludex.table.room.clock import ManualClock
from ludex.table.server.table_server import TableServer
from ludex.table.store import BadUrl, MemoryStore, open_store
from tests.table.house import House

PACKAGE = '''
from ludex.table.store import MemoryStore

class Drawer(MemoryStore):
    """A tiny store: everything is in this process."""

    def __init__(self, url: str) -> None:
        super().__init__()
        if url.endswith("/locked"):
            raise OSError("the drawer is locked")
        self.url = url
'''


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install a package with two entry points, without a package manager."""
    (tmp_path / "ludex_drawer.py").write_text(PACKAGE)
    info = tmp_path / "ludex_drawer-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: ludex-drawer\nVersion: 1.0\n")
    stores = ["drawer = ludex_drawer:Drawer", "sqlite = ludex_drawer:Drawer", "gone = ludex_drawer:Gone"]
    (info / "entry_points.txt").write_text("[ludex.stores]\n" + "\n".join(stores) + "\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "ludex_drawer", raising=False)


@pytest.mark.anyio
@pytest.mark.usefixtures("package")
async def test_a_table_is_played_on_a_store_of_ones_own() -> None:
    store = open_store("drawer://desk/top")
    assert type(store).__name__ == "Drawer"
    clock = ManualClock()
    house = House(TableServer(store, clock), clock)
    await house.server.open(sweep=False)
    table = await house.make("spades", people=1)
    await table.sit()
    assert (await table.state(0))["status"] == "playing"
    assert isinstance(store, MemoryStore)
    assert await store.load(table.id) is not None
    await house.close()


@pytest.mark.usefixtures("package")
def test_a_package_replaces_no_store_of_ludex(tmp_path: Path) -> None:
    assert type(open_store(f"sqlite:///{tmp_path}/ludex.db")).__name__ == "SqlStore"
    assert type(open_store("memory:")).__name__ == "MemoryStore"


@pytest.mark.usefixtures("package")
def test_a_store_that_fails_is_named() -> None:
    with pytest.raises(BadUrl, match=r"the store 'drawer' of ludex_drawer:Drawer cannot be opened: OSError"):
        open_store("drawer://desk/locked")
    with pytest.raises(BadUrl, match="the store 'gone' of ludex_drawer:Gone cannot be opened"):
        open_store("gone:")


def test_an_unknown_kind_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(BadUrl, match="expected memory:, sqlite"):
        open_store("drawer://desk/top")
