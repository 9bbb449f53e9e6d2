"""Ludex games in other ecosystems. Each door is a module to import: `ludex.doors.gymnasium`,
`ludex.doors.pettingzoo`, `ludex.doors.openspiel`, `ludex.doors.mcp`, `ludex.doors.openenv`, `ludex.doors.verifiers`.

`import ludex` imports none of them, and each needs packages that Ludex does not depend on.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def needs(packages: str, extra: str) -> Iterator[None]:
    """Import optional packages inside a `with` statement. If one is missing, the error names the command to install it.

    >>> with needs("Sky Hooks", "sky"):
    ...     import sky_hooks
    Traceback (most recent call last):
    ImportError: this door needs Sky Hooks, which is not installed: pip install 'ludex[sky]'
    """
    try:
        yield
    except ImportError as error:
        if error.name and error.name.startswith("ludex"):
            raise
        raise ImportError(
            f"this door needs {packages}, which is not installed: pip install 'ludex[{extra}]'", name=error.name
        ) from None
