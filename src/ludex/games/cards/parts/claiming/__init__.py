"""Claims about cards laid face down."""
