"""The online table: people and bots play in the browser, on one server or on many that share a database."""
