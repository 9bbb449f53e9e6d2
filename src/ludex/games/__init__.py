"""The games that come with Ludex, one folder each. A game never imports another."""
