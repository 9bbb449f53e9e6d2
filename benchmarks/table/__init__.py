"""The online table measured, and boardgame.io's server beside it: `make bench-table`."""
