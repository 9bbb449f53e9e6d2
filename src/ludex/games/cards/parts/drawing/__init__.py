"""Drawing cards."""
