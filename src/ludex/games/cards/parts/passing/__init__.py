"""Cards passed on before the play."""
