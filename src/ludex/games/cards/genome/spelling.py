"""A genome with every field spelled out, and the JSON schema of genomes."""

from __future__ import annotations

import inspect
from typing import Any

import msgspec

from ludex.games.cards.genome.schema import Genome

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def spell_out(part: Any) -> Any:
    """Return a genome, or a part of one, as plain values with every field, including those with default values.

    >>> from ludex.games.cards.genome import Deck, AskPhase
    >>> spell_out(Deck()), spell_out(AskPhase())
    ({'ranks': '23456789TJQKA', 'without': []}, {'type': 'ask'})
    """
    if isinstance(part, msgspec.Struct):
        tag = part.__struct_config__.tag
        named = {"type": tag} if tag else {}
        return named | {name: spell_out(getattr(part, name)) for name in part.__struct_fields__}
    return [spell_out(item) for item in part] if isinstance(part, tuple) else part


def full_json(genome: Genome) -> str:
    """Return a genome as readable JSON in which every field is written.

    >>> from ludex.games.cards import create_spades_genome
    >>> '"max_bid": 13' in full_json(create_spades_genome())
    True
    """
    return msgspec.json.format(msgspec.json.encode(spell_out(genome)), indent=2).decode() + "\n"


def genome_schema() -> dict[str, Any]:
    """Return the JSON schema of genomes: for editors, and for programs in other languages.

    >>> genome_schema()["title"]
    'Genome'
    """
    _, defs = msgspec.json.schema_components([Genome], ref_template="#/$defs/{name}")
    for part in defs.values():
        part["description"] = inspect.cleandoc(part["description"]).split("\n\n>>>")[0]
    return {"$schema": DIALECT, **defs.pop("Genome"), "$defs": defs}
