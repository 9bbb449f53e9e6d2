"""Objects with a doubled key are refused wherever JSON comes from outside."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludex
from ludex.console import read_settings
from ludex.core.game.position import Position
from ludex.core.language.errors import LudexError
from ludex.core.language.json_keys import DoubledKey, single_keys
from ludex.core.play.history import History
from ludex.games.cards import LIBRARY, Genome
from ludex.games.diplomacy.notation.position import Position as DiplomacyPosition
from ludex.games.diplomacy.notation.recorded import SavedGame

AUTOMATION = ludex.game("automation")


def history() -> str:
    written: str = AUTOMATION.new(2, seed=7).history.to_json()
    return written


def doubled(text: str) -> str:
    """Return the same object with its first key a second time."""
    return text.rstrip().removesuffix("}") + "," + text.strip()[1:].partition(",")[0] + "}"


READERS: dict[str, tuple[Callable[[str], Any], Callable[[], str]]] = {
    "history": (History.from_json, history),
    "position": (Position.read, lambda: AUTOMATION.new(2, seed=7).position().to_json()),
    "genome": (Genome.from_json, lambda: LIBRARY["spades"]().to_json()),
    "move": (AUTOMATION.moves.from_json, lambda: '{"type":"BuyCard","card":"Bitcoin"}'),
    "Diplomacy position": (DiplomacyPosition.read, lambda: '{"phase":"S1901M","units":{}}'),
    "Diplomacy saved game": (SavedGame.read, lambda: '{"id":"x","map":"standard","phases":[]}'),
    "setting": (lambda text: read_settings([f"x={text}"]), lambda: '{"a":1,"b":2}'),
}


@pytest.mark.parametrize("what", READERS)
def test_a_doubled_key_is_refused_by_name(what: str) -> None:
    read, example = READERS[what]
    text = example()
    key = text.partition('"')[2].partition('"')[0]
    with pytest.raises(LudexError, match=f"has the key '{key}' twice"):
        read(doubled(text))


@pytest.mark.parametrize(
    "text",
    [
        '{"a":1,"a":2}',
        '{"a":1,"\\u0061":2}',
        '{"b":{"a":1,"a":1}}',
        '[{"x":0},{"a":":","a":2}]',
        '{"a" : 1, "b": ":::", "a"\n:2}',
    ],
)
def test_every_spelling_and_every_depth_is_looked_at(text: str) -> None:
    for given_text in (text, text.encode()):
        with pytest.raises(DoubledKey):
            single_keys(given_text)


def test_the_same_key_in_two_objects_is_fine() -> None:
    text = '{"a":{"a":1},"b":[{"a":1},{"a":"\\"a\\":1"}]}'
    assert single_keys(text) == text


KEYS = st.text(alphabet='ab":\\,{}', max_size=3)


@given(st.recursive(st.integers() | KEYS, lambda inner: st.lists(inner) | st.lists(st.tuples(KEYS, inner))))
def test_exactly_the_texts_with_a_doubled_key_are_refused(value: Any) -> None:

    found = False

    def write(part: Any) -> str:
        nonlocal found
        if isinstance(part, list) and part and all(isinstance(one, tuple) for one in part):
            names = [name for name, _ in part]
            found = found or len(set(names)) < len(names)
            return "{" + ",".join(f"{json.dumps(name)}:{write(inner)}" for name, inner in part) + "}"
        if isinstance(part, list):
            return "[" + ",".join(map(write, part)) + "]"
        return json.dumps(part)

    text = write(value)
    if found:
        with pytest.raises(DoubledKey):
            single_keys(text)
    else:
        assert single_keys(text) == text


def test_the_doubled_key_of_a_large_object_is_found_without_comparing_all_keys_with_each_other() -> None:
    keys = ", ".join(f'"{number}": 0' for number in range(100_000))
    with pytest.raises(DoubledKey, match="'99999' twice"):
        single_keys(f'{{{keys}, "99999": 0}}')


def test_a_doubled_key_in_place_of_a_missing_one_is_refused() -> None:
    text = LIBRARY["spades"]().to_json()
    assert '"turn_rounds": 0' in text
    for other in ("turn_limit", "book"):
        with pytest.raises(LudexError, match=f"has the key '{other}' twice"):
            Genome.from_json(text.replace('"turn_rounds": 0', f'"{other}": 0'))


def test_white_space_hides_no_doubled_key_of_a_genome() -> None:
    genome = LIBRARY["hearts"]()
    spread = genome.to_json().replace(":", "\t:\r\n ").replace(",", " ,")
    for text in (spread, "".join(genome.to_json().splitlines()), json.dumps(json.loads(genome.to_json()))):
        assert Genome.from_json(text).phases == Genome.from_json(text.encode()).phases == genome.phases
        for name in ("phases", "title"):
            double = text.replace(f'"{name}"', f'"{name}": 0 ,\n"{name}"', 1)
            with pytest.raises(LudexError, match=f"has the key '{name}' twice|expected"):
                Genome.from_json(double)
            same = json.dumps({name: json.loads(text)[name]})[1:-1]
            with pytest.raises(LudexError, match=f"has the key '{name}' twice"):
                Genome.from_json(text.replace(f'"{name}"', f'{same},\n"{name}"', 1))
