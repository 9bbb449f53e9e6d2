import ludex


class Rich(ludex.Player):
    def decide(self, request):
        wishes = ("play", "buy Framework", "buy Dogecoin", "buy Ethereum")
        moves = [move for wish in wishes for move in request.options if str(move).startswith(wish)]
        return moves[0] if moves else request.options[-1]
