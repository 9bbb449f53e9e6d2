"""Hints: a search's opinion of a seat's options, within a moment. It knows no more than the seat does.

Words express how sure it is, depending on the number of worlds that were compared. A handful of playouts means little,
so numbers are given only if they come from some hundred playouts. The reason for the best option is what differs soon
after it, compared with the next option that is worse (`ludex.players.differences`).
"""

from __future__ import annotations

from typing import Any

from ludex.core.compile.program import interpreting
from ludex.core.game.game import Game
from ludex.core.game.request import Request
from ludex.core.language.chance import game_seeds, secret_seed
from ludex.core.play.reading import RARE
from ludex.players.differences import differences, told
from ludex.players.search import Search, SearchSettings, Tried
from ludex.players.search.player import HASTY

QUICK = SearchSettings(milliseconds=550)
REASON_WORLDS, REASON_SECONDS = 200, 0.15
"""The most worlds for a reason, and the time for it if the search has a time limit."""
MOST = 5
"""The most options in a hint, the best first."""
ENOUGH = 300
"""Smallest number of playouts for which a number is shown."""
FEW, SOME = 8, 30
"""With fewer worlds than these, no option is called better or worse, or clearly so."""
SLIGHTLY, CLEARLY = 1.0, 2.5
"""Standard errors by which two options must differ."""


def hint(game: Game[Any, Any], request: Request[Any], settings: SearchSettings | None = None) -> list[dict[str, Any]]:
    """Return the best options of a seat, each with the search's opinion of it in words, and the reason for the best.

    Conceding and voting for a draw are never proposed: they end a game, and a search looks only a little ahead. With a
    number of playouts in place of a time, a seat with the same knowledge always gets the same hint.

    >>> import ludex
    >>> table = ludex.game("automation").new(2, seed=7)
    >>> best, other = hint(table.game, table.request(0), SearchSettings(playouts=400))
    >>> best["move"], best["say"], best["against"]
    ('play Bitcoin', 'clearly better', 'end phase')
    >>> best["why"]
    'After this turn, you have on average 9 money in the deck instead of 7.'
    """
    if len(request.options) == 1:
        return [_data(Tried(request.options[0], 0, 0.0, 0.0), "only", "the only option")]
    search = Search(game, settings or (HASTY if interpreting() else QUICK))
    found = [one for one in search.evaluate(request) if one.move.means not in RARE][:MOST]
    lines = [_data(one, *opinion(place, found)) for place, one in enumerate(found)]
    worse = next((place for place, line in enumerate(lines) if place and line["sure"] != "close"), 0)
    if worse:
        lines[0] |= {"against": lines[worse]["move"], "why": reason(game, request, search, found[0], found[worse])}
    return lines


def reason(game: Game[Any, Any], request: Request[Any], search: Search, best: Tried, worse: Tried) -> str:
    """Say what the seat has soon after the better one of two options, where it differs beyond chance; else nothing."""
    kernel, seat = game.machine.kernel, request.seat
    if request.record is None:
        raise ValueError("a reason needs the request's record")
    moves = game.moves.pack(best.move), game.moves.pack(worse.move)
    seeds = game_seeds(secret_seed(0), 0, REASON_WORLDS)
    seconds = REASON_SECONDS if search.settings.milliseconds else float("inf")
    found = differences(game, kernel, request.record.copy(), moves, search.orders(kernel, seat), seeds, seconds)
    is_reason = any(one.is_gain for one in found)
    return told(found, game.look.terms_when, "you have") if is_reason else ""


def _data(tried: Tried, sure: str, say: str) -> dict[str, Any]:
    known = tried.visits >= ENOUGH
    return {
        "move": str(tried.move),
        "tokens": tried.move.tokens,
        "playouts": tried.visits,
        "sure": sure,
        "value": round(tried.value, 3) if known else None,
        "spread": round(tried.spread, 3) if known else None,
        "say": say,
        "why": "",
        "against": "",
    }


def opinion(place: int, found: list[Tried]) -> tuple[str, str]:
    """Return how sure a search is about one of the options it compared, as a word and as a sentence.

    The best one is compared with the next, and every other one with the best.

    >>> from ludex.games.automation.moves import EndPhase, PlayCard
    >>> few = [Tried(PlayCard("Bitcoin"), 2, 1.0, 0.0), Tried(EndPhase(), 2, 0.5, 0.5)]
    >>> [opinion(place, few) for place in (0, 1)]
    [('close', 'too close to tell'), ('close', 'too close to tell')]
    >>> many = [Tried(PlayCard("Bitcoin"), 400, 0.61, 0.2), Tried(EndPhase(), 100, 0.2, 0.2)]
    >>> [opinion(place, many) for place in (0, 1)]
    [('clear', 'clearly better: worth 61 % (± 2)'), ('clear', 'clearly worse')]
    """
    other = found[1] if len(found) > 1 else None
    if other is None:
        return "only", "the only option that was compared"
    sure = _sure(found[0], found[place] if place else other)
    words = {"clear": "clearly ", "slight": "slightly "}
    said = f"{words[sure]}{'worse' if place else 'better'}" if sure in words else "too close to tell"
    return sure, said + _number(found[place])


def _sure(best: Tried, other: Tried) -> str:
    """Return how far an option is behind the best one: "clear", "slight" or "close"."""
    worlds = min(best.visits, other.visits)
    if worlds < FEW:
        return "close"
    doubt = (best.spread**2 / best.visits + other.spread**2 / other.visits) ** 0.5
    apart = best.value - other.value
    if apart > CLEARLY * doubt and worlds >= SOME:
        return "clear"
    return "slight" if apart > SLIGHTLY * doubt else "close"


def _number(tried: Tried) -> str:
    """Return the value of an option, if it has enough playouts."""
    if tried.visits < ENOUGH:
        return ""
    return f": worth {100 * tried.value:.0f} % (± {196 * tried.spread / tried.visits**0.5:.0f})"
