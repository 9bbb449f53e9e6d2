"""A mail server on this machine that takes in messages, and misbehaves as the test wishes."""

from __future__ import annotations

import asyncio
import base64
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

HANGS, DRIPS = b"hangs", b"drips"
"""Answers that never come, and that never end."""


class MailSink:
    """A mail server."""

    def __init__(self, secure: ssl.SSLContext | None = None) -> None:
        self.port = 0
        self.raw: list[bytes] = []
        self.envelopes: list[tuple[str, str]] = []
        """Sender and recipient of every message."""
        self.signed_in: list[str] = []
        self.answers: dict[str, bytes] = {}
        """By command (`HELLO` for the greeting, `BODY` for the end of a message): an answer other than consent."""
        self.connections = 0
        self.tasks: set[asyncio.Task[object]] = set()
        self.secure = secure
        """The certificate for STARTTLS, if that is offered."""

    @property
    def messages(self) -> list[EmailMessage]:
        """The messages, read."""
        found = [message_from_bytes(raw, policy=SMTP) for raw in self.raw]
        return [one for one in found if isinstance(one, EmailMessage)]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Have one conversation."""
        self.connections += 1
        task = asyncio.current_task()
        assert task is not None
        self.tasks.add(task)
        try:
            await self._converse(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError, ssl.SSLError, asyncio.CancelledError):
            pass
        finally:
            writer.transport.abort()
            self.tasks.discard(task)

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        sender = recipient = ""
        secret = False
        await self._answer(writer, "HELLO", b"220 sink ESMTP\r\n")
        while line := await reader.readline():
            command, _, rest = line.decode().strip().partition(" ")
            command = command.upper()
            if command == "DATA":
                await self._answer(writer, command, b"354 go ahead\r\n")
                raw = await reader.readuntil(b"\r\n.\r\n")
                if await self._answer(writer, "BODY", b"250 taken\r\n"):
                    self.envelopes.append((sender, recipient))
                    self.raw.append(raw[:-3].replace(b"\r\n..", b"\r\n."))
                continue
            if command == "EHLO":
                offers = [b"250-sink", b"250-AUTH PLAIN", b"250 8BITMIME"]
                if self.secure is not None and not secret:
                    offers.insert(1, b"250-STARTTLS")
                await self._answer(writer, command, b"\r\n".join(offers) + b"\r\n")
                continue
            if command == "AUTH":
                self.signed_in.append(base64.b64decode(rest.partition(" ")[2]).decode().strip("\0").replace("\0", ":"))
            if command == "MAIL":
                sender = rest.partition("<")[2].partition(">")[0]
            if command == "RCPT":
                recipient = rest.partition("<")[2].partition(">")[0]
            code = {"AUTH": b"235", "STARTTLS": b"220", "QUIT": b"221"}.get(command, b"250")
            await self._answer(writer, command, code + b" ok\r\n")
            if command == "STARTTLS" and self.secure is not None:
                await writer.start_tls(self.secure)
                secret = True
            if command == "QUIT":
                return

    async def _answer(self, writer: asyncio.StreamWriter, command: str, otherwise: bytes) -> bool:
        """Send an answer. Return whether it was consent."""
        answer = self.answers.get(command, otherwise)
        while answer == HANGS:
            await asyncio.sleep(0.01)
            if writer.transport.is_closing():
                raise ConnectionError
        while answer == DRIPS:
            writer.write(b"2")
            await writer.drain()
            await asyncio.sleep(0.01)
        writer.write(answer)
        await writer.drain()
        return answer == otherwise


@asynccontextmanager
async def mail_sink(secure: ssl.SSLContext | None = None, *, starttls: bool = False) -> AsyncIterator[MailSink]:
    """Run a mail server, in plain text, with STARTTLS, or with TLS from the first byte."""
    sink = MailSink(secure if starttls else None)
    server = await asyncio.start_server(sink.serve, "127.0.0.1", 0, ssl=None if starttls else secure)
    sink.port = server.sockets[0].getsockname()[1]
    try:
        yield sink
    finally:
        server.close()
        for task in sink.tasks:
            task.cancel()
        await asyncio.gather(*sink.tasks, return_exceptions=True)


def certificate(folder: Path, names: tuple[str, ...] = ("localhost",)) -> tuple[ssl.SSLContext, Path]:
    """Return a server's context with a new certificate, and the file of that certificate for those who trust it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "sink")])
    known = [x509.DNSName(one) for one in names]
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([*known, x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    file = folder / "certificate.pem"
    file.write_bytes(made.public_bytes(Encoding.PEM))
    (folder / "key.pem").write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file, folder / "key.pem")
    return context, file
