"""The effects of action cards.

Their bonuses are printed as numbers: +cards, +actions, +buys and +money. Any other effect is a sentence, which the rule
that implements it declares, with `#` for a number. Decisions of players go onto the stack, and are answered in
`answers`.
"""

from __future__ import annotations

from ludex.author import Log, rule
from ludex.author.advanced import adopted, printed_by_author
from ludex.games.automation.components import BUG, COST, MONEY, MORE_ACTIONS, MORE_BUYS, MORE_CARDS
from ludex.games.automation.rules.piles import draw, gain, kinds
from ludex.games.automation.rules.sentences import Sentences
from ludex.games.automation.rules.stack import push, push_for_others
from ludex.games.automation.state import DISCARD_ANY, DISCARD_DOWN, GAIN, HIT, PLAY_TWICE, TRASH, State

EFFECTS = Sentences("effect")
ATTACKS = Sentences("attack")


# Effects for the seat in turn: `card` is the card, `number` the number in its sentence.


@EFFECTS.does("trash a card from your hand, then gain a card costing up to # more")
def refactor(s: State, card: int, number: int, log: Log) -> None:
    push(s, TRASH, s.turn, card, number)


@EFFECTS.does("discard any number of cards, then draw that many")
def backlog(s: State, card: int, number: int, log: Log) -> None:
    push(s, DISCARD_ANY, s.turn, card, 0)


@EFFECTS.does("discard # cards per empty supply pile")
def tech_debt(s: State, card: int, number: int, log: Log) -> None:
    empty = 0
    for pile in range(kinds(s)):
        if s.supply[pile] == 0 and s.pile[pile] > 0:
            empty += 1
    push(s, DISCARD_DOWN, s.turn, card, max(s.hand_size[s.turn] - number * empty, 0))


@EFFECTS.does("you may play an action card from your hand twice")
def parallelization(s: State, card: int, number: int, log: Log) -> None:
    push(s, PLAY_TWICE, s.turn, card, 0)


@EFFECTS.does("each other player draws # cards")
def daily_scrum(s: State, card: int, number: int, log: Log) -> None:
    for step in range(1, s.seats):
        draw(s, (s.turn + step) % s.seats, number, log)


# Effects of attacks on a seat that has revealed no shield.


@ATTACKS.does("each other player gains a Bug")
def give_bug(s: State, seat: int, card: int, number: int, log: Log) -> None:
    gain(s, seat, BUG, log)


@ATTACKS.does("each other player discards down to # cards in hand")
def hack(s: State, seat: int, card: int, number: int, log: Log) -> None:
    push(s, DISCARD_DOWN, seat, card, number)


# Sentences of the cards that an author adds, each with its rule.

for _known in (EFFECTS, ATTACKS):
    for _sentence, _rule in printed_by_author(__name__, f"{_known.field}s").items():
        _known.does(_sentence)(adopted(__name__, _rule))

EFFECT, EFFECT_NUMBER = EFFECTS.tables()
ATTACK, ATTACK_NUMBER = ATTACKS.tables()
have_effect = EFFECTS.rule("have_effect")
attack_seat = ATTACKS.rule("attack_seat")


@rule
def do_card(s: State, card: int, log: Log) -> None:
    """First a card's bonuses, then its effect, then its attack."""
    s.actions += MORE_ACTIONS[s.edition, card]
    s.buys += MORE_BUYS[s.edition, card]
    s.money += MONEY[s.edition, card]
    draw(s, s.turn, MORE_CARDS[s.edition, card], log)
    have_effect(EFFECT[s.edition, card], s, card, EFFECT_NUMBER[s.edition, card], log)
    if ATTACK[s.edition, card]:
        push_for_others(s, HIT, card)


@rule
def hit(s: State, seat: int, card: int, log: Log) -> None:
    """An attack reaches a seat."""
    attack_seat(ATTACK[s.edition, card], s, seat, card, ATTACK_NUMBER[s.edition, card], log)


@rule
def gain_for(s: State, trashed: int, more: int) -> None:
    """A card may be gained that costs up to `more` above the trashed one."""
    push(s, GAIN, s.turn, trashed, COST[s.edition, trashed] + more)
