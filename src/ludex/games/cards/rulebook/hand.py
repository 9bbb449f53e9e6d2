"""What the rulebooks say about the phases of a hand."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.genome import (
    AskPhase,
    BettingPhase,
    BiddingPhase,
    ClaimPhase,
    DiscardPhase,
    DrawPhase,
    Effect,
    Genome,
    PassPhase,
    Phase,
    PlayPhase,
    TrickPhase,
)
from ludex.games.cards.rulebook.words import NAME, card_name, listed, many


def phase_sentences(genome: Genome, phase: Phase) -> Iterator[str]:
    """One phase."""
    match phase:
        case BiddingPhase():
            yield from _bidding(genome, phase)
        case PassPhase():
            yield from _passing(phase)
        case TrickPhase():
            yield from _trick(genome, phase)
        case BettingPhase():
            yield from _betting(phase)
        case DrawPhase():
            yield from _draw(genome, phase)
        case PlayPhase():
            yield from _play(phase)
        case DiscardPhase():
            yield from _discard(phase)
        case ClaimPhase():
            yield from _claim(genome, phase)
        case AskPhase():
            yield from _ask()


def _bidding(genome: Genome, phase: BiddingPhase) -> Iterator[str]:
    yield "**Bidding.** Once round, clockwise, everybody says how many tricks it expects to win:"
    yield f"{phase.min_bid} to {phase.max_bid}, and never more than it has cards."
    if phase.allow_nil:
        yield "A bid of 0 is Nil: the promise to win no trick at all."
    elif phase.min_bid == 0:
        yield "A bid of 0 is a bid like any other."
    if genome.contract_variant.hook:
        yield "The last bidder may not make the bids add up to the number of tricks, if it can bid anything else."
    if genome.contract_variant.partners:
        yield "Partners together bid at most the number of tricks."


def _passing(phase: PassPhase) -> Iterator[str]:
    ways = {"left": "to the left", "right": "to the right", "across": "across the table", "hold": "not at all"}
    first, *later = (ways[way] for way in phase.directions)
    yield f"**Passing.** Everybody chooses {many(phase.cards, 'card')} and passes them on, face down and all at once,"
    if later:
        yield f"in the first hand {first}, in the hands that follow {listed(later)}, and so on."
    else:
        yield f"{first}."


def _trick(genome: Genome, phase: TrickPhase) -> Iterator[str]:
    yield f"**Tricks{f', {phase.tricks} of them' if phase.tricks else ''}.**"
    if phase.blind:
        yield "Everybody turns up a card of its hand, unseen and by chance."
    else:
        yield "One player leads a card, and each of the others plays one, clockwise."
        yield _following(phase)
    best = "lowest" if phase.low_wins else "highest"
    if phase.by_rank:
        yield f"The {best} card wins, whatever its suit; if the best are equal, all cards wait for the next winner."
    elif genome.trump != "none":
        yield f"The {best} trump wins or, without trumps, the {best} card of the suit led."
    else:
        yield f"The {best} card of the suit led wins."
    yield "The winner takes the cards into its hand." if phase.take else "The winner takes the trick and leads next."
    if phase.first_lead:
        yield f"The {card_name(phase.first_lead)} is led to the first trick, by whoever holds it."
    if phase.breaking != "none":
        yield _breaking(phase)
    if phase.clean_start:
        yield "Who cannot follow suit in the first trick plays no card that scores, unless it has nothing else."


def _following(phase: TrickPhase) -> str:
    if not phase.follow:
        return "Any card may be played."
    trump = "; who cannot must play a trump if it has one." if phase.must_trump else "; who cannot may play any card."
    return f"Follow suit if you can{trump}"


def _breaking(phase: TrickPhase) -> str:
    suit = "Trumps" if phase.breaking == "trump" else phase.breaking.capitalize()
    if phase.unbreakable:
        return f"{suit} may not be led while any other suit is held."
    return f"{suit} may not be led until one was played to a trick, unless nothing else is held."


def _betting(phase: BettingPhase) -> Iterator[str]:
    yield "**Betting.** Clockwise, everybody calls, raises or folds."
    yield "To call is to pay as much as anybody has paid by now, which may be nothing;"
    yield f"to raise is to pay {many(phase.bet, 'chip')} beyond that (at most {many(phase.raises, 'raise')} in all);"
    yield "to fold is to leave the hand and what one has paid."
    yield "It goes on until all who stay in have paid the same. Who has too few chips pays what it has and stays in."


def _draw(genome: Genome, phase: DrawPhase) -> Iterator[str]:
    whence = {
        "stock": "the stock",
        "pile": "the top of the pile",
        "either": "the stock or the top of the pile",
        "neighbour": "the hand of the next player who has cards, unseen",
    }
    source = whence[phase.source]
    if phase.when == "always":
        yield f"Draw {many(phase.count, 'card')} from {source}."
    elif phase.when == "stuck":
        yield f"If you cannot play, draw from {source} until you can, at most {many(phase.count, 'card')}."
    else:
        limit = f"until you have {phase.limit} points or {many(phase.count, 'card')} more"
        yield f"Draw from {source} as often as you like, {limit}, or stand."
        yield "Number cards count their number, court cards 10, an ace 11, or 1 where 11 would be more than 21."
    if phase.when == "optional" and genome.ranking == "blackjack":
        yield "The dealer has no choice: it draws below 17 and stands from there."
    if phase.reshuffle:
        yield "When the stock is empty, all cards of the pile but its top become the new stock."


CONDITIONS = {
    "same suit": "it has the suit of the top card (or the suit that was named)",
    "same rank": "it has the rank of the top card",
    "same colour": "it has the colour of the top card",
    "beats top": "it is stronger than the top card",
    "adjacent": "it is the next higher or lower card of a suit on the table",
}


def _play(phase: PlayPhase) -> Iterator[str]:
    if phase.sets:
        yield "Lead one or more cards of one rank; the others play as many of a stronger rank, or pass."
        yield "When all others have passed in a row, the last to play leads anew."
        return
    where = {"pile": "onto the pile", "table": "onto the table", "capture": "to the table"}[phase.to]
    groups = [[word for word in group if word != "anything"] for group in phase.allow]
    if all(groups):
        conditions = listed((listed(map(_condition, group)) for group in groups), "or")
        yield f"Play a card {where} if {conditions}."
    else:
        yield f"Play any card {where}."
    if phase.to == "capture":
        yield (
            "It captures a card of its own value, else two, else three that add up to its value, by the places in the "
            "order of ranks; the player takes both. Who captured last gets what is left on the table in the end."
        )
    if phase.wild:
        yield f"Who plays {listed((_article(NAME[rank]) for rank in phase.wild), 'or')} names the suit to follow."
    if phase.skip == "always":
        yield "One may always pass instead."
    elif all(groups):
        yield "Who cannot play passes."


def _condition(word: str) -> str:
    return CONDITIONS[word] if word in CONDITIONS else f"it is {_article(NAME[word[5:]])}"


def _article(word: str) -> str:
    return f"an {word}" if word in ("8", "ace") else f"a {word}"


def _discard(phase: DiscardPhase) -> Iterator[str]:
    most = "up to " if phase.optional else ""
    where = "face down" if phase.face_down else "onto the pile"
    yield f"Put {most}{many(phase.count, 'card')} away, {where}{', and draw as many again' if phase.refill else ''}."
    if phase.knock >= 0:
        yield (
            f"If at most {phase.knock} points are left beside your sets and runs, you may knock with the discard, "
            "which ends the hand. A set is three or four cards of a rank, a run three or more of a suit in a row, the "
            "ace below the 2. Of the rest number cards count their number, court cards 10, an ace 1."
        )


def _claim(genome: Genome, phase: ClaimPhase) -> Iterator[str]:
    first, second = (NAME[rank] for rank in genome.deck.ranks[:2]) if len(genome.deck.ranks) > 1 else ("one", "next")
    most = f"one to {many(phase.cards, 'card')}" if phase.cards > 1 else "one card"
    yield f"Lay {most} face down onto the pile and claim that all are of the rank that is due:"
    yield f"{first}, then {second} and so on, from claim to claim, and from the start again after the last."
    yield "Clockwise, the others believe it or doubt it. The first doubt settles it: if any card is of another rank,"
    yield "the claimer takes all that lies face down, else who doubted takes it."


def _ask() -> Iterator[str]:
    yield "Ask another player for a rank of which you hold a card. It gives you all it has, and you ask again;"
    yield "if it has none, you draw a card from the stock and your turn ends."
    yield "Who has no cards, or nobody to ask, draws a card instead."


def effect_sentence(effect: Effect) -> str:
    """What a rank does when it is played.

    >>> effect_sentence(Effect("2", "draw", 2))
    'When a 2 is played, the next player draws two cards.'
    """
    skipped = "player misses its turn" if effect.count == 1 else f"{effect.count} players miss their turns"
    does = {
        "skip": f"the next {skipped}",
        "reverse": "turns go the other way round",
        "draw": f"the next player draws {many(effect.count, 'card')}",
        "again": "the same player has another turn",
    }
    return f"When {_article(NAME[effect.rank])} is played, {does[effect.does]}."
