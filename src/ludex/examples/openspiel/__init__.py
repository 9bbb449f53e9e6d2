"""Algorithms of OpenSpiel on Ludex games, and its bots at Ludex tables."""
