"""E-mail over SMTP: the mail server's address, messages whose headers nothing can be injected into, and sending one."""

from __future__ import annotations

import asyncio
import re
import smtplib
import socket
import ssl
from contextlib import suppress
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from typing import Any, NoReturn
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec

from ludex.core.language.errors import LudexError, quote
from ludex.table.server.public_addresses import written_address
from ludex.table.server.workers import Pool

FORMS = "smtp://user:password@mail.example.org:587 or smtps://user:password@mail.example.org"
SITE = "https://table.example.org"
PORTS = {"smtp": 587, "smtps": 465}
THREADS = 4
"""Threads that send e-mail."""
LONGEST = 254
"""The longest address of e-mail (RFC 5321)."""
_LOCAL = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
_DOMAIN = r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}"
_ADDRESS = re.compile(rf"(?=.{{3,{LONGEST}}}\Z)(?=[^@]{{1,64}}@){_LOCAL}@{_DOMAIN}\Z")
_POLICY = SMTP.clone(max_line_length=998, cte_type="7bit")
"""Headers are not folded, because the folded address of a page would no longer be one, and bodies are plain ASCII."""


class BadMailServer(LudexError):
    """An address of a mail server that cannot be used."""


class RecipientRefused(Exception):
    """The mail server does not deliver to an address, and will not later."""


class MailServer(msgspec.Struct, frozen=True):
    """A mail server, and the address that messages come from."""

    host: str
    port: int
    secure: bool
    """TLS from the first byte. Otherwise TLS begins with STARTTLS where the server offers it."""
    user: str
    password: str
    sender: str

    def __repr__(self) -> str:
        return f"<MailServer {self.host}:{self.port}>"

    @property
    def local(self) -> bool:
        """True if the server runs on this machine, so that a password may be sent without TLS."""
        address = written_address(self.host)
        return self.host == "localhost" or (address is not None and address.is_loopback)


def read_mail_server(url: str, password: str | None = None, host: str = "localhost") -> MailServer:
    """Return the mail server at an address. `host` is that of the site, for the sender if none is given.

    >>> read_mail_server("smtp://ann@mail.example.org?from=games@example.org", "secret")
    <MailServer mail.example.org:587>
    """
    shown = "the address of the mail server"  # never the text itself, which can contain a password
    try:
        parts = urlsplit(url)
        found, port = parts.hostname or "", parts.port or PORTS.get(parts.scheme, 0)
        query = parse_qs(parts.query, strict_parsing=bool(parts.query))
    except ValueError:
        raise BadMailServer(f"{shown} cannot be read; expected {FORMS}") from None
    if parts.scheme not in PORTS or not found or parts.path not in ("", "/") or set(query) - {"from"}:
        raise BadMailServer(f"{shown} cannot be used; expected {FORMS}, and ?from=ADDRESS for the sender")
    user = unquote(parts.username or "")
    secret = password if password is not None else unquote(parts.password or "")
    if user and not secret:
        raise BadMailServer(f"{shown} names a user without a password; set LUDEX_SMTP_PASSWORD")
    sender = query.get("from", [user if is_address(user) else f"ludex@{host}"])[0]
    if not is_address(sender) and sender != "ludex@localhost":
        raise BadMailServer(f"{quote(sender)} cannot send e-mail; write ?from=ADDRESS after the mail server's address")
    return MailServer(found, port, parts.scheme == "smtps", user, secret, sender)


def read_site(url: str) -> str:
    """Return the address of a site, without a slash at its end.

    >>> read_site("https://table.example.org/play/")
    'https://table.example.org/play'
    """
    try:
        parts = urlsplit(url)
        fits = parts.scheme in ("http", "https") and parts.hostname and not (parts.query or parts.fragment)
    except ValueError:
        fits = False
    if not fits or "@" in url or not all("!" <= letter <= "~" and letter not in "<>" for letter in url):
        raise LudexError(f"{quote(url)} is not the address of a site; expected one like {SITE}")
    return url.rstrip("/")


def is_address(text: str) -> bool:
    """Return whether a text is an ordinary address of e-mail.

    >>> is_address("ann@example.org"), is_address("ann@localhost"), is_address("a@b.org\\nBcc: eve@c.org")
    (True, False, False)
    """
    return _ADDRESS.match(text) is not None


def write_message(
    sender: str, recipient: str, subject: str, text: str, identity: str, now: float, unsubscribe: str = ""
) -> EmailMessage:
    """Return a message. `identity` is the same for every try, and `unsubscribe` an address that takes a POST."""
    message = EmailMessage(_POLICY)
    message["From"] = Address("Ludex", addr_spec=sender)
    message["To"] = Address(addr_spec=recipient)
    message["Subject"] = one_line(subject)
    message["Date"] = format_datetime(datetime.fromtimestamp(now, UTC))
    message["Message-ID"] = f"<{identity}@{sender.rpartition('@')[2]}>"
    message["Auto-Submitted"] = "auto-generated"
    if unsubscribe:
        message["List-Unsubscribe"] = f"<{unsubscribe}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(text)
    return message


def one_line(text: str, most: int = 150) -> str:
    """Return a text for a header: one line without control characters, not too long.

    >>> one_line("Your turn\\r\\nBcc: eve@example.org")
    'Your turn Bcc: eve@example.org'
    """
    words = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return words if len(words) <= most else words[: most - 1] + "…"


class Mailer:
    """Sends messages through a mail server, a few at the same time, in threads that nothing else uses."""

    def __init__(self, server: MailServer) -> None:
        self.server = server
        self._pool = Pool("mail", THREADS, share=THREADS)

    async def send(self, message: EmailMessage, recipient: str, within: float) -> None:
        """Send a message. Raises `RecipientRefused` if it can never arrive, and other exceptions if it may later."""
        call = _Call(self.server, within)
        sending = asyncio.ensure_future(self._pool.run("", call.deliver, message, recipient))
        try:
            async with asyncio.timeout(within):
                await asyncio.shield(sending)
        except BaseException:
            call.hang_up()  # a thread cannot be stopped, but it fails without its connection
            sending.add_done_callback(lambda done: done.cancelled() or done.exception())
            raise

    def close(self) -> None:
        """Give up what is being sent."""
        self._pool.close()


class _Call:
    """One conversation with a mail server, in a thread."""

    def __init__(self, server: MailServer, patience: float) -> None:
        self.patience = patience
        self.client: smtplib.SMTP | None = None
        self.over = False
        self._server = server

    def hang_up(self) -> None:
        """End the conversation, from any thread: whatever waits for an answer fails."""
        self.over = True
        line = self.client.sock if self.client is not None else None
        if line is not None:
            with suppress(OSError):  # it is closed already
                line.shutdown(socket.SHUT_RDWR)

    def deliver(self, message: EmailMessage, recipient: str) -> None:
        """Connect, sign in if there is a user, and hand the message over."""
        context = ssl.create_default_context()
        client = (
            _SecureClient(self, self._server, context=context) if self._server.secure else _Client(self, self._server)
        )
        try:
            self._sign_in(client, context)
            client.send_message(message, self._server.sender, [recipient])
        except smtplib.SMTPRecipientsRefused as error:
            _refuse(error)
        finally:
            client.close()

    def _sign_in(self, client: smtplib.SMTP, context: ssl.SSLContext) -> None:
        server = self._server
        client.ehlo_or_helo_if_needed()
        if not server.secure and client.has_extn("starttls"):
            client.starttls(context=context)
        elif not server.secure and server.user and not server.local:
            raise smtplib.SMTPNotSupportedError("the mail server offers no TLS, and the password is not sent without")
        if server.user:
            client.login(server.user, server.password)


class _Client(smtplib.SMTP):
    """A connection that its call can end from the first moment on."""

    def __init__(self, call: _Call, server: MailServer, **named: Any) -> None:
        self._call = call
        super().__init__(server.host, server.port, timeout=call.patience, **named)

    def connect(self, host: str = "localhost", port: int = 0, source_address: Any = None) -> tuple[int, bytes]:
        """Connect, and read the server's greeting."""
        self._call.client = self
        found = super().connect(host, port, source_address)
        if self._call.over:
            self.close()
            raise TimeoutError("the mail server was too slow")
        return found


class _SecureClient(_Client, smtplib.SMTP_SSL):
    """A connection with TLS from the first byte."""


def _refuse(error: smtplib.SMTPRecipientsRefused) -> NoReturn:
    """Tell a refusal for good (5xx) from one for now (4xx)."""
    ((code, _),) = error.recipients.values()
    if code >= 500:
        raise RecipientRefused(str(code)) from None
    raise error
