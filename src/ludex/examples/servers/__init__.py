"""Ludex in a server of your own."""
