"""Automation at a terminal, and on a page."""
