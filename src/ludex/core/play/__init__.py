"""One game in progress, and its players: tables, histories, undo, the referee, calling players.

It imports `language`, `compile`, `show` and `game`.
"""
