"""A house whose notices go to a mail server, a push service and a webhook on this machine."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import msgspec

from ludex.table.server.mail import Mailer, MailServer
from tests.table import push_service as services
from tests.table.house import House, Made
from tests.table.mail_sink import MailSink, mail_sink
from tests.table.persons import Browser
from tests.table.push_service import PushService, push_service
from tests.table.test_webhooks import Receiver, receiving

SITE = "https://table.test"
SENDER = "ludex@table.test"


class Outside:
    """Everything that a house sends notices to."""

    def __init__(self, house: House, mail: MailSink, push: PushService, hook: Receiver) -> None:
        self.house, self.mail, self.push, self.hook = house, mail, push, hook

    async def deliver(self) -> int:
        """Deliver all that is due: turns first, then the messages that they became. Return the number of messages."""
        notices, before = self.house.server.notices, self.sent
        await asyncio.gather(*notices._tasks.values())
        while tasks := await notices.begin():
            await asyncio.gather(*tasks)
        return self.sent - before

    @property
    def sent(self) -> int:
        """The number of messages that have arrived anywhere."""
        return len(self.mail.raw) + len(self.push.taken) + len(self.hook.heard)

    async def subscribe(self, browser: Browser, path: str = "/ann") -> services.Browser:
        """Let a person's browser receive messages."""
        keys = services.Browser()
        body = {"endpoint": self.push.url + path, "p256dh": keys.p256dh, "auth": keys.auth}
        answer = await browser.post("/api/me/notices/devices", body)
        assert answer.status_code == 201, answer.text
        return keys

    async def confirm(self, browser: Browser, address: str = "ann@example.org") -> None:
        """Give a person an address, and confirm it."""
        answer = await browser.post("/api/me/notices/address", {"address": address}, method="PUT")
        assert answer.status_code == 200, answer.text
        await self.deliver()
        (found,) = [one for one in self.mail.messages if one["To"] == address and "Confirm" in one["Subject"]]
        (link,) = [word for word in found.get_content().split() if "/mail/confirm/" in word]
        assert (await self.house.http.post(link.removeprefix(SITE))).status_code == 200

    async def choose(self, browser: Browser, **wishes: Any) -> None:
        """Change a person's choices."""
        answer = await browser.post("/api/me/notices", wishes, method="PUT")
        assert answer.status_code == 200, answer.text

    def pushed(self, keys: services.Browser) -> list[dict[str, Any]]:
        """The messages that a browser can read."""
        found: list[dict[str, Any]] = []
        for _, _, body in self.push.taken:
            try:
                found.append(msgspec.json.decode(keys.decrypt(body)))
            except ValueError:
                continue
        return found


@asynccontextmanager
async def outside(house: House) -> AsyncIterator[Outside]:
    """Connect a house with servers outside."""
    async with AsyncExitStack() as stack:
        assert house.server.notices.signer is not None
        mail = await stack.enter_async_context(mail_sink())
        push = await stack.enter_async_context(push_service(house.server.notices.signer.public))
        hook = await stack.enter_async_context(receiving())
        connect(house, mail)
        yield Outside(house, mail, push, hook)


def connect(house: House, mail: MailSink) -> None:
    """Let a house send e-mail through a mail server, and messages to this machine."""
    house.server.public_url = SITE
    house.server.local_webhooks = True
    house.server.notices.mailer = Mailer(MailServer("127.0.0.1", mail.port, False, "", "", SENDER))


async def seated(browser: Browser, table: Made, seat: int, name: str) -> None:
    """Let a person take a seat by its link, with a browser that then has no page open."""
    assert (await browser.join(table, seat)).status_code == 303
    await browser.sit(table, seat, name)
