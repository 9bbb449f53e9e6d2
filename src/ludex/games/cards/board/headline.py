"""The heading over the board: what is going on, in a few words."""

from __future__ import annotations

from collections.abc import Callable

from ludex.games.cards.board.faces import SUIT_NAMES, card_sign
from ludex.games.cards.board.middle import rank_word
from ludex.games.cards.board.scene import Scene, many
from ludex.games.cards.rulebook.words import in_words


def headline(scene: Scene) -> str:
    """What is going on."""
    view = scene.view
    if view.due == "over" or view.turn is None:
        return _over(scene)
    return _PHASES.get(view.due, _other)(scene, view.turn)


def _over(scene: Scene) -> str:
    view, low = scene.view, scene.traits.genome.match.low_wins
    scores = [side.score for side in view.sides]
    best = min(scores) if low else max(scores)
    winners = [side for side in view.sides if side.score == best]
    if len(winners) != 1:
        return "The match is over: a tie"
    seats = winners[0].seats
    if len(seats) == 1:
        return f"The match is over: {scene.does(seats[0], 'wins', 'win').replace('You', 'you')}"
    return f"The match is over: {' and '.join(map(scene.name, seats))} win"


def _bidding(scene: Scene, turn: int) -> str:
    bid = sum(seat.bid or 0 for seat in scene.view.seats)
    tricks = max(seat.hand_size for seat in scene.view.seats)
    so_far = f" ({bid} of {tricks} so far)" if any(seat.bid is not None for seat in scene.view.seats) else ""
    return f"Bidding: {scene.does(turn, 'is next', 'are next').replace('You', 'you')}{so_far}"


def _passing(scene: Scene, turn: int) -> str:
    phase, view = scene.traits.passing, scene.view
    if phase is None:
        return "Passing cards"
    way = phase.directions[view.hand_number % len(phase.directions)]
    offset = {"left": 1, "right": -1, "across": len(view.seats) // 2}.get(way, 0)
    where = "across" if way == "across" else f"to the {way}"
    if scene.me is None:
        return f"Everybody passes {_cards(phase.cards)} {where}"
    return f"Pass {_cards(phase.cards)} {where}, to {scene.seating.name((scene.me + offset) % len(view.seats))}"


def _cards(count: int) -> str:
    return f"{in_words(count)} card{'s' if count != 1 else ''}"


def _trick(scene: Scene, turn: int) -> str:
    view, traits = scene.view, scene.traits
    number = f"Trick {sum(seat.tricks for seat in view.seats) + 1}"
    if traits.blind:
        return f"{number}: {scene.does(turn, 'turns up a card', 'turn up a card').replace('You', 'you')}"
    led = view.seats[view.leader].played
    if led is None:
        return f"{number}: {scene.does(turn, 'leads', 'lead').replace('You', 'you')}"
    suit = SUIT_NAMES[traits.suit(led, view.trump)]
    follow = f"{suit} led, " if not (traits.tricks and traits.tricks.by_rank) else ""
    return f"{number}: {follow}{scene.does(turn, 'is to play', 'are to play').replace('You', 'you')}"


def _betting(scene: Scene, turn: int) -> str:
    seats = scene.view.seats
    owed = max(seat.stake for seat in seats) - seats[turn].stake
    if owed:
        return f"Betting: {scene.does(turn, 'needs', 'need').replace('You', 'you')} {many(owed, 'chip')} to stay in"
    return f"Betting: {scene.does(turn, 'is next', 'are next').replace('You', 'you')}, nothing to pay yet"


def _drawing(scene: Scene, turn: int) -> str:
    phase, view = scene.traits.drawing, scene.view
    if phase is None:
        return _other(scene, turn)
    if phase.when == "optional":
        return scene.does(turn, "draws or stands", "draw or stand")
    if phase.when == "stuck":
        return scene.does(turn, "cannot play and draws", "cannot play: draw a card")
    if phase.source == "neighbour":
        return scene.does(turn, "draws", "draw") + f" from {_next_with_cards(scene, turn)}"
    if phase.source == "either" and view.pile_top:
        top = card_sign(view.pile_top)
        return scene.does(turn, f"draws from the stock or takes {top}", f"draw from the stock or take {top}")
    return scene.does(turn, "draws", "draw a card")


def _next_with_cards(scene: Scene, turn: int) -> str:
    """The next player who has cards."""
    seats = scene.view.seats
    after = (seats[(turn + place) % len(seats)] for place in range(1, len(seats)))
    return next((scene.name(seat.seat) for seat in after if seat.hand_size), "the next player")


def _playing(scene: Scene, turn: int) -> str:
    view, traits = scene.view, scene.traits
    who = scene.does(turn, "is to play", "are to play")
    if traits.tableau or traits.captures:
        return who
    if view.wish:
        return f"{who}: {view.wish} asked for"
    if traits.sets:
        if not view.set_size or view.pile_top is None:
            return scene.does(turn, "leads any set", "lead any set")
        return f"{who}: {_set(view.set_size)} higher than {card_sign(view.pile_top)[:-1]}"
    return f"{who} on {card_sign(view.pile_top)}" if view.pile_top else who


def _set(count: int) -> str:
    return {1: "a card", 2: "a pair", 3: "three equal cards", 4: "four equal cards"}[count]


def _discarding(scene: Scene, turn: int) -> str:
    phase = scene.traits.discarding
    if phase and phase.refill:
        return scene.does(turn, "may exchange", "may exchange") + f" up to {_cards(phase.count)}"
    return scene.does(turn, "discards", "discard a card")


def _claiming(scene: Scene, turn: int) -> str:
    view = scene.view
    if view.claimer is not None:
        rank = rank_word(view.claimed_rank, view.claimed == 1)
        claim = f"{scene.does(view.claimer, 'claims', 'claim')} {in_words(view.claimed)} {rank}"
        return f"{claim}: {scene.does(turn, 'believes or doubts', 'believe or doubt').replace('You', 'you')} it"
    due = rank_word(view.claimed_rank, False)
    return f"{due.capitalize()} are due: {scene.does(turn, 'lays cards', 'lay cards').replace('You', 'you')} face down"


def _asking(scene: Scene, turn: int) -> str:
    return scene.does(turn, "asks for cards", "ask somebody for a rank you hold")


def _other(scene: Scene, turn: int) -> str:
    return scene.does(turn, "is to move", "are to move")


_PHASES: dict[str, Callable[[Scene, int], str]] = {
    "bidding": _bidding,
    "pass": _passing,
    "trick": _trick,
    "betting": _betting,
    "draw": _drawing,
    "play": _playing,
    "discard": _discarding,
    "claim": _claiming,
    "ask": _asking,
}
