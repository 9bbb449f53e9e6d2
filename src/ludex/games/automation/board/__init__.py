"""How Automation is drawn: at a terminal, and on a page."""
