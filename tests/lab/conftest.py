"""The lab's tests run interpreted: compiling its loop would take longer than all of them."""

from tests.interpreting import interpreted

__all__ = ["interpreted"]
