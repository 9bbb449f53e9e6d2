"""Players that follow a script."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple

from ludex import Move, Player, Request


class Factory(NamedTuple):
    """An answer that is made when it is given, because it must not be read before."""

    make: Callable[[], Any]


class Scripted(Player):
    """Answers (or raises) what the script says, one after the other, then keeps; remembers its requests."""

    def __init__(self, *script: Any, name: str = "Ann") -> None:
        super().__init__(name)
        self.script = list(script)
        self.requests: list[Request] = []

    def decide(self, request: Request) -> Any:
        self.requests.append(request)
        answer = self.script.pop(0) if self.script else request.options[0]
        if isinstance(answer, BaseException):
            raise answer
        return answer.make() if isinstance(answer, Factory) else answer


def first(request: Request) -> Move:
    return request.options[0]


class Later(Scripted):
    """The same as a coroutine, which lets others run first."""

    async def decide(self, request: Request) -> Any:
        await asyncio.sleep(0)
        return super().decide(request)


KINDS = [Scripted, Later]
"""Players that are called, and players that are awaited."""
