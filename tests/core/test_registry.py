"""Games are found by entry point."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint

import pytest

import ludex
from ludex import UnknownGame
from ludex.core.game import registry

from .tiny import Cards


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Pretends that these entry points are installed."""

    def install(**games: str) -> None:
        entries = [EntryPoint(name.replace("_", "-"), value, registry.GROUP) for name, value in games.items()]
        monkeypatch.setattr(registry, "entry_points", lambda group: entries if group == "ludex.games" else [])
        forget()

    def forget() -> None:
        registry.game.cache_clear()
        registry._installed.cache_clear()

    yield install
    monkeypatch.undo()
    forget()


def test_installed_games_are_listed_by_name() -> None:
    assert "automation" in ludex.game_names()
    assert list(ludex.game_names()) == sorted(ludex.game_names())


def test_a_game_of_any_package_is_found(installed: Callable[..., None]) -> None:
    installed(tiny_cards=f"{Cards.__module__}:Cards", another="nowhere:Game")
    assert ludex.game_names() == ("another", "tiny-cards")
    assert isinstance(ludex.game("tiny-cards"), Cards)


def test_the_same_game_is_made_once() -> None:
    assert ludex.game("automation") is ludex.game("automation")


def test_listing_games_does_not_import_them(installed: Callable[..., None]) -> None:
    installed(broken="no_such_module:Game")
    assert ludex.game_names() == ("broken",)


def test_a_game_that_cannot_be_loaded_is_named_with_the_reason(installed: Callable[..., None]) -> None:
    installed(broken="no_such_module:Game", tiny_cards=f"{Cards.__module__}:Cards")
    with pytest.raises(UnknownGame, match=r"'broken' of no_such_module:Game cannot be loaded: .*no_such_module"):
        ludex.game("broken")
    assert ludex.game("tiny-cards").name == "cards"


def test_an_unknown_game_is_refused_with_the_nearest_and_all_names(installed: Callable[..., None]) -> None:
    installed(modern_art="x:Y", power_grid="x:Y")
    with pytest.raises(
        UnknownGame, match=r"no game 'modern-arts'.*[Dd]id you mean 'modern-art'\?.*modern-art, power-grid"
    ):
        ludex.game("modern-arts")


def test_without_a_near_name_nothing_is_suggested(installed: Callable[..., None]) -> None:
    installed(modern_art="x:Y")
    with pytest.raises(UnknownGame, match=r"no game 'zzz'\. Installed: modern-art"):
        ludex.game("zzz")


def test_with_no_games_installed_the_message_says_so(installed: Callable[..., None]) -> None:
    installed()
    with pytest.raises(UnknownGame, match="Installed: none"):
        ludex.game("automation")
