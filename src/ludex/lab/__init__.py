"""The lab: evolving card games. Operators change genomes, measures judge them, populations keep the best."""
