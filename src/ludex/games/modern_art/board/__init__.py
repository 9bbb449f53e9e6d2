"""Modern Art at a terminal, and on a page with its seventy paintings."""
