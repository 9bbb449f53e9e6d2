"""Games as installable packages."""
