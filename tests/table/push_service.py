"""A push service on this machine: it checks signatures, and browsers decrypt what it takes in."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from ludex.table.server.web_push import from_text, to_text


class Browser:
    """The keys of a browser."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._secret = os.urandom(16)
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.p256dh, self.auth = to_text(point), to_text(self._secret)

    def decrypt(self, body: bytes) -> bytes:
        """Return the message in a body, as RFC 8291 and RFC 8188 describe it."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, record = body[21 : 21 + length], body[21 + length :]
        assert len(record) <= size
        there = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        mine = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        shared = self._key.exchange(ec.ECDH(), there)
        secret = HKDF(SHA256(), 32, self._secret, b"WebPush: info\0" + mine + sender).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        try:
            padded = AESGCM(key).decrypt(nonce, record, None)
        except InvalidTag:
            raise ValueError("this is not for this browser") from None
        message, mark, padding = padded.rpartition(b"\x02")
        assert mark
        assert not padding.strip(b"\0")
        return message


def claims_of(authorization: str, public: str) -> dict[str, Any]:
    """Return the claims of a signed header. Raises `ValueError` if the signature is not of this key."""
    kind, _, rest = authorization.partition(" ")
    fields = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert kind == "vapid"
    assert fields["k"] == public
    signed, _, signature = fields["t"].rpartition(".")
    raw = from_text(signature)
    numbers = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_text(public))
    try:
        key.verify(numbers, signed.encode(), ec.ECDSA(SHA256()))
    except InvalidSignature:
        raise ValueError("wrong signature") from None
    found: dict[str, Any] = msgspec.json.decode(from_text(signed.partition(".")[2]))
    return found


class PushService:
    """A push service: every path is the endpoint of a subscription."""

    def __init__(self, public: str) -> None:
        self.public = public
        self.url = ""
        self.taken: list[tuple[str, dict[str, str], bytes]] = []
        """Path, headers and body of every message."""
        self.answers: dict[str, bytes] = {}
        """By path: an answer other than 201."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take in one message. Its signature must fit."""
        try:
            head, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().strip().split("\r\n")
            headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
            body = await reader.readexactly(int(headers["content-length"]))
            path = head.split(" ")[1]
            assert claims_of(headers["authorization"], self.public)["aud"] == self.url
            assert headers["content-encoding"] == "aes128gcm"
            assert int(headers["ttl"]) > 0
            self.taken.append((path, headers, body))
            writer.write(self.answers.get(path, b"HTTP/1.1 201 Created\r\n\r\n"))
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def push_service(public: str) -> AsyncIterator[PushService]:
    """Run a push service that expects messages of one site."""
    service = PushService(public)
    server = await asyncio.start_server(service.serve, "127.0.0.1", 0)
    service.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield service
    finally:
        server.close()
