"""The length of a match, and its winner."""
