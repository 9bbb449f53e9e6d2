"""Persons that this server made: silently, at the first visit that takes a seat or opens a table.

A person is a mark: random letters that are stored for the seats that they own, and with everything else of theirs. A
device shows a secret token in a cookie; only its hash is stored, as the name of the device.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from ludex.table.room.messages import encode
from ludex.table.server.tokens import hashed
from ludex.table.store import Belonging

if TYPE_CHECKING:
    from ludex.table.server.table_server import TableServer

DAY = 24 * 3600.0
PERSON, DEVICE, SETTINGS, WAS = "person", "device", "settings", "was"
"""Kinds of belongings. `WAS` is an earlier mark of a person: that of another one who turned out to be the same."""
BROWSERS = (("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox", "Firefox"), ("Chrom", "Chrome"), ("Safari", "Safari"))
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("CrOS", "Chrome OS"),
    ("Linux", "Linux"),
)


class Kept(msgspec.Struct, frozen=True, omit_defaults=True):
    """The data of a person: the name that tables suggest for them, and when they first came."""

    name: str = ""
    since: float = 0.0


class Device(msgspec.Struct, frozen=True):
    """A browser in which a person is known. `id` identifies it among the person's devices, and is not its token."""

    id: str
    label: str
    since: float
    seen: float


class Persons:
    """The persons of a server. All processes that share a store share its persons."""

    def __init__(self, server: TableServer) -> None:
        self._server = server
        self.on = True
        """True if persons are made, and recognized by their devices."""

    async def of_device(self, token: str) -> tuple[str, bool] | None:
        """Return the mark of the person whose device has a token, and True if it was not seen for a day."""
        name = hashed(token)
        device = await self._server.store.belonging(DEVICE, name) if self.on else None
        if device is None or not hmac.compare_digest(device.name, name):
            return None
        now = self._server.clock.now()
        if now - device.at < DAY:
            return device.person, False
        known = await self._server.store.belonging(PERSON, device.person)
        if known is None:
            return None  # the person was deleted a moment ago
        again = [msgspec.structs.replace(one, at=now) for one in (device, known)]
        there = await self._server.store.own(again, given=[(one.kind, one.name) for one in again])
        return (device.person, True) if there else None

    async def arrive(self, mark: str, token: str, agent: str) -> None:
        """Store a new person with their first device."""
        now = self._server.clock.now()
        person = Belonging(PERSON, mark, mark, encode(Kept(since=now)), at=now)
        await self._server.store.own([person, self.device(mark, token, agent)])

    async def own(self, mark: str, belongings: Sequence[Belonging], *, fresh: bool = False) -> bool:
        """Store belongings of a person, unless they were deleted in the meantime."""
        return await self._server.store.own(belongings, fresh=fresh, given=[(PERSON, mark)])

    def device(self, mark: str, token: str, agent: str) -> Belonging:
        """Return a device of a person, to be stored."""
        now = self._server.clock.now()
        return Belonging(DEVICE, hashed(token), mark, encode({"label": label_of(agent), "since": now}), at=now)

    async def devices(self, mark: str) -> list[Device]:
        """Return the devices of a person, the one that was seen last first."""
        found = [
            Device(device_id(one.name), **msgspec.json.decode(one.data), seen=one.at)
            for one in await self._server.store.belongings(mark, DEVICE)
        ]
        return sorted(found, key=lambda one: -one.seen)

    async def sign_out(self, mark: str, device: str) -> bool:
        """Forget a device of a person, by its id."""
        for one in await self._server.store.belongings(mark, DEVICE):
            if hmac.compare_digest(device_id(one.name).encode(), device.encode()):
                return await self._server.store.disown(DEVICE, one.name, mark)
        return False

    async def kept(self, mark: str) -> Kept:
        """Return the data of a person."""
        found = await self._server.store.belonging(PERSON, mark)
        return msgspec.json.decode(found.data, type=Kept) if found is not None else Kept()

    async def rename(self, mark: str, name: str) -> None:
        """Change the name that tables suggest for a person."""
        now, kept = self._server.clock.now(), await self.kept(mark)
        data = encode(msgspec.structs.replace(kept, name=name))
        await self.own(mark, [Belonging(PERSON, mark, mark, data, at=now)])

    # Small documents

    async def settings(self, mark: str, what: str = "") -> dict[str, Any]:
        """Return a small document of a person. `what` names it, as several parts of the server have one."""
        found = await self._server.store.belonging(SETTINGS, f"{mark}.{what}")
        return dict(msgspec.json.decode(found.data)) if found is not None else {}

    async def set_settings(self, mark: str, data: dict[str, Any], what: str = "", table: str = "") -> None:
        """Replace a small document of a person. One about a table is deleted with it."""
        now = self._server.clock.now()
        await self._server.store.own([Belonging(SETTINGS, f"{mark}.{what}", mark, encode(data), table, now)])


def device_id(name: str) -> str:
    """Return the id of a device, from which its name cannot be found."""
    return hashed(f"device {name}")[:16]


def label_of(agent: str) -> str:
    """Return a few words for a browser and its system.

    >>> label_of("Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0")
    'Firefox on Linux'
    >>> label_of("something")
    'A browser'
    """
    browser = next((name for part, name in BROWSERS if part in agent), "A browser")
    system = next((name for part, name in SYSTEMS if re.search(part, agent)), "")
    return f"{browser} on {system}" if system else browser
