"""Two new kingdom cards for Automation: one with the sentence of a printed card, and one with a new sentence.

The cards make a game under another name; Automation stays as it is printed. Watch two players who buy them:

    python own_kingdom_card.py

To play it by name (`ludex play sprints`), install it as a package like the example `pebbles`, with the entry point
`sprints = "own_kingdom_card:Sprints"` in the group `ludex.games`.
"""

from typing import Any

import ludex
from ludex.author import Log
from ludex.games.automation import with_cards
from ludex.games.automation.components import BUG
from ludex.games.automation.rules.piles import gain
from ludex.games.automation.state import State

CARDS = {
    "Stand-up": {
        "type": "action",
        "cost": 3,
        "cards": 1,
        "actions": 1,
        "effect": "each other player draws 1 card",  # the sentence of Daily Scrum; any number may stand in it
        "supply": 10,
    },
    "Crunch": {
        "type": "action",
        "cost": 2,
        "money": 3,
        "effect": "gain 1 Bug",
        "supply": 10,
    },
}


def gain_bugs(s: State, card: int, number: int, log: Log) -> None:
    """Carry out "gain 1 Bug", or any other number of them."""
    for _ in range(number):
        gain(s, s.turn, BUG, log)


Sprints = with_cards(
    __name__, name="sprints", title="Automation: Sprints", cards=CARDS, effects={"gain # Bugs": gain_bugs}
)


class Hurried(ludex.Player[Any]):
    """Plays everything it has, and buys points if it can, or else two of each new card."""

    def decide(self, request: ludex.Request[Any]) -> Any:
        owned = dict(request.view.seats[request.seat].owned)
        new = [card for card in CARDS if owned.get(card, 0) < 2]
        wishes = [f"buy {card}" for card in ("Framework", *new, "Dogecoin", "Ethereum")]
        return next(
            (move for wish in ("play", *wishes) for move in request.options if str(move).startswith(wish)),
            "end phase",
        )


if __name__ == "__main__":
    print("The rules are compiled first. That takes up to a minute, but only once.", flush=True)
    game = Sprints()
    table = game.new(2, seed=1, players=["Ann", "Bob"])
    outcome = ludex.Referee(table, [Hurried("Ann"), Hurried("Bob")]).play()
    print(*(event for event in table.events() if "Crunch" in str(event) or "Stand-up" in str(event)), sep="\n")
    print(f"{outcome.reason}, {outcome.scores}")
