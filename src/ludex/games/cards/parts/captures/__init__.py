"""Cards captured from the table, and sweeps."""
