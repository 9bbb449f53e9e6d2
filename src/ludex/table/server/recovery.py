"""Recovery codes: a code of 140 random bits brings a person to another device. Only its hash is stored."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from ludex.table.server.persons import PERSON
from ludex.table.server.tokens import ALPHABET, hashed
from ludex.table.store import Belonging

if TYPE_CHECKING:
    from ludex.table.server.table_server import TableServer

RECOVERY = "recovery"
"""The kind of the belonging."""
GROUPS, LETTERS = 7, 4


def new_code() -> str:
    """Return a code to write down.

    >>> len(new_code()), new_code() == new_code()
    (34, False)
    """
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(LETTERS)) for _ in range(GROUPS))


def name_of(code: str) -> str:
    """Return the name under which a code is stored. Case, spaces and dashes make no difference.

    >>> name_of("ABCD efgh") == name_of(" abcd-efgh")
    True
    """
    return hashed("recovery " + "".join(letter for letter in code.lower() if letter.isalnum()))


async def replace_code(server: TableServer, mark: str) -> str:
    """Return a new code for a person. The earlier one is no longer valid."""
    code = new_code()
    old = await server.store.belongings(mark, RECOVERY)
    gone = [Belonging(RECOVERY, one.name, "") for one in old]
    await server.persons.own(mark, [*gone, Belonging(RECOVERY, name_of(code), mark, at=server.clock.now())])
    return code


async def use_code(server: TableServer, code: str, token: str, agent: str) -> tuple[str, str] | None:
    """Use up a code: make a device with this token one of its person. Return the person's mark and their next code.

    All of it is stored at once, so a person whose server stops in between still has the code or the device.
    """
    name, following = name_of(code), new_code()
    found = await server.store.belonging(RECOVERY, name)
    if found is None:
        return None
    mark, now = found.person, server.clock.now()
    changes = [
        Belonging(RECOVERY, name, ""),
        Belonging(RECOVERY, name_of(following), mark, at=now),
        server.persons.device(mark, token, agent),
    ]
    used = await server.store.own(changes, given=[(RECOVERY, name), (PERSON, mark)])
    return (mark, following) if used else None
