"""Text beyond verb and fields: orders as people write them, positions, and saved games."""
