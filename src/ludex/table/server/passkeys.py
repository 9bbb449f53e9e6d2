"""Passkeys: a person's authenticator signs a challenge, and so brings them to another device.

It needs the package `webauthn` (`pip install 'ludex[people]'`). Without it, there are no passkeys.
"""

from __future__ import annotations

import hashlib
import hmac
import importlib.util
import secrets
from typing import TYPE_CHECKING, Any

import msgspec

from ludex.table.room.messages import encode
from ludex.table.room.refused import Refused
from ludex.table.server.tokens import hashed
from ludex.table.store import Belonging

if TYPE_CHECKING:
    from ludex.table.server.table_server import TableServer

PASSKEY, SECRET, USED = "passkey", "secret", "challenge"
"""Kinds of belongings: passkeys, the server's secret for challenges, and challenges that were used."""
SERVER = "server"
"""The mark under which the server's own secret is stored."""
WITHIN = 300.0
"""Seconds in which a challenge must be answered."""
MOST = 20
"""Most passkeys of a person."""
NONCE, TIME = 16, 8
INSTALLED = importlib.util.find_spec("webauthn") is not None


class Passkeys:
    """The passkeys of all persons. Challenges are signed, and so need no memory until they are answered."""

    def __init__(self, server: TableServer) -> None:
        self._server = server
        self._secret: bytes | None = None

    async def options(self, mark: str, host: str, name: str) -> bytes:
        """Return the options for making a passkey, as JSON for the browser."""
        _expect_installed()
        import webauthn
        from webauthn.helpers import structs

        known = await self._server.store.belongings(mark, PASSKEY)
        if len(known) >= MOST:
            raise Refused(409, "too-many", f"You have {MOST} passkeys. Remove one first.")
        made = webauthn.generate_registration_options(
            rp_id=host,
            rp_name="Ludex",
            user_id=hashlib.sha256(mark.encode()).digest(),
            user_name=name or "Player",
            challenge=await self._challenge(f"make {mark}"),
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED
            ),
            exclude_credentials=[
                structs.PublicKeyCredentialDescriptor(id=webauthn.base64url_to_bytes(one.name)) for one in known
            ],
        )
        return webauthn.options_to_json(made).encode()

    async def add(self, mark: str, host: str, origin: str, credential: dict[str, Any], label: str) -> None:
        """Store a passkey that a browser has made."""
        _expect_installed()
        import webauthn

        challenge = await self._expect_challenge(credential, f"make {mark}", mark)
        try:
            found = webauthn.verify_registration_response(
                credential=credential, expected_challenge=challenge, expected_rp_id=host, expected_origin=origin
            )
        except Exception as error:
            raise _refused(error) from None
        data = {
            "key": webauthn.helpers.bytes_to_base64url(found.credential_public_key),
            "count": found.sign_count,
            "label": label,
            "since": self._server.clock.now(),
        }
        name = webauthn.helpers.bytes_to_base64url(found.credential_id)
        made = Belonging(PASSKEY, name, mark, encode(data), at=self._server.clock.now())
        if not await self._server.persons.own(mark, [made], fresh=True):
            raise Refused(409, "known", "This passkey is known already.")

    async def challenge(self, host: str) -> bytes:
        """Return the options for signing in with any passkey, as JSON for the browser."""
        _expect_installed()
        import webauthn

        made = webauthn.generate_authentication_options(rp_id=host, challenge=await self._challenge("sign in"))
        return webauthn.options_to_json(made).encode()

    async def person(self, host: str, origin: str, credential: dict[str, Any]) -> str:
        """Return the mark of the person who has signed a challenge."""
        _expect_installed()
        import webauthn

        known = await self._server.store.belonging(PASSKEY, str(credential.get("id", ""))[:2000])
        if known is None:
            raise Refused(403, "no-passkey", "This server does not know this passkey.")
        challenge = await self._expect_challenge(credential, "sign in", known.person)
        data = msgspec.json.decode(known.data)
        try:
            found = webauthn.verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=host,
                expected_origin=origin,
                credential_public_key=webauthn.base64url_to_bytes(data["key"]),
                credential_current_sign_count=data["count"],
            )
        except Exception as error:
            raise _refused(error) from None
        data["count"] = found.new_sign_count
        now = self._server.clock.now()
        used = msgspec.structs.replace(known, data=encode(data), at=now)
        if not await self._server.store.own([used], given=[(PASSKEY, known.name)]):
            raise Refused(403, "no-passkey", "This server does not know this passkey.")  # no longer
        return known.person

    async def shown(self, mark: str) -> list[dict[str, Any]]:
        """Return the passkeys of a person."""
        return [
            {"id": one.name, "used": one.at, **{key: msgspec.json.decode(one.data)[key] for key in ("label", "since")}}
            for one in await self._server.store.belongings(mark, PASSKEY)
        ]

    async def _challenge(self, purpose: str) -> bytes:
        """Return a challenge for one purpose: a random number, the time, and a signature of both."""
        body = secrets.token_bytes(NONCE) + int(self._server.clock.now()).to_bytes(TIME, "big")
        return body + await self._sign(body, purpose)

    async def _sign(self, body: bytes, purpose: str) -> bytes:
        if self._secret is None:
            fresh = Belonging(SECRET, "challenges", SERVER, encode(secrets.token_hex(32)))
            await self._server.store.own([fresh], fresh=True)
            stored = await self._server.store.belonging(SECRET, "challenges")
            assert stored is not None
            self._secret = stored.data
        return hmac.digest(self._secret, purpose.encode() + b"\x00" + body, "sha256")

    async def _expect_challenge(self, credential: dict[str, Any], purpose: str, mark: str) -> bytes:
        """Return the challenge that was answered, which must be ours, recent, and answered for the first time."""
        challenge, now = _answered(credential), self._server.clock.now()
        body, signature = challenge[: NONCE + TIME], challenge[NONCE + TIME :]
        fits = hmac.compare_digest(signature, await self._sign(body, purpose))
        if not fits or not 0 <= now - int.from_bytes(body[NONCE:], "big") <= WITHIN:
            raise Refused(403, "late", "This took too long. Try again.")
        old = [one for one in await self._server.store.belongings(mark, USED) if now - one.at > 2 * WITHIN]
        await self._server.store.own([msgspec.structs.replace(one, person="") for one in old])
        if not await self._server.store.own([Belonging(USED, hashed(body.hex()), mark, at=now)], fresh=True):
            raise Refused(403, "late", "This was used already. Try again.")
        return challenge


def _answered(credential: dict[str, Any]) -> bytes:
    """Return the challenge in an answer of a browser."""
    from webauthn.helpers import base64url_to_bytes

    try:
        client = msgspec.json.decode(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        return base64url_to_bytes(client["challenge"])
    except Exception:
        raise Refused(400, "unreadable", "This is not the answer of an authenticator.") from None


def _expect_installed() -> None:
    if not INSTALLED:
        raise Refused(409, "no-passkeys", "This server has no passkeys. Use a recovery code.")


def _refused(error: Exception) -> Refused:
    return Refused(403, "no-passkey", f"The passkey was not accepted: {type(error).__name__}.")
