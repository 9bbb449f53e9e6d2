"""The vocabulary of rules: records, moves, events, reasons, settings, chance, errors, and the contract of a game.

It imports nothing else of Ludex.
"""
