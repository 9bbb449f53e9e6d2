"""Benchmarks of Ludex against its peers, in one run: `python -m benchmarks` (or `make bench`)."""
