"""Web Push: the example of RFC 8291, byte for byte; signatures that a receiver checks; one key for all servers."""

from __future__ import annotations

import asyncio

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from ludex.table.server.web_push import _encrypt, are_keys, encrypt, from_text, signer_of, to_text
from ludex.table.store import MemoryStore
from tests.table.push_service import Browser, claims_of

pytestmark = pytest.mark.anyio

# RFC 8291, appendix A
MESSAGE = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7"
    "A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_the_standard_is_encrypted_byte_for_byte() -> None:
    key = ec.derive_private_key(int.from_bytes(from_text(SENDER)), ec.SECP256R1())
    assert to_text(_encrypt(MESSAGE, P256DH, AUTH, key, from_text(SALT), 0)) == BODY


def test_only_the_browser_reads_a_message_and_its_length_says_nothing() -> None:
    ann, eve = Browser(), Browser()
    bodies = [encrypt(message, ann.p256dh, ann.auth) for message in (b"Ann, it is your turn.", b"", b"x" * 900)]
    assert [ann.decrypt(body) for body in bodies] == [b"Ann, it is your turn.", b"", b"x" * 900]
    assert len({len(body) for body in bodies}) == 1
    assert len({body[:86] for body in bodies}) == 3, "every message has a key and a salt of its own"
    eve.p256dh, eve.auth = ann.p256dh, ann.auth
    with pytest.raises(ValueError, match="not for this browser"):
        eve.decrypt(bodies[0])
    changed = bodies[0][:-1] + bytes([bodies[0][-1] ^ 1])
    with pytest.raises(ValueError, match="not for this browser"):
        ann.decrypt(changed)


@pytest.mark.parametrize("p256dh", ["", "x", "é", to_text(b"\x04" + bytes(64)), to_text(bytes(65)), P256DH[:-2], AUTH])
def test_keys_that_no_browser_can_have_are_recognized(p256dh: str) -> None:
    assert are_keys(P256DH, AUTH)
    assert not are_keys(p256dh, AUTH)
    assert not are_keys(P256DH, p256dh + AUTH[2:])


async def test_a_signature_names_the_push_service_and_holds_half_a_day() -> None:
    store = MemoryStore()
    await store.open()
    signer = await signer_of(store)
    header = signer.authorize("https://push.test:8443/send/secret?x=1", 1_000_000.7, "https://table.test")
    assert claims_of(header, signer.public) == {
        "aud": "https://push.test:8443",
        "exp": 1_043_200,
        "sub": "https://table.test",
    }
    with pytest.raises(ValueError, match="signature"):
        claims_of(header.replace("vapid t=e", "vapid t=f"), signer.public)


async def test_servers_that_start_together_make_one_key() -> None:
    first = MemoryStore()
    stores = [first, *(first.another() for _ in range(4))]
    for store in stores:
        await store.open()
    signers = await asyncio.gather(*map(signer_of, stores), signer_of(first))
    assert len({signer.public for signer in signers}) == 1
    assert (await signer_of(first)).public == signers[0].public, "a later start finds it"
