"""The parts of a card game: a folder for each phase and for each way to score, with all there is about it."""
