"""Asking other players for cards."""
