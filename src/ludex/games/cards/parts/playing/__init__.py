"""Playing cards, and what they do."""
