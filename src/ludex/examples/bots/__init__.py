"""Players, written in Python."""
