"""Tricks, points for them, and players knocked out."""
