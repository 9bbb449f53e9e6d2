"""A server for `test_late_imports`: at its end it prints the modules that were imported after it began to listen.

Run as `python -m tests.table.late DATABASE`.
"""

from __future__ import annotations

import contextlib
import sys

from ludex.table.app.serving import address_of, listen, run
from ludex.table.server.limits import Limits
from ludex.table.server.table_server import TableServer
from ludex.table.store import open_store

if __name__ == "__main__":
    before: set[str] = set()
    listening = listen("127.0.0.1", 0)

    def ready() -> None:
        """Note what is there, and tell the address."""
        before.update(sys.modules)
        print(address_of(listening), flush=True)

    server = TableServer(open_store(sys.argv[1]), limits=Limits.none())
    server.local_webhooks = True
    with contextlib.suppress(KeyboardInterrupt):
        run(server, listening, ready)
    print(*sorted(set(sys.modules) - before), sep="\n")
