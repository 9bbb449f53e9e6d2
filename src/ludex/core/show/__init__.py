"""The presentation of games: HTML pages, terminals, and the layout of text. It imports `language` only."""
