"""The choices of a person about turn notices: the ways they take, quiet hours, reminders, devices and address."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated
from zoneinfo import ZoneInfo

import msgspec

from ludex.table.room.messages import encode
from ludex.table.room.refused import Refused
from ludex.table.server.notice_words import Language
from ludex.table.store import Belonging

if TYPE_CHECKING:
    from ludex.table.server.table_server import TableServer

DEVICE, ADDRESS, LINK = "push", "mail", "mail-link"
"""Kinds of belongings: devices that take messages, the address of e-mail, and the link to confirm and to stop it."""
MOST_DEVICES = 10
"""Most devices of a person that take messages. One more replaces the oldest."""
DAY_OF_MINUTES = 24 * 60
Minute = Annotated[int, msgspec.Meta(ge=0, lt=DAY_OF_MINUTES)]


class Ways(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ways that notices take, as far as they are set up."""

    push: bool = True
    mail: bool = True
    webhook: bool = True


class Quiet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hours in which no notice is sent, in minutes after midnight of a time zone. They can go past midnight."""

    start: Minute
    end: Minute
    zone: Annotated[str, msgspec.Meta(max_length=60)] = "UTC"


class Wishes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The choices of a person for all tables."""

    ways: Ways = Ways()
    url: Annotated[str, msgspec.Meta(max_length=500)] = ""
    """The address of a webhook."""
    quiet: Quiet | None = None
    remind: Annotated[float, msgspec.Meta(ge=0, le=7 * 24 * 3600)] = 3600.0
    """Seconds before a deadline at which a reminder is sent. 0: none."""
    language: Language = "en"


class Device(msgspec.Struct, frozen=True, omit_defaults=True):
    """A browser's subscription at a push service."""

    endpoint: str
    p256dh: str
    auth: str
    label: str = ""
    browser: str = ""
    """The name of the person's device. When that is signed out, nothing is sent to it any longer."""
    site: str = ""
    """The address of this site where the browser subscribed, if that is HTTPS: the sender, if no other is set."""


class Address(msgspec.Struct, frozen=True, omit_defaults=True):
    """An address of e-mail. Nothing but one question is sent to it before it is confirmed."""

    address: str
    token: str
    """The secret part of the links in messages to this address."""
    confirmed: bool = False
    refused: bool = False
    """The mail server has refused it for good, so it has to be confirmed again."""


async def wishes_of(server: TableServer, person: str) -> Wishes:
    """Return the choices of a person."""
    return msgspec.convert(await server.persons.settings(person, "notices"), Wishes)


async def ways_at(server: TableServer, person: str, table: str) -> Ways | None:
    """Return the ways that a person has chosen for one table, or None if they are the same as for all."""
    found = await server.persons.settings(person, f"notices.{table}")
    return msgspec.convert(found["ways"], Ways | None) if found else None


async def address_of(server: TableServer, person: str) -> Address | None:
    """Return the address of a person's e-mail."""
    found = await server.store.belonging(ADDRESS, person)
    return msgspec.json.decode(found.data, type=Address) if found is not None else None


async def change_address(server: TableServer, person: str, address: Address, link: str) -> bool:
    """Store something new about the address of a person, unless it was removed in the meantime, with its link."""
    changed = Belonging(ADDRESS, person, person, encode(address), at=server.clock.now())
    return await server.store.own([changed], given=[(ADDRESS, person), (LINK, link)])


async def devices_of(server: TableServer, person: str) -> list[tuple[Belonging, Device]]:
    """Return the devices of a person that take messages, the oldest first."""
    found = await server.store.belongings(person, DEVICE)
    return [(one, msgspec.json.decode(one.data, type=Device)) for one in sorted(found, key=lambda one: one.at)]


@lru_cache(600)
def zone_named(name: str) -> ZoneInfo:
    """Return a time zone. Raises `Refused` for a name that this server does not know."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, LookupError):
        sentence = f"{name!r} is not a time zone that this server knows. Write one like Europe/Vienna, or UTC."
        raise Refused(409, "no-zone", sentence) from None


def quiet_end(quiet: Quiet | None, now: float) -> float | None:
    """Return when the quiet hours end, or None if it is not quiet now.

    >>> night = Quiet(22 * 60, 7 * 60)
    >>> quiet_end(night, 23 * 3600.0) == (24 + 7) * 3600.0, quiet_end(night, 3600.0) == 7 * 3600.0
    (True, True)
    >>> quiet_end(night, 7 * 3600.0) is None
    True
    """
    if quiet is None or quiet.start == quiet.end:
        return None
    try:
        here = datetime.fromtimestamp(now, zone_named(quiet.zone))
    except Refused:  # another server, which knows more zones, took it
        here = datetime.fromtimestamp(now, UTC)
    minute = here.hour * 60 + here.minute
    late = minute >= quiet.start and quiet.start > quiet.end
    if not late and not (minute < quiet.end and (quiet.start > quiet.end or minute >= quiet.start)):
        return None
    day = here.date() + timedelta(days=1 if late else 0)
    return datetime(day.year, day.month, day.day, quiet.end // 60, quiet.end % 60, tzinfo=here.tzinfo).timestamp()


def reminder_at(wishes: Wishes, deadline: float, now: float) -> float | None:
    """Return when to remind a person of a deadline, or None if it is too late for that.

    A reminder that would come in quiet hours comes after them, or before them if the deadline is before their end.
    """
    at = deadline - wishes.remind
    end = quiet_end(wishes.quiet, at)
    if end is not None and wishes.quiet is not None:
        length = (wishes.quiet.end - wishes.quiet.start) % DAY_OF_MINUTES * 60.0
        at = end if end < deadline else end - length
    return at if wishes.remind and at > now else None
