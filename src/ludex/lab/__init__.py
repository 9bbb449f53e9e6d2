"""The lab: card games are mutated, measured and selected, so that games come out that are worth playing."""
