"""Players that are separate programs, in any language."""
