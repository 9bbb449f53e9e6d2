"""Mistakes that a type checker must find in code that uses Ludex; each is marked, and read by
`test_slips.py`. Lines without a mark must be fine."""

from __future__ import annotations

import ludex
from ludex import Player, Request
from ludex.author import ANY, GameView, Record, i8, rule, shown
from ludex.games.modern_art import ModernArt, PlayCard, SealBid, View
from ludex.games.modern_art.state import State

game = ModernArt()
table = game.new(4, seed=7, deck="review")
hand = table.view(0).hand
hnad = table.view(0).hnad  # slip: a field of a view
table.view(0).money + 1  # slip: a field's type, which may be None
table.view(0).round + 1
table.view(0).round = 2  # slip: views are immutable
game.new(4, dekc="review")  # slip: a setting's name
game.new(4, deck="revue")  # slip: a setting's value
game.new(4, mystery="yes")  # slip: a setting's type
game.new(4, sed=7)  # slip: an argument
PlayCard("Daniel Melim", "open")
PlayCard("Nobody", "open")  # slip: a move's value
PlayCard("Daniel Melim", "opn")  # slip: another value
PlayCard(artst="Daniel Melim", auction="open")  # slip: a move's field
SealBid("much")  # slip: a move's type


by_name = ludex.game("modern-art")
other = by_name.new(4, deck="review")
by_name.new(4, deck="revue")  # slip: a setting's value, of a game by name
cash = other.view(0).money
mony = other.view(0).mony  # slip: a field of a view, of a game by name
for option in other.options(0):
    if isinstance(option, PlayCard):
        print(option.artist)
        print(option.artst)  # slip: a field of an option
    print(option.artist)  # slip: a field that only some options have
other.play(0, PlayCard("Daniel Melim", "open"))
genome = ludex.game("spades").genome
genom = ludex.game("spades").genom  # slip: an attribute of a card game
ludex.game("my-own-game").new(2, anything="goes")


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
    turn = i8(ANY)
    cells = i8.row(9, ANY)


@rule
def own(s: Own) -> int:
    return s.cells[s.turm]  # slip: a field of one's own record


class OwnView(GameView[Own]):
    """A view."""

    @shown
    def turn(self) -> int:
        return self._s.turn

    @shown
    def cells(self) -> tuple[int, ...]:
        return self._s.turn  # slip: a field's type in one's own view

    @shown
    def mine(self) -> int:
        return self._s.cells[self.trun]  # slip: another field of one's own view
