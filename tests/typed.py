"""What a type checker wants to be told of values that a test knows more about."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def not_none(value: T | None) -> T:
    """The value, which a test expects to be there."""
    assert value is not None
    return value
