"""Menus: what is offered fits the screen, and says how it is typed."""

from __future__ import annotations

import ludex
from ludex.players.menu import Menu


def test_few_options_without_numbers_in_them_are_numbered() -> None:
    menu = Menu(ludex.game("automation").new(2, seed=7).options(0))
    assert menu.text(80).splitlines() == ["  1  play Bitcoin", "  2  end phase"]


def test_one_key_plays_all_money() -> None:
    table = ludex.game("automation").new(2, seed=7)
    terminal, view = table.game.look.terminal, table.view(0)
    menu = Menu(table.options(0), table.game.look.remarks(view), terminal.keys(view))
    assert menu.text(80).splitlines()[0] == "  $  play all money"
    table.play(0, "end phase")
    assert table.game.look.terminal.keys(table.view(0)) == {}


def test_an_amount_stands_without_a_number_before_it() -> None:
    table = ludex.game("modern-art").new(3, seed=4, starter=0)
    table.play(0, "play Manuel Carvalho open")
    assert Menu(table.options(1)).text(80).splitlines() == ["  p  pass", "     bid 1…100  – the number alone will do"]


def test_cards_share_a_row() -> None:
    table = ludex.game("hearts").new(4, seed=3)
    text = Menu(table.options(0)).text(60)
    assert len(text.splitlines()) == 2
    assert text.startswith("     give  2C, QC, AC")


def test_cities_are_folded_by_price() -> None:
    position = ludex.game("power-grid").new(6, seed=3).position()
    table = ludex.game("power-grid").position(position.but(phase="building"))
    seat = table.waiting[0]
    text = Menu(table.options(seat), table.game.look.remarks(table.view(seat))).text(80)
    assert "build  for 10: " in text
    assert len(text.splitlines()) <= 8


def test_votes_are_not_listed_with_every_order() -> None:
    draft = ludex.game("diplomacy").new(7, seed=3).draft(0)
    menu = Menu(draft.options, numbered=False)
    assert menu.rare[:2] == ("VOTE DRAW", "CONCEDE TO ENGLAND")
    assert "CONCEDE" not in menu.text(80)
    assert "CONCEDE" in Menu(draft.options, with_rare=True).text(80)


def test_prices_stand_beside_numbered_options() -> None:
    table = ludex.game("automation").new(2, seed=7)
    table.play(0, "end phase")
    menu = Menu(table.options(0), table.game.look.remarks(table.view(0)))
    assert "  1  buy Bitcoin  0¤" in menu.text(80)
