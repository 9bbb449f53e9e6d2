"""The settings of a search, and their text form: `search-1000`, `search-200ms:bot=hard`."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from ludex.core.game.game import Game
from ludex.core.language.errors import UnknownPlayer, quote
from ludex.players.search.playouts import NO_TREE, OWN_TREE, WHOLE_TREE

PLAYOUTS = 400
BOT_OF_POOL = re.compile(r"(?P<bot>[^*]+)(?:\*(?P<weight>[1-9]\d?))?")
BUDGETS = ("playouts", "milliseconds")
NOT_WRITTEN = (*BUDGETS, "plain")
"""The settings that are written before the first colon."""
OF_PLAIN = (*NOT_WRITTEN, "milestones", "horizon", "cores")
"""The settings of a plain search."""
TREES = {"none": NO_TREE, "own": OWN_TREE, "all": WHOLE_TREE}
NAME = re.compile(r"(?P<kind>search|ismcts)(?:-(?P<number>[1-9]\d{0,6})(?P<unit>ms|s)?)?(?P<settings>(?::[^:]+)*)")
FORM = (
    "search looks ahead; search-1000 uses 1000 playouts, search-200ms and search-1s a time limit. Settings "
    "follow, each after a colon: search-1000:bot=NAME:others=NAME*3+NAME:tree=none, own or all:milestones=1:horizon=60:"
    "options=16:caution=0.5:tries=30:reuse=true or false:cores=2. ismcts-1000 is a plain tree search with random "
    "playouts, to compare with: its settings are milestones, horizon and cores"
)


class SearchSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a search.

    >>> SearchSettings(playouts=50)
    SearchSettings(playouts=50)
    >>> SearchSettings(milliseconds=200)
    SearchSettings(milliseconds=200)
    """

    playouts: int = PLAYOUTS
    """The number of playouts for a decision."""
    milliseconds: int = 0
    """The time for a decision, in place of a number of playouts."""
    bot: str = ""
    """The bot of the playouts, by default the game's last bot, which is its strongest."""
    others: str = ""
    """The bots that stand for the other seats in playouts, drawn world by world: `careful*3+greedy`. By default those
    of the game, or the bot of the playouts if one is set."""
    tree: str = ""
    """The decisions below which it grows a tree: its own, all, or none. By default all if playouts are random, and none
    if a bot of the game plays them."""
    milestones: int | None = None
    """The number of milestones that it looks ahead, in games that have them; 0: to the end. By default the game's."""
    horizon: int = 0
    """The most moves that it looks ahead; 0: no limit."""
    options: int = 16
    """The most options that it compares."""
    caution: float = 0.5
    """The certainty, in standard errors, that it needs to prefer a move to that of the bot."""
    tries: int = 30
    """The most worlds that are dealt to find one that fits the moves of the others, in games with a likelihood."""
    reuse: bool | None = None
    """True if worlds are reused for the seat's next decision. By default in games whose moves reveal hidden facts."""
    cores: int = 1
    """The number of cores. The same playouts give the same move on any number of them, unless it grows a tree."""
    plain: bool = False
    """True for a plain information set tree search (`ismcts`), which knows nothing of the game but its rules."""

    @property
    def name(self) -> str:
        """The settings as a player's name, without those that have their defaults.

        >>> SearchSettings(milliseconds=200, tree="own", horizon=9).name
        'search-200ms:tree=own:horizon=9'
        """
        spent = f"{self.milliseconds}ms" if self.milliseconds else f"{self.playouts}"
        shown = {name: value for name, value in self._unusual().items() if name not in NOT_WRITTEN}
        kind = "ismcts" if self.plain else "search"
        return f"{kind}-{spent}" + "".join(f":{name}={_written(value)}" for name, value in shown.items())

    def _unusual(self) -> dict[str, Any]:
        usual = zip(self.__struct_fields__, self.__struct_defaults__, strict=True)
        return {name: getattr(self, name) for name, value in usual if getattr(self, name) != value}

    def __repr__(self) -> str:
        return f"SearchSettings({', '.join(f'{name}={value!r}' for name, value in self._unusual().items())})"


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def is_search(name: str) -> bool:
    """Return True if a player's name asks for a search, well written or not.

    >>> is_search("search-1s:bot=hard"), is_search("search-often"), is_search("search:MyBot")
    (True, True, False)
    """
    return re.fullmatch(r"(search|ismcts)(-[^:]*)?(:[^:=]*=[^:]*)*", name) is not None


def read_search(game: Game, name: str) -> SearchSettings:
    """Read a search's name.

    >>> import ludex
    >>> read_search(ludex.game("automation"), "search-2s:bot=architect:tree=own")
    SearchSettings(milliseconds=2000, bot='architect', tree='own')
    >>> read_search(ludex.game("automation"), "ismcts-400").plain
    True
    """
    found = NAME.fullmatch(name)
    if not found:
        raise UnknownPlayer(f"{quote(name)} is not a search. {FORM}.")
    given: dict[str, Any] = {"plain": found["kind"] == "ismcts"}
    if found["number"]:
        field = "milliseconds" if found["unit"] else "playouts"
        given[field] = int(found["number"]) * (1000 if found["unit"] == "s" else 1)
    for part in found["settings"].split(":")[1:]:
        key, _, value = part.partition("=")
        if key in NOT_WRITTEN or key not in SearchSettings.__struct_fields__ or not value:
            raise UnknownPlayer(f"{quote(name)}: {quote(part)} is not a setting of a search. {FORM}.")
        given[key] = value
    try:
        settings = msgspec.convert(given, SearchSettings, strict=False)
    except msgspec.ValidationError as error:
        raise UnknownPlayer(f"{quote(name)}: {error}. {FORM}.") from None
    check_settings(game, settings)
    return settings


def read_pool(text: str) -> list[str]:
    """Read names of bots with weights, and return each name as often as its weight says.

    >>> read_pool("careful*3+greedy")
    ['careful', 'careful', 'careful', 'greedy']
    """
    found = [BOT_OF_POOL.fullmatch(part) for part in text.split("+")]
    if not all(found):
        raise UnknownPlayer(f"{quote(text)} is not a list of bots with weights up to 99, such as careful*3+greedy")
    return [part["bot"] for part in found if part for _ in range(int(part["weight"] or 1))]


def check_settings(game: Game, settings: SearchSettings) -> None:
    """Refuse settings that make no sense for a game."""
    senseless = [name for name in settings._unusual() if settings.plain and name not in OF_PLAIN]
    if senseless:
        raise UnknownPlayer(f"ismcts has no setting {quote(senseless[0])}, because it is plain. {FORM}.")
    for bot in (settings.bot, *(read_pool(settings.others) if settings.others else ())):
        if bot and bot not in game.machine.bot_slots:
            raise UnknownPlayer(f"{game.name} has no bot {quote(bot)}; it has {', '.join(game.machine.bot_slots)}")
    if settings.tree and settings.tree not in TREES:
        raise UnknownPlayer(f"a search has no tree {quote(settings.tree)}; expected {', '.join(TREES)}")
    if settings.playouts < 1 or settings.milliseconds < 0 or settings.horizon < 0 or (settings.milestones or 0) < 0:
        raise UnknownPlayer(
            f"a search of {settings.playouts} playouts or {settings.milliseconds} ms, {settings.horizon} moves and "
            f"{settings.milestones} milestones deep: playouts must be at least 1, and nothing less than 0"
        )
    if settings.options < 2 or settings.tries < 1 or settings.cores < 1 or not settings.caution >= 0:
        raise UnknownPlayer(
            f"a search of {settings.options} options on {settings.cores} cores with {settings.tries} tries and caution "
            f"{settings.caution:g}: expected at least 2 options, 1 core, 1 try, and no less than 0"
        )
