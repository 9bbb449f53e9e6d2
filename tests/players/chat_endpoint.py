"""A scripted endpoint of the chat-completions form, on loopback."""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = str | Callable[["Handler"], None]
"""The text of a completion, or a function that writes a response."""


class ScriptedEndpoint(ThreadingHTTPServer):
    """Gives its answers one after the other, and the last one for ever. It stores the requests that it received."""

    daemon_threads = True

    def __init__(self, *answers: Answer) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers = list(answers)
        self.bodies: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.over = threading.Event()
        self.lock = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def next(self) -> Answer:
        with self.lock:
            return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]

    @property
    def prompts(self) -> list[str]:
        """The questions to the model, without the rules."""
        return [body["messages"][-1]["content"] for body in self.bodies]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that close the connection."""


class Handler(BaseHTTPRequestHandler):
    """One request."""

    server: ScriptedEndpoint
    body: dict[str, Any]

    @property
    def prompt(self) -> str:
        """The question to the model, without the rules."""
        return str(self.body["messages"][-1]["content"])

    def do_POST(self) -> None:
        sent = self.rfile.read(int(self.headers["content-length"]))
        with self.server.lock:
            self.body = json.loads(sent)
            self.server.bodies.append(self.body)
            self.server.headers.append({name.lower(): value for name, value in self.headers.items()})
            self.server.paths.append(self.path)
        answer = self.server.next()
        if callable(answer):
            answer(self)
        else:
            self.complete(answer)

    def complete(self, text: Any, finish: str = "stop", **more: Any) -> None:
        data = {
            "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": finish}],
            "usage": {"prompt_tokens": 100, "completion_tokens": 7},
            **more,
        }
        self.say(200, json.dumps(data).encode())

    def say(self, status: int, data: bytes, kind: str = "application/json", **headers: str) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(data)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args: Any) -> None:
        """Print nothing."""


def status(code: int, message: str = "", **headers: str) -> Answer:
    """Answer with an error."""
    return lambda handler: handler.say(code, json.dumps({"error": {"message": message}}).encode(), **headers)


def raw(data: bytes, kind: str = "application/json") -> Answer:
    """Answer with a body."""
    return lambda handler: handler.say(200, data, kind)


def cut_off(text: str) -> Answer:
    """Answer with a completion that reached its largest number of tokens."""
    return lambda handler: handler.complete(text, "length")


def hang(handler: Handler) -> None:
    """Answer nothing until the endpoint is closed."""
    handler.server.over.wait(30)


def trickle(handler: Handler) -> None:
    """Send a header byte by byte, without an end."""
    try:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        while not handler.server.over.wait(0.05):
            handler.wfile.write(b"x")
    except OSError:
        pass


def close_early(handler: Handler) -> None:
    """Promise more than is sent."""
    handler.wfile.write(b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"choices":')


def close_at_once(handler: Handler) -> None:
    """Reset the connection."""
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.connection.close()


@contextmanager
def serving(*answers: Answer) -> Iterator[ScriptedEndpoint]:
    """Serve the answers."""
    endpoint = ScriptedEndpoint(*answers)
    thread = threading.Thread(target=endpoint.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield endpoint
    finally:
        endpoint.over.set()
        endpoint.shutdown()
        endpoint.server_close()
        thread.join()
