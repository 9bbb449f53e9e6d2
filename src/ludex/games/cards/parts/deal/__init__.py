"""Seats, teams, the deck and the deal."""
