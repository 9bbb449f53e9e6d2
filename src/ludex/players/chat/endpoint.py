"""Requests to an endpoint of the usual chat-completions form, over HTTP(S), with the standard library.

Every exchange runs in a thread, which ends when its time is up, so that an event loop is never blocked. Requests whose
transport failed are repeated with growing pauses; they are not attempts of the player. The key is read from the
environment for each request, sent only to the endpoint, and removed from everything that comes back.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import os
import random
import socket
import ssl
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from contextlib import suppress
from email.utils import parsedate_to_datetime
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, NamedTuple, TypeAlias

import msgspec

from ludex.core.language.errors import BadSetting, quote
from ludex.players.chat.settings import KEY_VARIABLE, NO_KEY, ChatSettings, read_address

MOST_RESPONSE = 1_000_000
"""Largest number of bytes of a response that is read."""
FIRST_PAUSE = 1.0
"""Seconds before the first repeated request. Each further pause is twice as long."""
LONGEST_PAUSE = 60.0
SHORTEST_TRY = 0.1
"""Seconds that the last request before the end of patience has at least."""
GRACE = 2.0
"""Seconds after the time limit at which the thread of a request gives up."""
SHORTEST_SECRET = 8
"""The number of characters from which a key is a secret. Local endpoints accept any word."""
TEMPORARY = frozenset({408, 409, 425, 429})
"""The statuses below 500 after which a request is repeated."""
OK = 200
NOT_TEXT = (ValueError, RecursionError, msgspec.ValidationError)
"""Errors of reading a response that is not JSON of the expected form."""
PATH = "/chat/completions"


class Completion(msgspec.Struct, frozen=True):
    """The answer to one request, or the reason why there is none."""

    text: str = ""
    cut_off: bool = False
    """True if the answer ended because it reached its largest number of tokens."""
    tokens_in: int = 0
    tokens_out: int = 0
    requests: int = 1
    """The number of HTTP requests that it took."""
    seconds: float = 0.0
    fault: str = ""
    """The reason why the transport failed for good. Empty if there is an answer."""


Send: TypeAlias = Callable[[bytes], Awaitable[Completion]]
"""Sends the body of a request, as JSON, and returns the answer: `Endpoint.send`, or a function that wraps it."""


class Failure(Exception):
    """A request that failed. `temporary` if it can be repeated, after at least `pause` seconds."""

    def __init__(self, sentence: str, temporary: bool = True, pause: float = 0.0) -> None:
        super().__init__(sentence)
        self.temporary = temporary
        self.pause = pause


class Response(NamedTuple):
    """A response to one HTTP request."""

    status: int
    headers: dict[str, str]
    body: bytes


class Endpoint:
    """An endpoint of the usual chat-completions form.

    >>> Endpoint("http://127.0.0.1:11434/v1")
    <Endpoint http://127.0.0.1:11434/v1/chat/completions>
    """

    def __init__(self, url: str, settings: ChatSettings | None = None) -> None:
        self._settings = settings or ChatSettings()
        self._parts = read_address(url)
        path = self._parts.path.rstrip("/")
        self._path = path if path.endswith(PATH) else f"{path}{PATH}"

    @property
    def address(self) -> str:
        """The address that requests are sent to, without its query."""
        return f"{self._parts.scheme}://{self._parts.netloc}{self._path}"

    async def send(self, body: bytes) -> Completion:
        """Send a request, as JSON, and return the answer. Repeat it if the transport fails, until patience ends."""
        started, tried, pause = time.monotonic(), 0, FIRST_PAUSE
        while True:
            tried += 1
            left = self._settings.patience - (time.monotonic() - started)
            try:
                found = await self._complete(body, min(max(left, SHORTEST_TRY), self._settings.timeout))
                return msgspec.structs.replace(found, requests=tried, seconds=time.monotonic() - started)
            except Failure as failure:
                wait = max(failure.pause, pause * random.uniform(0.5, 1.0))
                waited = time.monotonic() - started
                if not failure.temporary or waited + wait >= self._settings.patience:
                    again = f" ({tried} requests in {waited:.0f} s)" if tried > 1 else ""
                    fault = f"the endpoint {self.address} {failure}{again}"
                    return Completion(requests=tried, seconds=waited, fault=fault)
            await asyncio.sleep(wait)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _complete(self, body: bytes, seconds: float) -> Completion:
        """Send one HTTP request and read the response. Raise `Failure` if it is not an answer."""
        key = self._key()
        response = await self._exchange(body, key, seconds)
        if response.status != OK:
            raise self._refusal(response, key)
        found = _read_completion(response.body)
        if found is None:
            kind = response.headers.get("content-type", "unknown")
            told = _end_of_sentence(_message_in(response.body), key)
            raise Failure(f"sent something that is not a chat completion (type {_without(key, kind)}){told}")
        return msgspec.structs.replace(found, text=_without(key, found.text))

    async def _exchange(self, body: bytes, key: str, seconds: float) -> Response:
        """Exchange one request for a response in a thread, which ends with the time limit or a cancellation."""
        connection = self._connection(seconds)
        future: Future[Response] = Future()
        gone = threading.Event()
        target = self._path + (f"?{self._parts.query}" if self._parts.query else "")
        given = (future, gone, connection, target, body, _headers(key))
        threading.Thread(target=_work, args=given, name="ludex chat", daemon=True).start()
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), seconds)
        except TimeoutError:
            raise Failure(f"gave no answer within {seconds:.3g} s") from None
        finally:
            gone.set()
            _abort(connection)

    def _connection(self, seconds: float) -> HTTPConnection:
        host = self._parts.hostname or ""
        if self._parts.scheme == "http":
            return HTTPConnection(host, self._parts.port, timeout=seconds + GRACE)
        return HTTPSConnection(host, self._parts.port, timeout=seconds + GRACE, context=ssl.create_default_context())

    def _refusal(self, response: Response, key: str) -> Failure:
        """Return the failure of a response with a status other than 200."""
        status, told = response.status, _end_of_sentence(_message_in(response.body), key)
        if 300 <= status < 400:
            to = quote(_without(key, response.headers.get("location", "")), str)
            return Failure(f"redirects to {to}, where no key is sent: use that address instead", temporary=False)
        pause = _seconds_until(response.headers.get("retry-after", ""))
        return Failure(f"answered with status {status}{told}", status in TEMPORARY or status >= 500, pause)

    def expect_key(self) -> None:
        """Refuse a key that is missing or cannot be sent, before the first request."""
        self._key()

    def _key(self) -> str:
        """Return the key from the environment, or an empty text. Refuse to send one over an open line."""
        name = self._settings.key
        key = os.environ.get(name, "").strip() if name != NO_KEY else ""
        if not key and name not in (KEY_VARIABLE, NO_KEY):
            raise BadSetting(f"the environment has no key named {name}: set it, or use key=none")
        if not (key.isascii() and key.isprintable()):
            raise BadSetting(f"the key in {name} cannot be sent: expected printable ASCII characters")
        if key and self._parts.scheme == "http" and not _is_loopback(self._parts.hostname or ""):
            told = f"the key in {name} would be sent to {self._parts.hostname} without encryption"
            raise BadSetting(f"{told}: use https, or key=none for an endpoint that needs no key")
        return key

    def __repr__(self) -> str:
        return f"<Endpoint {self.address}>"


def _work(
    future: Future[Response],
    gone: threading.Event,
    connection: HTTPConnection,
    target: str,
    body: bytes,
    headers: dict[str, str],
) -> None:
    """Send a request and read the response, in a thread. A request that is no longer expected is not sent."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        connection.connect()
        if gone.is_set():
            raise Failure("connected too late")
        connection.request("POST", target, body, headers)
        with connection.getresponse() as answer:
            told = {name.lower(): value for name, value in answer.getheaders()}
            promised = int(told["content-length"]) if told.get("content-length", "").isdecimal() else None
            data = answer.read(MOST_RESPONSE + 1) if (promised or 0) <= MOST_RESPONSE else None
        if data is None or len(data) > MOST_RESPONSE:
            raise Failure(f"sent more than {MOST_RESPONSE:,} bytes", temporary=False)
        if promised is not None and len(data) < promised:
            raise Failure("closed the connection before the end of its answer")
        future.set_result(Response(answer.status, told, data))
    except Failure as failure:
        future.set_exception(failure)
    except (OSError, HTTPException, ValueError, AttributeError) as error:  # the last one if the connection was closed
        future.set_exception(Failure(f"cannot be reached, or broke off: {_reason(error)}"))
    finally:
        connection.close()


def _reason(error: Exception) -> str:
    """Describe an error of the transport, without what was sent."""
    if isinstance(error, OSError):
        return quote(error.strerror or type(error).__name__, str)
    return type(error).__name__


def _abort(connection: HTTPConnection) -> None:
    """Close a connection that a thread may be reading, so that the thread ends."""
    line = connection.sock
    if line is not None:
        with suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)


def _headers(key: str) -> dict[str, str]:
    headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "ludex"}
    return {**headers, "Authorization": f"Bearer {key}"} if key else headers


class _Text(msgspec.Struct):
    """A part of a message."""

    type: str = ""
    text: str = ""


class _Message(msgspec.Struct):
    content: str | list[_Text] | None = None


class _Choice(msgspec.Struct):
    message: _Message
    finish_reason: str | None = None


class _Counts(msgspec.Struct):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class _Reply(msgspec.Struct):
    """A response of the usual form: the first choice counts."""

    choices: list[_Choice]
    usage: _Counts | None = None


def _read_completion(body: bytes) -> Completion | None:
    """Read a response, or return None if it is not a completion."""
    try:
        reply = msgspec.convert(json.loads(body), _Reply)  # a model may write half a surrogate, which msgspec refuses
    except NOT_TEXT:
        return None
    if not reply.choices:
        return None
    choice, counts = reply.choices[0], reply.usage or _Counts()
    content = choice.message.content
    text = content if isinstance(content, str) else "".join(part.text for part in content or ())
    tokens_in, tokens_out = (max(0, count or 0) for count in (counts.prompt_tokens, counts.completion_tokens))
    return Completion(text, choice.finish_reason == "length", tokens_in, tokens_out)


def _message_in(body: bytes) -> str:
    """Return the message of an error in a response, or an empty text."""
    with suppress(*NOT_TEXT):
        data: Any = json.loads(body)
        found = data.get("error", data) if isinstance(data, dict) else None
        told = found.get("message") if isinstance(found, dict) else found
        return told if isinstance(told, str) else ""
    return ""


def _end_of_sentence(message: str, key: str) -> str:
    """Return a message of an endpoint as the end of a sentence, without the key."""
    plain = " ".join(_without(key, message).split())
    return f": {quote(plain, str)}" if plain else ""


def _without(key: str, text: str) -> str:
    """Return a text that came from an endpoint, without the key that was sent there."""
    return text.replace(key, "[key]") if len(key) >= SHORTEST_SECRET else text


def _is_loopback(host: str) -> bool:
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"


def _seconds_until(given: str) -> float:
    """Return the seconds in a header `Retry-After`: a number, or a date.

    >>> _seconds_until("3"), _seconds_until("Wed, 21 Oct 2015 07:28:00 GMT"), _seconds_until("soon")
    (3.0, 0.0, 0.0)
    """
    if given.strip().isdecimal():
        return float(given.strip()[:9])
    with suppress(ValueError, TypeError):
        return max(0.0, parsedate_to_datetime(given).timestamp() - time.time())
    return 0.0
