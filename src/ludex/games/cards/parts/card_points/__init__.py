"""Points for cards, and for the most cards of a kind."""
