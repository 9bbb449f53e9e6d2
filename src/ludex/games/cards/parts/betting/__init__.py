"""Betting, chips, and hands compared for the pot."""
