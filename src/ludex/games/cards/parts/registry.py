"""All parts of card games, and the order in which they are checked, scored and shown.

A new part is listed in `PARTS`, and wherever boards show something of it.
"""

from __future__ import annotations

from operator import itemgetter

from ludex.games.cards.genome.phasing import tag_of
from ludex.games.cards.parts.asking import board as asking_board
from ludex.games.cards.parts.asking import part as asking
from ludex.games.cards.parts.auction import board as auction_board
from ludex.games.cards.parts.auction import part as auction
from ludex.games.cards.parts.betting import board as betting_board
from ludex.games.cards.parts.betting import part as betting
from ludex.games.cards.parts.bidding import board as bidding_board
from ludex.games.cards.parts.bidding import part as bidding
from ludex.games.cards.parts.captures import board as captures_board
from ludex.games.cards.parts.captures import part as captures
from ludex.games.cards.parts.card_points import board as card_points_board
from ludex.games.cards.parts.card_points import part as card_points
from ludex.games.cards.parts.claiming import board as claiming_board
from ludex.games.cards.parts.claiming import part as claiming
from ludex.games.cards.parts.deal import part as deal
from ludex.games.cards.parts.discarding import board as discarding_board
from ludex.games.cards.parts.discarding import part as discarding
from ludex.games.cards.parts.drawing import board as drawing_board
from ludex.games.cards.parts.drawing import part as drawing
from ludex.games.cards.parts.match import board as match_board
from ludex.games.cards.parts.part import GamePart, Terms
from ludex.games.cards.parts.passing import board as passing_board
from ludex.games.cards.parts.passing import part as passing
from ludex.games.cards.parts.playing import board as playing_board
from ludex.games.cards.parts.playing import part as playing
from ludex.games.cards.parts.tricks import board as tricks_board
from ludex.games.cards.parts.tricks import part as tricks
from ludex.games.cards.parts.trumps import board as trumps_board
from ludex.games.cards.parts.trumps import part as trumps
from ludex.games.cards.parts.turns import board as turns_board
from ludex.games.cards.parts.turns import part as turns

PARTS: tuple[GamePart, ...] = (
    deal.PART,
    trumps.PART,
    bidding.PART,
    auction.PART,
    passing.PART,
    tricks.PART,
    turns.PART,
    drawing.PART,
    playing.PART,
    discarding.PART,
    claiming.PART,
    asking.PART,
    betting.PART,
    card_points.PART,
    captures.PART,
)
PHASES = {part.phase.kind: part.phase for part in PARTS if part.phase}

RANGE_PROBLEMS = [part.range_problems for part in PARTS if part.range_problems]
PROBLEMS = [part.problems for part in PARTS if part.problems]
SCORING_PROBLEMS = [part.scoring_problems for part in PARTS if part.scoring_problems]
PLAIN = [part.plain for part in PARTS if part.plain]
PLAIN_POINTS = [part.plain_points for part in PARTS if part.plain_points]
BOUNDS = [part.points for part in PARTS if part.points]
SCORING_SENTENCES = [
    tell
    for _, tell in sorted(
        ((turn, tell) for part in PARTS for turn, tell in part.scoring_sentences.items()), key=itemgetter(0)
    )
]
"""The texts of rulebooks about scoring, in the order in which it is counted."""
SCORING_IN_SHORT = [part.scoring_in_short for part in PARTS if part.scoring_in_short]
TERMS: Terms = {kind: tell for part in PARTS for kind, tell in part.terms.items()}

HEADLINES = {tag_of(kind): phase.headline for kind, phase in PHASES.items()}
"""The heading over the board in each phase, by the name that views have for it."""
PROMPTS = {tag_of(kind): phase.prompt for kind, phase in PHASES.items()}
"""The questions to players, by the name of the phase."""
BUBBLES = {tag_of(kind): phase.bubble for kind, phase in PHASES.items()}
"""Explanations of decisions for new players, by the name of the phase."""
MARKS = (auction_board.marks, trumps_board.marks, tricks_board.marks)
"""The marks above the cloth, which count for the whole table."""
MIDDLE = (
    auction_board.middle,
    bidding_board.middle,
    tricks_board.middle,
    playing_board.middle,
    betting_board.middle,
    claiming_board.middle,
    drawing_board.middle,
)
"""The things that lie between the players."""
FACTS = (
    passing_board.facts,
    bidding_board.facts,
    auction_board.facts,
    tricks_board.facts,
    betting_board.facts,
    turns_board.facts,
    captures_board.facts,
    card_points_board.facts,
)
"""The facts about a player, next to the name."""
PRESSED_PLAYERS = (asking_board.press_player, drawing_board.press_player)
"""The words that pressing another player adds to a move, with a tip: the first that there are."""
COLUMNS = (bidding_board.columns, auction_board.columns, tricks_board.columns)
"""The columns of the score sheet before the score."""
CARD_FACTS = (
    trumps_board.card_facts,
    card_points_board.card_facts,
    betting_board.card_facts,
    discarding_board.card_facts,
    captures_board.card_facts,
    playing_board.card_facts,
    tricks_board.card_facts,
)
"""The sentences about any card of the game."""
CARD_NOTES = (captures_board.card_note, passing_board.card_note, drawing_board.card_note)
"""More sentences about a card of the viewer's hand."""
PRESSED_CARDS = (playing_board.press_card, asking_board.press_card)
"""The words that a card of the hand stands for, where that is not its name: the first that there are."""
HAND_LINES = (auction_board.hand_line, passing_board.hand_line, betting_board.hand_line)
"""The sentence about the viewer's hand: the first that there is."""
HAND_WORTHS = (discarding_board.hand_worth, betting_board.hand_worth)
"""The worth of a hand that was shown: the first text that there is."""
LINES = (
    auction_board.lines,
    tricks_board.lines,
    playing_board.lines,
    drawing_board.pile_lines,
    claiming_board.lines,
    betting_board.lines,
    drawing_board.stock_lines,
)
"""The lines about the middle of the table at the terminal."""
CELLS = {
    "bid": bidding_board.bid_cell,
    "tricks": tricks_board.tricks_cell,
    "won": tricks_board.won_cell,
    "chips": betting_board.chips_cell,
    "paid": betting_board.stake_cell,
    "points": match_board.points_cell,
    "bags": bidding_board.bags_cell,
}
"""The columns about seats at the terminal, by their headings."""
REMARKS = (betting_board.remarks, bidding_board.remarks, drawing_board.remarks)
"""Words about options at the terminal."""
