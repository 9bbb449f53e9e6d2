"""Auctions: bids of a number and a suit that rise, the declarer and the dummy, and the points for contracts."""
