"""Players of Automation in three steps, from a plain one to one that beats big-money.

The tutorial "A bot that beats big-money" explains them. Measure the last one:

    ludex arena automation --players beat_big_money.py:Closer,big-money --games 400
"""

from collections.abc import Sequence

from ludex import Move, Player, Request
from ludex.games.automation import BuyCard, EndPhase, PlayCard, View


class Rich(Player[View]):
    """Plays every card, and buys the first card of a list that it can afford."""

    def decide(self, request: Request[View]) -> Move:
        for move in request.options:
            if isinstance(move, PlayCard):
                return move
        for card in self.wanted(request.view):
            if BuyCard(card) in request.options:
                return BuyCard(card)
        return EndPhase()

    def wanted(self, view: View) -> Sequence[str]:
        return "Framework", "Dogecoin", "Ethereum"


class Tester(Rich):
    """Also buys one Evergreen Test, which draws three cards."""

    def wanted(self, view: View) -> Sequence[str]:
        owned = dict(view.seats[view.decider].owned)
        if "Evergreen Test" in owned:
            return "Framework", "Dogecoin", "Ethereum"
        return "Framework", "Dogecoin", "Evergreen Test", "Ethereum"


class Closer(Tester):
    """Turns to points when the game draws to its end."""

    def wanted(self, view: View) -> Sequence[str]:
        left = {pile.card: pile.count for pile in view.supply}["Framework"]
        if left > 4:
            return super().wanted(view)
        if left > 2:
            return "Framework", "Module", "Dogecoin", "Ethereum"
        return "Framework", "Module", "Method"
