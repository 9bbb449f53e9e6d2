"""The strength of players: in every game a ladder, on which each rung plays against the one below."""
