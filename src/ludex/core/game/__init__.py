"""A game: rules, moves, settings and looks bound together. Also positions, requests, finding games by name, and
compiling rules in the background.

It imports `language`, `compile` and `show`.
"""
