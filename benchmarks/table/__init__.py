"""The online table, compared with boardgame.io's server: `make bench-table`."""
