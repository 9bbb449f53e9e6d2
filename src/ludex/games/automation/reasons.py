"""Why a move is not allowed."""

from __future__ import annotations

from collections.abc import Mapping

WRONG_DECISION, NOT_IN_HAND, NOT_AN_ACTION, NOT_MONEY, NOT_IN_SUPPLY, PILE_EMPTY = range(1, 7)
TOO_EXPENSIVE, TOO_DEAR_TO_GAIN, NO_SHIELD, MUST_GO_ON = range(7, 11)

REASONS: Mapping[int, tuple[str, str]] = {
    WRONG_DECISION: ("wrong-decision", "this is the {phase} phase: {due}."),
    NOT_IN_HAND: ("not-in-hand", "there is no {card} in your hand. You hold {hand}."),
    NOT_AN_ACTION: ("not-an-action", "{card} is of type {type}; only action cards can be played now."),
    NOT_MONEY: ("not-money", "{card} is of type {type}; only money can be played in the MONEY phase."),
    NOT_IN_SUPPLY: ("not-in-supply", "{card} is not in the supply of this game."),
    PILE_EMPTY: ("pile-empty", "the supply has no {card} left."),
    TOO_EXPENSIVE: ("too-expensive", "{card} costs {cost}, and you have {money}."),
    TOO_DEAR_TO_GAIN: ("too-dear-to-gain", "{card} costs {cost}; you may gain a card costing up to {limit}."),
    NO_SHIELD: ("no-shield", "{card} does not protect against attacks."),
    MUST_GO_ON: ("must-go-on", "you cannot stop here: {due}."),
}
