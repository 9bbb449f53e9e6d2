"""Types for values that a test knows more about than a type checker does."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def not_none(value: T | None) -> T:
    """Return the value, which a test expects to be there."""
    assert value is not None
    return value
