"""Bids, and the contracts that they make."""
