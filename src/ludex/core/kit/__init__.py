"""The conformance kit: it plays thousands of moves of a game and cites the clause of the contract that is broken.

It may import everything else in `ludex.core`.
"""
