"""The contents of the box: the power plants, the maps, and the tables printed on the board and the player aids."""
