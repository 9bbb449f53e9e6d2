"""The lab evolves card games: operators change genomes, measures judge them, and populations retain the best."""
