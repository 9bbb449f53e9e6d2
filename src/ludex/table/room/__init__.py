"""One table: its state, the actions of its players, its clocks, and the messages that each viewer receives.

A table is the fold of its rows (`rows`, `state`). A request is checked against the state and becomes rows (`actions`,
`automatic`), the room saves and applies them (`room`), and every viewer receives the part that they may know
(`perspectives`, `log`, `viewer`).

May import `ludex.table.store`, `ludex.players` and `ludex.core`; neither the server around it nor HTTP.
"""
