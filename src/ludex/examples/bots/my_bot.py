"""The bot of the quickstart, in six lines: it plays its cards, and buys the best that it can afford.

Measure it:

    ludex arena automation --players my_bot.py:Rich,random --games 20
"""

import ludex


class Rich(ludex.Player):
    def decide(self, request):
        wishes = ("play", "buy Framework", "buy Dogecoin", "buy Ethereum")
        moves = [move for wish in wishes for move in request.options if str(move).startswith(wish)]
        return moves[0] if moves else request.options[-1]
