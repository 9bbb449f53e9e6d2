"""Measurements of reviews: calibrated chances, planted blunders, games between equals, and the time a review takes."""
