"""Web Push: encrypted messages to a browser (RFC 8291), signed with the key of this site (VAPID, RFC 8292)."""

from __future__ import annotations

import hashlib
import os
from base64 import b64decode, urlsafe_b64encode
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from ludex.table.store import Store

KEY_BYTES, SECRET_BYTES, POINT_BYTES = 32, 16, 65
RECORD = 4096
"""The size of a record: a message is a single one."""
PADDED = 1024
"""The length to which messages are padded, so that their length says nothing."""
TOKEN_FOR = 12 * 3600
"""Seconds for which a signed token is valid; RFC 8292 allows a day."""
KIND, NAME = "vapid", "key"
"""The document with the private key of the site."""


class Push(NamedTuple):
    """A message as it is sent: headers and body of the request."""

    headers: dict[str, str]
    body: bytes


class Signer:
    """The key with which a site signs its messages. Browsers accept messages only from the key that they subscribed to.

    >>> len(from_text(Signer.generate().public))
    65
    """

    def __init__(self, secret: bytes) -> None:
        self.secret = secret
        self._key = ec.derive_private_key(int.from_bytes(secret), ec.SECP256R1())
        self.public = to_text(_point(self._key.public_key()))
        """The public key, as pages pass it to `pushManager.subscribe`."""

    @classmethod
    def generate(cls) -> Signer:
        """Return a signer with a new random key."""
        return cls(ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(KEY_BYTES))

    def authorize(self, endpoint: str, now: float, subject: str = "") -> str:
        """Return the `Authorization` of a message to an endpoint. `subject` is an address of the operator."""
        parts = urlsplit(endpoint)
        claims: dict[str, object] = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(now) + TOKEN_FOR}
        if subject:
            claims["sub"] = subject
        signed = ".".join(to_text(msgspec.json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        numbers = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(SHA256())))
        signature = b"".join(number.to_bytes(KEY_BYTES) for number in numbers)
        return f"vapid t={signed}.{to_text(signature)}, k={self.public}"


async def signer_of(store: Store) -> Signer:
    """Return the signer of a site. Its key is made at the first start, once for all servers on one database."""
    return Signer(await store.add(KIND, NAME, Signer.generate().secret))


def encrypt(message: bytes, p256dh: str, auth: str, *, padded: int = PADDED) -> bytes:
    """Encrypt a message for the browser that has these keys. Every message gets a new key and a new salt."""
    return _encrypt(message, p256dh, auth, ec.generate_private_key(ec.SECP256R1()), os.urandom(16), padded)


def _encrypt(
    message: bytes, p256dh: str, auth: str, key: ec.EllipticCurvePrivateKey, salt: bytes, padded: int
) -> bytes:
    receiver = from_text(p256dh)
    sender = _point(key.public_key())
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), receiver))
    secret = _derive(shared, from_text(auth), b"WebPush: info\0" + receiver + sender, 32)
    content_key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    padding = b"\0" * max(0, padded - len(message))
    head = salt + RECORD.to_bytes(4) + bytes([len(sender)]) + sender
    return head + AESGCM(content_key).encrypt(nonce, message + b"\x02" + padding, None)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def topic(identity: str) -> str:
    """Return the `Topic` of a message: a push service replaces a message that waits by a later one with the same.

    >>> len(topic("wff6q7xt3hhg.0.6b1d0a2f9c3e5d7a41.turn.push"))
    32
    """
    return to_text(hashlib.blake2b(identity.encode(), digest_size=24, person=b"ludex topic").digest())


def are_keys(p256dh: str, auth: str) -> bool:
    """Return whether texts can be the keys of a browser: a point on the curve, and 16 bytes.

    >>> are_keys(Signer.generate().public, to_text(bytes(16))), are_keys(to_text(bytes(65)), to_text(bytes(16)))
    (True, False)
    """
    try:
        point, secret = from_text(p256dh), from_text(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return False
    return len(point) == POINT_BYTES and len(secret) == SECRET_BYTES


def to_text(data: bytes) -> str:
    """Return bytes in Base64 for addresses, without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def from_text(text: str) -> bytes:
    """Return the bytes of such a text. Raises `ValueError` for anything else.

    >>> from_text(to_text(b"ludex"))
    b'ludex'
    """
    padded = text.encode("ascii")
    return b64decode(padded + b"=" * (-len(padded) % 4), b"-_", validate=True)
