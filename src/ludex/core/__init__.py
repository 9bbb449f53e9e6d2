"""The core: games in general and how they are played. Nothing here depends on a particular game.

    language/   the vocabulary of rules: records, moves, events, reasons, chance
    compile/    rules as machine code, and interpreted from the same source
    show/       the presentation of any game: pages and terminals
    game/       all of that bound together into a game; finding games; compiling in the background
    play/       one game in progress, and its players
    kit/        the conformance kit

Each package imports only those above it in this list (`compile` and `show` do not import each other). Import contracts
in `pyproject.toml` enforce this.
"""
