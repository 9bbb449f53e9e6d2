"""Names for evolved games. A name hints at the family, and a little at how the game plays."""

from __future__ import annotations

import re
from collections.abc import Container
from random import Random

import msgspec

from ludex.games.cards import Genome
from ludex.lab.families import NAMES, family_of
from ludex.lab.measures import Measures

PLACES = (
    "Alder", "Amber", "Ashdown", "Barrow", "Beacon", "Bramble", "Brook", "Cinder", "Copper", "Coral", "Corvin",
    "Dover", "Elder", "Ember", "Fennel", "Fallow", "Garnet", "Granite", "Harbour", "Hazel", "Heron", "Hollow",
    "Indigo", "Ivory", "Juniper", "Kestrel", "Lantern", "Larch", "Linden", "Marble", "Meadow", "Merlin", "Millrace",
    "Moorland", "Nettle", "Oakham", "Orchard", "Osprey", "Pebble", "Quarry", "Raven", "Rowan", "Saffron", "Sable",
    "Sorrel", "Summit", "Thistle", "Tinder", "Umber", "Velvet", "Walnut", "Willow", "Windmill", "Yarrow",
)  # fmt: skip
QUICK, LONG = ("Quick", "Brisk", "Little"), ("Grand", "Long", "Great")


def name_for(genome: Genome, measures: Measures, taken: Container[str], seed: str, origin: str = "") -> Genome:
    """Return the same game with a name made for it; `origin` is the title of the game that it descends from.

    >>> from ludex.games.cards import LIBRARY
    >>> name_for(LIBRARY["whist"](), Measures(), (), "1").title
    'Partnership Summit Whist'
    """
    random = Random(f"name {seed}")
    while True:
        words = [random.choice(PLACES), random.choice(NAMES[family_of(genome)])]
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
