"""A game: its settings, seats, views and outcomes."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Literal, cast

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex import BadSetting, Game, Outcome
from ludex.author import GameSettings, Table, new_table
from ludex.core.compile.table_buffers import packed_rows
from ludex.core.game.new_table import NewTable
from ludex.core.language.settings import setting_choices

from .outcry import Outcry
from .sealed import Sealed
from .tiny import Cards, CardsSettings, variant

SCORED = st.lists(st.tuples(st.integers(-5, 5), st.integers(-2, 2)), min_size=1, max_size=6)


@given(SCORED)
def test_ranks_follow_score_then_tie_break_and_equal_ranks_are_shared(scored: Any) -> None:
    outcome = Outcome.of([score for score, _ in scored], [tie for _, tie in scored], "done")
    order = sorted(range(len(scored)), key=lambda seat: scored[seat], reverse=True)
    for ahead, behind in pairwise(order):
        same = scored[ahead] == scored[behind]
        assert (outcome.ranks[ahead] == outcome.ranks[behind]) == same
        assert outcome.ranks[ahead] <= outcome.ranks[behind]
    for seat, rank in enumerate(outcome.ranks):
        assert rank == 1 + sum(other > scored[seat] for other in scored)
    assert outcome.winners == tuple(seat for seat in range(len(scored)) if scored[seat] == max(scored))


@given(SCORED.filter(lambda scored: len(scored) > 1), st.data())
def test_leavers_rank_behind_all_others_and_the_earliest_last(scored: Any, data: st.DataObject) -> None:
    out = data.draw(st.permutations(range(len(scored))))[: data.draw(st.integers(1, len(scored) - 1))]
    outcome = Outcome.of([score for score, _ in scored], [tie for _, tie in scored], "forfeited", out)
    assert [outcome.ranks[seat] for seat in out] == list(range(len(scored), len(scored) - len(out), -1))
    assert not set(out) & set(outcome.winners)
    assert outcome.winners


def test_a_seat_that_is_out_and_alone_has_not_won() -> None:
    assert Outcome.of([5], [0], "forfeited", [0]).winners == ()


def test_outcomes_survive_json() -> None:
    outcome = Outcome.of([1, 3], [0, 0], "done")
    assert msgspec.json.decode(msgspec.json.encode(outcome), type=Outcome) == outcome


@pytest.mark.parametrize("seats", [0, 1, 4, 99])
def test_a_number_of_seats_the_game_is_not_for_is_refused(seats: int) -> None:
    with pytest.raises(BadSetting, match=f"cards is for 2 to 3 seats, not {seats}"):
        Cards().new(seats)


def test_without_a_number_of_seats_the_players_count() -> None:
    assert Cards().new(players=["Ann", "Bob", "Cid"]).seats == 3
    assert Cards().new().seats == 2


def test_settings_are_typed_and_kept() -> None:
    table = Cards().new(2, length=3)
    assert cast(CardsSettings, table.settings).length == 3
    assert table.view().left == 3
    assert Cards().read_settings({"length": "4"}).length == 4
    assert Cards().read_settings({}).length == 6


def test_a_setting_of_few_values_names_them_when_refused() -> None:
    class Edition(GameSettings, frozen=True, kw_only=True):
        edition: Literal["base", "expanded"] = "base"

    game = variant(new=NewTable(None, Edition))
    assert setting_choices(game.settings) == {"edition": ("base", "expanded")}
    with pytest.raises(BadSetting, match="edition is 'third'; expected one of base, expanded"):
        game.read_settings({"edition": "third"})


def test_a_value_that_only_the_state_can_refuse_is_a_bad_setting_too() -> None:
    """`prepare` sees settings and seats together."""

    def prepare(self: Game, s: Any, settings: Any) -> None:
        if settings.length % s.seats:
            raise ValueError(f"{settings.length} moves for {s.seats} seats: some seat would have fewer")

    with pytest.raises(BadSetting, match="5 moves for 2 seats"):
        variant(prepare=prepare).new(2, length=5)


@pytest.mark.parametrize("game", [Cards(), Sealed(), Outcry()], ids=repr)
def test_views_are_immutable_and_survive_json(game: Game) -> None:
    view = game.new(2, seed=1).view(0)
    for name in view.__struct_fields__:
        with pytest.raises(AttributeError):
            setattr(view, name, 0)
        assert isinstance(getattr(view, name), int | tuple)
    assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view


def test_a_view_without_a_type_of_its_own_has_the_records_fields_but_never_chance() -> None:
    view = Sealed().new(2, seed=1).view(0)
    assert view.__struct_fields__ == ("seats", "bid")
    assert view.bid == (0, 0, 0)


class CardTable(Table):
    """A class of tables that has no type for views."""


@pytest.mark.parametrize("table", [Table, Table[Any], CardTable], ids=repr)
def test_a_game_with_settings_needs_no_class_for_its_views(table: Any) -> None:
    class Open(Cards):
        @new_table(table, CardsSettings)
        def new(self) -> None:
            """Set up a table."""

    view = Open().new(2, seed=1, length=3).view(0)
    assert view.left == 3
    assert view.__struct_fields__ == ("seats", "turn", "left", "card", "seen", "money", "pot")
    assert "left" in msgspec.json.schema(Open.view_type)["$defs"]["View"]["properties"]


def test_a_view_is_drawn_as_text() -> None:
    assert Sealed().look.draw(Sealed().new(2).view()) == "seats: 2\nbid: (0, 0, 0)"


def test_a_game_that_offers_more_than_it_said_is_still_heard_out() -> None:
    table = Cards().new(3, seed=1)
    few = packed_rows(Cards().interpreted, table.engine.record_in_full(), 0, 1)
    assert few == packed_rows(Cards().interpreted, table.engine.record_in_full(), 0, 50)
    assert len(few) == 5


def test_a_game_is_shown_by_its_name() -> None:
    assert repr(Cards()) == "<Game cards>"
