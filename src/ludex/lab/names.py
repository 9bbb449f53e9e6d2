"""Names for evolved games. A name hints at the family, and a little at how the game plays."""

from __future__ import annotations

import re
from collections.abc import Container
from random import Random

import msgspec

from ludex.games.cards import Genome
from ludex.games.cards.genome import (
    AskPhase,
    BettingPhase,
    BiddingPhase,
    ClaimPhase,
    DiscardPhase,
    PassPhase,
    PlayPhase,
    TrickPhase,
)
from ludex.lab.measures import Measures

PLACES = (
    "Alder", "Amber", "Ashdown", "Barrow", "Beacon", "Bramble", "Brook", "Cinder", "Copper", "Coral", "Corvin",
    "Dover", "Elder", "Ember", "Fennel", "Fallow", "Garnet", "Granite", "Harbour", "Hazel", "Heron", "Hollow",
    "Indigo", "Ivory", "Juniper", "Kestrel", "Lantern", "Larch", "Linden", "Marble", "Meadow", "Merlin", "Millrace",
    "Moorland", "Nettle", "Oakham", "Orchard", "Osprey", "Pebble", "Quarry", "Raven", "Rowan", "Saffron", "Sable",
    "Sorrel", "Summit", "Thistle", "Tinder", "Umber", "Velvet", "Walnut", "Willow", "Windmill", "Yarrow",
)  # fmt: skip
QUICK, LONG = ("Quick", "Brisk", "Little"), ("Grand", "Long", "Great")


def family(genome: Genome) -> tuple[str, ...]:
    """Return words for the kind of game: by its phases, and by how it is scored.

    >>> from ludex.games.cards import LIBRARY
    >>> family(LIBRARY["spades"]()), family(LIBRARY["cheat"]())
    (('Contract', 'Call', 'Bid'), ('Bluff', 'Liar', 'Fib'))
    """
    kinds = {type(phase) for phase in genome.phases}
    if ClaimPhase in kinds:
        return ("Bluff", "Liar", "Fib")
    if BiddingPhase in kinds:
        return ("Contract", "Call", "Bid")
    if BettingPhase in kinds:
        return ("Stakes", "Ante", "Pot")
    if TrickPhase in kinds:
        return _of_tricks(genome, PassPhase in kinds)
    if AskPhase in kinds:
        return ("Angler", "Quest", "Asker")
    if genome.knocking_phase or DiscardPhase in kinds:
        return ("Rummy", "Knock", "Meld")
    if any(isinstance(phase, PlayPhase) and phase.to == "capture" for phase in genome.phases):
        return ("Sweep", "Fisher", "Broom")
    return ("Shed", "Dash", "Ladder")


def _of_tricks(genome: Genome, passing: bool) -> tuple[str, ...]:
    if genome.match.low_wins or passing:
        return ("Dodge", "Slip", "Shun")
    return ("Whist", "Trumps", "Ruff") if genome.trump != "none" else ("Tricks", "Take", "Round")


def name_for(genome: Genome, measures: Measures, taken: Container[str], seed: str, origin: str = "") -> Genome:
    """Return the same game with a name made for it; `origin` is the title of the game that it descends from.

    >>> from ludex.games.cards import LIBRARY
    >>> name_for(LIBRARY["whist"](), Measures(), (), "1").title
    'Partnership Summit Whist'
    """
    random = Random(f"name {seed}")
    while True:
        words = [random.choice(PLACES), random.choice(family(genome))]
        if measures.length and measures.length < 12 and random.random() < 0.5:
            words.insert(0, random.choice(QUICK))
        elif measures.length > 200 and random.random() < 0.5:
            words.insert(0, random.choice(LONG))
        title = " ".join(words)
        if genome.teams and random.random() < 0.5:
            title = f"Partnership {title}"
        name = re.sub("[^a-z]+", "-", title.lower())
        if name not in taken:
            about = f"An evolved game that descends from {origin}." if origin else genome.about
            return msgspec.structs.replace(genome, name=name, title=title, about=about)
