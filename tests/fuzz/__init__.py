"""Positions and histories as a stranger might send them."""
