"""Tools for those who develop Ludex."""
