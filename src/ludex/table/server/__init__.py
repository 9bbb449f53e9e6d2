"""All tables of one server process: making, waking and finding them, and the limits and threads that they share.

May import `ludex.table.room`, `ludex.table.store`, `ludex.players` and `ludex.core`; nothing about HTTP.
"""
