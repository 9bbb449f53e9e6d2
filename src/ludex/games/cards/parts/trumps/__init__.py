"""Trumps, and the jacks that are the strongest of them."""
