"""Slips of the pen that a type checker must find in the code of somebody who uses Ludex; each is marked, and read by
`test_slips.py`. Lines without a mark must be fine."""

from __future__ import annotations

from ludex import Player, Request
from ludex.author import Record, i8, rule
from ludex.games.modern_art import ModernArt, PlayCard, SealBid, View
from ludex.games.modern_art.state import State

game = ModernArt()
table = game.new(4, seed=7, deck="review")
hand = table.view(0).hand
hnad = table.view(0).hnad  # slip: a field of a view
game.new(4, dekc="review")  # slip: a setting's name
game.new(4, deck="revue")  # slip: a setting's value
game.new(4, mystery="yes")  # slip: a setting's type
game.new(4, sed=7)  # slip: an argument
PlayCard("Daniel Melim", "open")
PlayCard("Nobody", "open")  # slip: a move's value
PlayCard("Daniel Melim", "opn")  # slip: another value
PlayCard(artst="Daniel Melim", auction="open")  # slip: a move's field
SealBid("much")  # slip: a move's type


class Careless(Player):
    """A bot."""

    def decide(self, request: Request[View]) -> PlayCard:
        card = request.view.hand[0]
        print(request.view.mony)  # slip: a field of a request's view
        print(request.optons)  # slip: a field of a request
        return PlayCard(card.artist, card.auctoin)  # slip: a field of a card


@rule
def rich(s: State, seat: int) -> bool:
    return s.mony[seat] > 100  # slip: a field of the game's record


class Own(Record):
    turn = i8()
    cells = i8.row(9)


@rule
def own(s: Own) -> int:
    return s.cells[s.turm]  # slip: a field of one's own record
