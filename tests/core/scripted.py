"""Players that do what they are told."""

from __future__ import annotations

from typing import Any

from ludex import Move, Player, Request


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
        return answer


def first(request: Request) -> Move:
    return request.options[0]
