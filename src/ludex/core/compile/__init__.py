"""Rules as machine code, and interpreted rules from the same source.

It holds the compiler and its cache, the generated dispatch of moves, the default rules for those a game leaves out, the
entry points from Python, and whole games between bots. It imports `language` only.
"""
