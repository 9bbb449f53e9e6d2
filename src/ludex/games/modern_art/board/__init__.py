"""How Modern Art is drawn: at a terminal, and on a page with its seventy paintings."""
