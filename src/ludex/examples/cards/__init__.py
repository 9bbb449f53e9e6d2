"""Cards of your own in a game that comes with Ludex."""
