"""Sending the messages of persons: Web Push, e-mail and webhooks. Where they go is looked up in the last moment.

So nothing is sent to an address that was removed meanwhile, and the outbox contains no address.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec

from ludex.table.room.messages import encode
from ludex.table.server.mail import RecipientRefused, write_message
from ludex.table.server.notice_words import WORDS, Words
from ludex.table.server.persons import DEVICE as BROWSER
from ludex.table.server.tokens import hashed
from ludex.table.server.turns import Later
from ludex.table.server.wishes import DEVICE, Address, Device, address_of, change_address, wishes_of
from ludex.table.store import Belonging, Notice

if TYPE_CHECKING:
    from ludex.table.server.table_server import TableServer

GONE = (404, 410)
"""Answers of a push service for a subscription that has ended."""
HOLD_FOR = 24 * 3600
"""Seconds for which a push service stores a message for a device that is offline."""
MAIL_WITHIN = 30.0
"""Seconds for one message of e-mail."""
WAIT = 300.0
"""Seconds after which e-mail beyond a limit is tried again."""


class Dropped(Exception):
    """A message whose receiver is no longer there."""


class Sending:
    """The ways out of a server."""

    def __init__(self, server: TableServer) -> None:
        self._server = server

    async def host_of(self, notice: Notice, data: dict[str, Any]) -> str:
        """Return the host that a message goes to, as the key of its turns. Raises `Dropped` if it goes nowhere."""
        match data.get("kind", "webhook"):
            case "webhook":
                url = data["url"]
            case "push":
                url = (await self._device(notice, data))[1].endpoint
            case "hook":
                url = (await self.hook(notice, data))[0]
            case _:
                return "e-mail"
        try:
            return urlsplit(url).hostname or ""
        except ValueError:
            return ""

    # Web Push

    async def _device(self, notice: Notice, data: dict[str, Any]) -> tuple[Belonging, Device]:
        found = await self._server.store.belonging(DEVICE, data["to"])
        if found is None or found.person != notice.person:
            raise Dropped
        device = msgspec.json.decode(found.data, type=Device)
        if device.browser and await self._server.store.belonging(BROWSER, device.browser) is None:
            await self._server.store.disown(DEVICE, found.name, found.person)  # it was signed out
            raise Dropped
        return found, device

    async def push(self, notice: Notice, data: dict[str, Any], maker: str) -> int:
        """Send a message to a browser, and forget a subscription that has ended. Returns the answer's status."""
        from ludex.table.server.web_push import encrypt, topic  # an extra

        signer, server = self._server.notices.signer, self._server
        if signer is None:
            raise Dropped
        found, device = await self._device(notice, data)
        shown = {"title": data["title"], "body": data["text"], "path": f"tables/{data['table']}", "lang": data["lang"]}
        headers = {
            "Authorization": signer.authorize(device.endpoint, server.clock.now(), server.contact or device.site),
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(HOLD_FOR),
            "Urgency": "normal",
            "Topic": topic(notice.id),
        }
        body = encrypt(encode(shown), device.p256dh, device.auth)
        status = await server.notices.post(maker, device.endpoint, body, notice.id, headers)
        if status in GONE:
            await server.store.disown(DEVICE, found.name, found.person)
            raise Dropped
        return status

    # Webhooks

    async def hook(self, notice: Notice, data: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """Return the address of a person's webhook, and the body for it."""
        url = (await wishes_of(self._server, notice.person)).url
        if not url:
            raise Dropped
        return url, {name: data[name] for name in ("table", "game", "seat", "name", "text")}

    # E-mail

    async def mail(self, notice: Notice, data: dict[str, Any]) -> None:
        """Send e-mail to a person. Raises an exception if it may arrive later."""
        server = self._server
        mailer, address = server.notices.mailer, await address_of(server, notice.person)
        asking = data["kind"] == "confirm"
        if mailer is None or address is None or address.confirmed == asking:
            raise Dropped
        if not server.limits.mail(notice.person, address.address, server.clock.now()):
            raise Later(server.clock.now() + WAIT)
        words = WORDS[(await wishes_of(server, notice.person)).language]
        subject, text = question(server, address, words) if asking else message(server, address, data, words)
        stop = "" if asking else link(server, "stop", address)
        sender, now = mailer.server.sender, server.clock.now()
        written = write_message(sender, address.address, subject, text, notice.id, now, stop)
        try:
            await mailer.send(written, address.address, MAIL_WITHIN)
        except RecipientRefused:
            refused = msgspec.structs.replace(address, confirmed=False, refused=True)
            await change_address(server, notice.person, refused, link_name(address.token))
            raise Dropped from None


def link(server: TableServer, what: str, address: Address) -> str:
    """Return the address of the page that confirms or stops e-mail."""
    return f"{server.public_url}/mail/{what}/{address.token}"


def message(server: TableServer, address: Address, data: dict[str, Any], words: Words) -> tuple[str, str]:
    """Return subject and text of a turn notice."""
    table = words.table.format(link=f"{server.public_url}/tables/{data['table']}")
    foot = f"{words.asked.format(site=server.public_url)}\n{words.stop.format(link=link(server, 'stop', address))}\n"
    return data["title"], "\n\n".join(part for part in (data["text"], data["more"], table, f"-- \n{foot}") if part)


def question(server: TableServer, address: Address, words: Words) -> tuple[str, str]:
    """Return subject and text of the message that asks whether an address wants turn notices."""
    text = words.confirm.format(site=server.public_url, link=link(server, "confirm", address))
    return words.confirm_title, f"{text}\n"


def link_name(token: str) -> str:
    """Return the name under which a link is stored, from which its token cannot be found."""
    return hashed(f"mail {token}")
