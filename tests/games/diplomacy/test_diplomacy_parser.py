"""Typed orders, and their meanings."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from random import Random

import pytest

from ludex import UnreadableMove
from ludex.games.diplomacy.components import MAPS, PLACES
from ludex.games.diplomacy.notation.lexer import tokens_of
from ludex.games.diplomacy.notation.orders import FORMS, ORDERS
from ludex.games.diplomacy.notation.parser import read_canonical, read_order, read_orders


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("a par-bur", "A PAR - BUR"),
        ("Army Paris -> Burgundy", "A PAR - BUR"),
        ("army paris to burgundy", "A PAR - BUR"),
        ("A Paris moves to Burgundy", "A PAR - BUR"),
        ("A PAR → BUR", "A PAR - BUR"),
        ("France: A par-bur", "A PAR - BUR"),
        ("FRENCH A PAR H", "A PAR H"),
        ("A PAR holds", "A PAR H"),
        ("A PAR", "A PAR H"),
        ("F NTH supports F LON", "F NTH S F LON"),
        ("F NTH S LON - BEL", "F NTH S A LON - BEL"),
        ("A SIL S RUSSIAN A WAR - PRU", "A SIL S A WAR - PRU"),
        ("F North Sea C A London - Belgium", "F NTH C A LON - BEL"),
        ("A LON - BEL via convoy", "A LON - BEL VIA"),
        ("A LON VIA BEL", "A LON - BEL VIA"),
        ("A LON - NTH - BEL", "A LON - BEL VIA"),
        ("F MAO - SPA(nc)", "F MAO - SPA/NC"),
        ("F MAO - spa nc", "F MAO - SPA/NC"),
        ("F St. Petersburg (south coast) - Gulf of Bothnia", "F STP/SC - BOT"),
        ("F stp/sc H", "F STP/SC H"),
        ("F BRE - Mid-Atlantic Ocean", "F BRE - MAO"),
        ("F NRG - NAT", "F NWG - NAO"),
        ("A PAR R GAS", "A PAR R GAS"),
        ("A PAR retreats to Gascony", "A PAR R GAS"),
        ("BUILD F STP/NC", "BUILD F STP/NC"),
        ("A MOS B", "BUILD A MOS"),
        ("Build army Moscow", "BUILD A MOS"),
        ("DESTROY A PAR", "DESTROY A PAR"),
        ("Remove A Paris", "DESTROY A PAR"),
        ("A PAR disbands", "DESTROY A PAR"),
        ("waive", "WAIVE"),
        ("The army at Warsaw support move to Prussia from Silesia", "A WAR S A SIL - PRU"),
        ("The fleet at Brest support hold to army at Picardy", "F BRE S A PIC"),
        ("The fleet in North Sea convoy to Belgium from London", "F NTH C A LON - BEL"),
        ("The army at Paris move to Burgundy", "A PAR - BUR"),
        ("A PIC-ENG-BEL", "A PIC - BEL VIA"),
        ("ENG: F lon-nth", "F LON - NTH"),
        ("F ENG - NTH", "F ENG - NTH"),
        ("A PAR --> BUR", "A PAR - BUR"),
        ("A Liverpool - Edinburgh", "A LVP - EDI"),
        ("A LVN - Livonia", "A LVN - LVN"),
        ("F Bulgaria(ec) - Constantinople", "F BUL/EC - CON"),
        ("F English Channel Supports A Belgium Hold", "F ENG S A BEL"),
        ("F nth C A lon - bel", "F NTH C A LON - BEL"),
        ("F nth c lon-bel", "F NTH C A LON - BEL"),
        ("a par s mar-bur", "A PAR S A MAR - BUR"),
        ("The army at Paris support move to Burgundy from Marseilles", "A PAR S A MAR - BUR"),
        ("The army at London move to Belgium via convoy", "A LON - BEL VIA"),
        ("The army at Paris retreat to Gascony", "A PAR R GAS"),
        ("The army at Paris disband", "DESTROY A PAR"),
        ("Build fleet at St. Petersburg (North Coast)", "BUILD F STP/NC"),
        ("F MAO - Gulf of Lyons", "F MAO - LYO"),
        ("F GOL - Tyrrhenian", "F LYO - TYS"),
        ("F TYN - West Med", "F TYS - WES"),
        ("A Nor - Norway", "A NWY - NWY"),
        ("F Norwegian Sea - Norway", "F NWG - NWY"),
        ("F GOB - BOT", "F BOT - BOT"),
        ("F Kie(ec) - Bal", "F KIE - BAL"),
        ("waive build", "WAIVE"),
        ("vote draw", "VOTE DRAW"),
        ("concede to France", "CONCEDE TO FRANCE"),
    ],
)
def test_one_order(text: str, canonical: str) -> None:
    assert str(read_order(text)) == canonical


def test_every_name_and_alias_is_its_province() -> None:
    for board in MAPS.values():
        for province in board.provinces:
            for name in (province.code, province.name, *province.aliases):
                assert [token.value for token in tokens_of(name)] == [province.code], name
        for power, adjective in board.adjectives.items():
            assert [token.value for token in tokens_of(f"{power} {adjective}")] == [power, power]


def test_a_next_order_that_begins_with_the_supported_unit() -> None:
    orders = read_orders("A PAR S A BUR - MAR A BUR - MAR")
    assert [str(written.order) for written in orders] == ["A PAR S A BUR - MAR", "A BUR - MAR"]


def test_orders_by_power_with_separators() -> None:
    written = read_orders("France: A PAR - BUR, F BRE - MAO\nEngland:\n F LON - NTH; F EDI - NWG")
    assert [(one.power, str(one.order)) for one in written] == [
        ("FRANCE", "A PAR - BUR"),
        ("FRANCE", "F BRE - MAO"),
        ("ENGLAND", "F LON - NTH"),
        ("ENGLAND", "F EDI - NWG"),
    ]


def test_of_two_readings_the_one_in_which_every_unit_is_ordered_once() -> None:
    assert [str(written.order) for written in read_orders("A WAR B A KIE B")] == ["BUILD A WAR", "BUILD A KIE"]


def test_an_ambiguous_text_shows_its_readings() -> None:
    with pytest.raises(UnreadableMove, match=r"\[A WAR H; BUILD A KIE\] or \[BUILD A WAR; A KIE H\]"):
        read_orders("A WAR B A KIE")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("A PAR - LODNON", r"Did you mean LON \(london\)\?"),
        ("A PAR -", "it ends too early"),
        ("A PAR H MOS", "'MOS' does not fit there"),
        ("", "no order"),
        ("PAR", "it ends too early"),
        ("PAR BUR", "does not fit"),
        ("France:", "it ends too early"),
        ("F SPA/EC H", "'EC' does not fit there"),
        ("A PAR - BUR - MAR", "'-' does not fit there"),
        ("A PAR; A MAR", "holds 2 orders"),
    ],
)
def test_what_cannot_be_read_is_told(text: str, told: str) -> None:
    with pytest.raises(UnreadableMove, match=told):
        read_order(text)


def test_text_value_and_packed_form_round_trip() -> None:
    random = Random(1)
    for _ in range(3_000):
        move = ORDERS.unpack(random.randrange(ORDERS.size))
        assert ORDERS.parse(str(move)) == move
        assert ORDERS.unpack(ORDERS.pack(move)) == move
        assert ORDERS.from_json(ORDERS.to_json(move)) == move


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("PAR - BUR", ["A PAR - BUR"]),
        ("par h", ["A PAR H"]),
        ("FRANCE: PAR - BUR; mar s par - bur", ["A PAR - BUR", "A MAR S A PAR - BUR"]),
        ("NTH C LON - BEL", ["F NTH C A LON - BEL"]),
        ("F STP/S - BOT", ["F STP/SC - BOT"]),
        ("F BUL/E H", ["F BUL/EC H"]),
        ("F BUL(s) - AEG", ["F BUL/SC - AEG"]),
        ("F NWS - CLY", ["F NWG - CLY"]),
        ("F EAST MED - AEG", ["F EAS - AEG"]),
        ("F E MED - AEG", ["F EAS - AEG"]),
        ("F W MED - TYS", ["F WES - TYS"]),
        ("A CONST - BUL", ["A CON - BUL"]),
        ("A München - Tyrolia", ["A MUN - TYR"]),
        ("A Mu\u0308nchen H", ["A MUN H"]),
        ("A PAR HOLDING", ["A PAR H"]),
        ("1. A PAR - BUR\n2. A MAR S A PAR - BUR", ["A PAR - BUR", "A MAR S A PAR - BUR"]),
        ("1) PAR - BUR\n 2) F BRE - MAO", ["A PAR - BUR", "F BRE - MAO"]),
        ("# opening\nA PAR - BUR # with support\n", ["A PAR - BUR"]),
        ("retreat A PAR GAS", ["A PAR R GAS"]),
        ("retreat A PAR to GAS", ["A PAR R GAS"]),
        ("A PAR -- BUR", ["A PAR - BUR"]),
    ],
)
def test_loose_texts_are_read(text: str, canonical: list[str]) -> None:
    assert [str(written.order) for written in read_orders(text)] == canonical


@pytest.mark.parametrize("text", ["PAR BUR", "A PAR BUR", "A PAR - BUR MAR H", "PAR", "A PAR = BUR", "F STP/X H"])
def test_a_unit_without_its_kind_needs_a_verb_and_a_place_to_begin(text: str) -> None:
    with pytest.raises(UnreadableMove):
        read_orders(text)


@pytest.mark.parametrize(
    "piece",
    ["-", "=", "->", " ", "\n", "a ", "a par ", "par - ", "via ", "1. ", "#", "mid ", "/s", "é", "x y ", "par/"],
)
def test_reading_takes_time_that_grows_with_the_length_of_the_text_alone(piece: str) -> None:
    def seconds(text: str) -> float:
        started = time.process_time()
        with suppress(UnreadableMove):
            read_orders(text)
        return time.process_time() - started

    seconds(piece)
    assert seconds(piece * (64_000 // len(piece))) < 20.0


@pytest.mark.parametrize("text", ["-" * 1_000_000, "x" * 1_000_000, "A PAR - BUR; " * 20_000, "é" * 100_000])
def test_messages_quote_no_more_than_the_beginning_of_a_long_text(text: str) -> None:
    with pytest.raises(UnreadableMove) as refused:
        read_order(text)
    assert len(str(refused.value)) < 1_200


@pytest.mark.parametrize("text", FORMS.values())
def test_an_order_in_its_canonical_form_is_read_as_the_grammar_reads_it(text: str) -> None:
    chance = Random(text)
    for _ in range(200):
        written = re.sub(r"\b[A-Z]{3}(/[NS]C)?\b(?=$| )", lambda _: chance.choice(PLACES), text)
        shortcut = read_canonical(written)
        with suppress(UnreadableMove):
            by_grammar = read_orders(f"{written} ;")
            assert shortcut is None or [order.order for order in by_grammar] == [shortcut]
