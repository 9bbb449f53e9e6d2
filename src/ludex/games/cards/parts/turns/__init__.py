"""Turns: how they go round, how a hand of them ends, books, and points for going out."""
