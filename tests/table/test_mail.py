"""E-mail over SMTP to a real mail server on this machine, which refuses, hangs and drips."""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from email.message import EmailMessage
from pathlib import Path

import pytest

from ludex.table.server.mail import (
    BadMailServer,
    Mailer,
    MailServer,
    RecipientRefused,
    is_address,
    read_mail_server,
    write_message,
)
from tests.table.mail_sink import DRIPS, HANGS, MailSink, certificate, mail_sink

pytestmark = pytest.mark.anyio

LONG = 60.0
"""Seconds for a delivery that succeeds."""
STOP = "https://table.test/stop/" + "x" * 120


def message(text: str = "Ann, it is your turn.\n.\nA line with a dot.", subject: str = "Your turn") -> EmailMessage:
    return write_message("ludex@table.test", "ann@example.org", subject, text, "t.0.abc.mail", 1_000_000.0, STOP)


def server(sink: MailSink, **more: object) -> MailServer:
    fields = {"secure": False, "user": "", "password": "", "sender": "ludex@table.test"} | more
    return MailServer("localhost" if more.get("secure") else "127.0.0.1", sink.port, **fields)  # type: ignore[arg-type]  # fields by name


async def send(sink: MailSink, within: float = LONG, **more: object) -> None:
    mailer = Mailer(server(sink, **more))
    try:
        await mailer.send(message(), "ann@example.org", within)
    finally:
        mailer.close()


async def test_a_message_arrives_as_it_was_written() -> None:
    async with mail_sink() as sink:
        await send(sink, user="ann", password="pass word")
    assert sink.envelopes == [("ludex@table.test", "ann@example.org")]
    assert sink.signed_in == ["ann:pass word"]
    (found,) = sink.messages
    assert found.get_content().splitlines() == ["Ann, it is your turn.", ".", "A line with a dot."]
    assert found["Message-ID"] == "<t.0.abc.mail@table.test>"
    assert found["List-Unsubscribe"] == f"<{STOP}>"
    assert f"List-Unsubscribe: <{STOP}>\r\n".encode() in sink.raw[0], "an address in one piece"
    assert found["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert found["Auto-Submitted"] == "auto-generated"


@pytest.mark.parametrize(
    "text",
    ["Ann\r\nBcc: eve@example.org", "a\nb", "\x00\x1b[2J", "a\u2028Bcc: eve@example.org", "é" * 500, "=?utf-8?q?x?="],
)
def test_nothing_is_injected_into_headers(text: str) -> None:
    written = bytes(message(subject=text))
    head = written.partition(b"\r\n\r\n")[0].split(b"\r\n")
    names = [line.partition(b":")[0] for line in head]
    assert names == [
        b"From",
        b"To",
        b"Subject",
        b"Date",
        b"Message-ID",
        b"Auto-Submitted",
        b"List-Unsubscribe",
        b"List-Unsubscribe-Post",
        b"Content-Type",
        b"Content-Transfer-Encoding",
        b"MIME-Version",
    ]
    assert all(32 <= byte < 127 for line in head for byte in line)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ann",
        "ann@localhost",
        "@example.org",
        "ann@example",
        "ann@example.org\n",
        "ann@example.org,eve@example.org",
        "ann@exa mple.org",
        "<ann@example.org>",
        "Ann <ann@example.org>",
        '"a b"@example.org',
        "a..b@example.org",
        "ä@example.org",
        "x" * 65 + "@example.org",
        "a@" + "b." * 130 + "org",
    ],
)
def test_what_is_no_ordinary_address_is_not_taken(text: str) -> None:
    assert not is_address(text)


@pytest.mark.parametrize("text", ["ann@example.org", "a.b+games@mail.example.co.uk", "x_y@xn--bcher-kva.example"])
def test_ordinary_addresses_are_taken(text: str) -> None:
    assert is_address(text)


@pytest.mark.parametrize(
    ("url", "host", "port", "secure", "user", "password", "sender"),
    [
        ("smtp://localhost:2525", "localhost", 2525, False, "", "", "ludex@table.test"),
        ("smtp://ann:p%40ss@mail.test", "mail.test", 587, False, "ann", "p@ss", "ludex@table.test"),
        ("smtps://a%40b.org:x@mail.test", "mail.test", 465, True, "a@b.org", "x", "a@b.org"),
        ("smtps://u:x@mail.test/?from=games@b.org", "mail.test", 465, True, "u", "x", "games@b.org"),
    ],
)
def test_the_address_of_a_mail_server_is_read(
    url: str, host: str, port: int, secure: bool, user: str, password: str, sender: str
) -> None:
    assert read_mail_server(url, host="table.test") == MailServer(host, port, secure, user, password, sender)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "mail.test",
        "http://u:secret@mail.test",
        "smtp://",
        "smtp://u@mail.test",
        "smtp://u:secret@mail.test:99999",
        "smtp://u:secret@mail.test/path",
        "smtp://u:secret@mail.test?from=x",
        "smtp://u:secret@mail.test?to=a@b.org",
        "smtp://u:secret@mail.test?from=a@b.org%0aBcc:c@d.org",
    ],
)
def test_a_wrong_address_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(BadMailServer) as caught:
        read_mail_server(url)
    assert "secret" not in str(caught.value)


def test_a_password_is_read_from_elsewhere_and_never_shown() -> None:
    found = read_mail_server("smtp://ann@mail.test", "geheim")
    assert found.password == "geheim"
    assert "geheim" not in repr(found)


@pytest.mark.parametrize("step", ["HELLO", "MAIL", "RCPT", "DATA", "BODY"])
@pytest.mark.parametrize("answer", [HANGS, DRIPS])
async def test_a_mail_server_that_hangs_or_drips_is_given_up(step: str, answer: bytes) -> None:
    async with mail_sink() as sink:
        sink.answers[step] = answer
        with pytest.raises(TimeoutError):
            await send(sink, within=0.2)
        assert sink.raw == []


@pytest.mark.parametrize("step", ["HELLO", "MAIL", "RCPT", "BODY"])
async def test_a_refusal_for_now_can_be_tried_again(step: str) -> None:
    async with mail_sink() as sink:
        sink.answers[step] = b"451 later\r\n"
        with pytest.raises(smtplib.SMTPException):
            await send(sink)
        del sink.answers[step]
        await send(sink)
        assert len(sink.raw) == 1


async def test_a_recipient_who_is_refused_for_good_is_told_from_all_other_refusals() -> None:
    async with mail_sink() as sink:
        sink.answers["RCPT"] = b"550 no such user\r\n"
        with pytest.raises(RecipientRefused):
            await send(sink)
        sink.answers = {"BODY": b"554 spam\r\n"}
        with pytest.raises(smtplib.SMTPDataError):
            await send(sink)


async def test_a_mail_server_that_is_not_there_fails() -> None:
    async with mail_sink() as sink:
        pass
    with pytest.raises(ConnectionRefusedError):
        await send(sink)


@pytest.mark.parametrize("starttls", [False, True])
async def test_tls_needs_a_certificate_that_is_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, starttls: bool
) -> None:
    context, file = certificate(tmp_path)
    async with mail_sink(context, starttls=starttls) as sink:
        with pytest.raises(ssl.SSLCertVerificationError):
            await send(sink, secure=not starttls, user="ann", password="secret")
        assert sink.signed_in == []
        monkeypatch.setenv("SSL_CERT_FILE", str(file))
        await send(sink, secure=not starttls, user="ann", password="secret")
        assert sink.signed_in == ["ann:secret"]
        assert len(sink.raw) == 1


async def test_a_password_is_not_sent_in_the_clear_to_another_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    async with mail_sink() as sink:
        monkeypatch.setattr(MailServer, "local", False)
        with pytest.raises(smtplib.SMTPNotSupportedError, match="offers no TLS"):
            await send(sink, user="ann", password="secret")
        assert sink.signed_in == []


async def test_several_messages_are_sent_at_the_same_time_and_one_that_hangs_delays_no_other() -> None:
    async with mail_sink() as slow, mail_sink() as quick:
        slow.answers["DATA"] = HANGS
        stuck = asyncio.ensure_future(send(slow, within=5.0))
        await asyncio.gather(*(send(quick) for _ in range(5)))
        assert len(quick.raw) == 5
        stuck.cancel()
        await asyncio.gather(stuck, return_exceptions=True)
