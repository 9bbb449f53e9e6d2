"""What a game is, and the referee. The core knows no particular game.

The core has no face of its own: players and simulations use `ludex`, authors of games `ludex.author`.
"""
