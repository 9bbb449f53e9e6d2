"""Reviews of finished games: every seat's chances by what it knew, the moments that decided, and better moves."""

from ludex.players.review.decisions import NotOver, finished_table
from ludex.players.review.reviewing import review
from ludex.players.review.values import Curve, Judged, Moment, Point, Review, ReviewSettings

__all__ = ["Curve", "Judged", "Moment", "NotOver", "Point", "Review", "ReviewSettings", "finished_table", "review"]
