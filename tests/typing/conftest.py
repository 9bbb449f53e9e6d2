collect_ignore = ["slips.py"]  # deliberate slips are read by type checkers, not run
