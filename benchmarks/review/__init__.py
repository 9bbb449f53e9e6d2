"""How good reviews are: calibrated chances, planted blunders, games between equals, and the time a review takes."""
