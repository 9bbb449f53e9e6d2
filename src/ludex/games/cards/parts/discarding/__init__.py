"""Discarding, and knocking with melds."""
