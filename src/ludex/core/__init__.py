"""What a game is, and the referee. Knows no game.

The core has no face of its own: players and simulations use `ludex`, authors of games `ludex.author`.
"""
