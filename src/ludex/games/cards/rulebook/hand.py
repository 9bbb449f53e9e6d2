"""What the rulebooks say about the phases of a hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludex.games.cards.components import SUITS
from ludex.games.cards.genome.dealing import hand_sizes
from ludex.games.cards.genome.schema import (
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
from ludex.games.cards.rulebook.possible import can_draw_so_often, can_take_from_pile
from ludex.games.cards.rulebook.words import NAME, card_name, in_words, listed, many, with_article

BLACKJACK_POINTS = (
    "Number cards count their number, court cards 10, and an ace 11, or 1 if 11 would bring the total above 21."
)
ORDINALS = ("first", "second", "third", "fourth")


def phase_sentences(genome: Genome, phase: Phase) -> Iterator[str]:
    """One phase."""
    match phase:
        case BiddingPhase():
            yield from _bidding(genome, phase)
        case PassPhase():
            yield from _passing(genome, phase)
        case TrickPhase():
            yield from _trick(genome, phase)
        case BettingPhase():
            yield from _betting(genome, phase)
        case DrawPhase():
            yield from _draw(genome, phase)
        case PlayPhase():
            yield from _play(genome, phase)
        case DiscardPhase():
            yield from _discard(genome, phase)
        case ClaimPhase():
            yield from _claim(genome, phase)
        case AskPhase():
            yield from _ask()


def _bidding(genome: Genome, phase: BiddingPhase) -> Iterator[str]:
    fewest, most = hand_sizes(genome)
    top, variant = min(phase.max_bid, most), genome.contract_variant
    limit = ", but not more than they have cards" if top > fewest else ""
    yield "**Bidding.** Once around, clockwise, each player bids the number of tricks they expect to win,"
    yield f"from {phase.min_bid} to {top}{limit}." if top > phase.min_bid else f"which is {top}{limit}."
    if phase.allow_nil:
        allowed = "is called Nil:" if phase.min_bid == 0 else "is also allowed. It is called Nil:"
        yield f"A bid of 0 {allowed} a promise to win no tricks at all."
    if variant.hook:
        only = min(top, fewest) - phase.min_bid + (phase.allow_nil and phase.min_bid > 0) < 1 or variant.partners
        yield "The last player to bid may not make the bids add up to the number of tricks"
        yield "unless they have no other bid." if only else "in the hand."
    if variant.partners:
        yield "Partners may not bid more than the number of tricks between them."


def _passing(genome: Genome, phase: PassPhase) -> Iterator[str]:
    ways = {"left": "to the left", "right": "to the right", "across": "across the table", "hold": "not at all"}
    yield f"**Passing.** Each player chooses {many(phase.cards, 'card')}."
    yield "All are passed on at the same time, face down,"
    directions = phase.directions[: genome.match.hands]
    if len(set(directions)) == 1:
        yield f"{ways[directions[0]]}."
        return
    first, *later = zip((ways[way] for way in directions), ORDINALS, strict=False)
    hands = [f"{first[0]} in the first hand", *(f"{way} in the {ordinal}" for way, ordinal in later)]
    again = "; then in the same order again" if genome.match.hands > len(directions) else ""
    yield f"{listed(hands)}{again}."


def _trick(genome: Genome, phase: TrickPhase) -> Iterator[str]:
    yield f"**Tricks.** There are {many(phase.tricks, 'trick')}." if phase.tricks else "**Tricks.**"
    if phase.blind:
        yield "Each player turns up a card from their hand at random, without having looked at it."
    else:
        yield "One player leads a card, and the others each play a card in turn, clockwise."
        yield _following(phase)
    yield from _winning(genome, phase)
    if phase.first_lead:
        yield f"Whoever holds the {card_name(phase.first_lead)} leads it to the first trick."
    if phase.breaking != "none":
        yield _breaking(genome, phase)
    if phase.clean_start:
        yield "In the first trick, players who cannot follow suit may not play a card that scores, unless they hold"
        yield "nothing else."


def _following(phase: TrickPhase) -> str:
    if not phase.follow:
        return "Players may play any card."
    if phase.must_trump:
        return (
            "Players must follow suit if they can. Players who cannot must play a trump if they have one, and may play "
            "any card if they have none."
        )
    return "Players must follow suit if they can; players who cannot may play any card."


def _winning(genome: Genome, phase: TrickPhase) -> Iterator[str]:
    best = "lowest" if phase.low_wins else "highest"
    if phase.by_rank:
        yield f"The {best} card wins, whatever its suit. If the {best} cards are equal, nobody wins the trick, and its"
        yield "cards go to whoever wins the next one."
    elif genome.trump != "none":
        yield f"The {best} trump wins the trick; if no trump was played, the {best} card of the suit led wins."
    else:
        yield f"The {best} card of the suit led wins the trick."
    yield "The winner takes the cards into their hand." if phase.take else "The winner leads to the next trick."


def _breaking(genome: Genome, phase: TrickPhase) -> str:
    breaking = genome.trump if phase.breaking == "trump" and genome.trump in SUITS else phase.breaking
    suit = "Trumps" if breaking == "trump" else breaking.capitalize()
    single = breaking.removesuffix("s")
    if phase.unbreakable:
        return f"A player may lead {suit.lower()} only if they hold nothing else."
    return (
        f"{suit} are broken when the first {single} is played. Until then, a player may lead {suit.lower()} only if "
        "they hold nothing else."
    )


def _betting(genome: Genome, phase: BettingPhase) -> Iterator[str]:
    first = next(other for other in genome.phases if isinstance(other, BettingPhase))
    if phase is not first:
        yield from _betting_again(first, phase)
        return
    if phase.raises:
        yield "**Betting.** In turn, clockwise, players call, raise or fold."
    else:
        yield "**Betting.** In turn, clockwise, players call or fold."
    yield "To call is to pay as much in all as anyone has paid so far, which may cost nothing."
    if phase.raises:
        most = many(phase.raises, "raise")
        yield f"To raise is to pay {many(phase.bet, 'chip')} more than that; there may be at most {most} in the round."
    yield "To fold is to drop out of the hand and lose what you have paid; nobody folds when calling costs nothing."
    yield "Betting ends when all players still in the hand have paid the same."
    yield "Players who cannot pay the full amount pay what they have and stay in."


def _betting_again(first: BettingPhase, phase: BettingPhase) -> Iterator[str]:
    """A later round, by its differences from the first."""
    changes = [f"a raise is {many(phase.bet, 'chip')}"] if phase.raises and phase.bet != first.bet else []
    if phase.raises != first.raises:
        most = f"at most {many(phase.raises, 'raise')}" if phase.raises else "no raises"
        changes.append(f"there may be {most}")
    but = f", but {listed(changes)}" if changes else ""
    yield f"**Betting.** There is another round of betting like the first{but}."


def _draw(genome: Genome, phase: DrawPhase) -> Iterator[str]:
    source = {
        "stock": "from the stock",
        "pile": "from the top of the pile",
        "either": "from the stock or from the top of the pile",
        "neighbour": "at random from the hand of the next player who has any",
    }[phase.source]
    if phase.when == "always":
        yield f"Draw {many(phase.count, 'card')} {source}."
    elif phase.when == "stuck" and phase.count == 1:
        yield f"If you cannot play, draw one card {source}."
    elif phase.when == "stuck":
        yield f"If you cannot play, draw cards {source} until you can, but at most {in_words(phase.count)}."
    else:
        yield f"Draw cards {source} one at a time for as long as you like, or stand. You must stop when you have"
        often = f", or have drawn {many(phase.count, 'card')}" if can_draw_so_often(genome, phase) else ""
        yield f"{phase.limit} points or more{often}."
        yield BLACKJACK_POINTS
    if phase.when == "optional" and genome.ranking == "blackjack":
        yield "The dealer has no choice, but draws below 17 points and stands at 17 or more."
    if phase.reshuffle:
        yield "When the stock is empty, all cards of the pile except the top one are shuffled to form a new stock."


def _play(genome: Genome, phase: PlayPhase) -> Iterator[str]:
    if phase.sets:
        yield "If you lead, play one or more cards of the same rank. Otherwise, play the same number of cards of a"
        yield "higher rank than the cards played last, or pass."
        yield "When all the others have passed in a row, the player who played last leads again."
        return
    where = {"pile": "onto the pile", "table": "onto the table", "capture": "to the table"}[phase.to]
    groups = [[word for word in group if word != "anything"] for group in phase.allow]
    if all(groups):
        conditions = listed((listed(_condition(word, phase) for word in group) for group in groups), "or")
        yield f"Play a card {where}. It must be {conditions}."
    else:
        yield f"Play any card {where}."
    if phase.to == "capture":
        yield from _capturing(genome.deck.ranks)
    if phase.wild:
        yield f"If you play {listed(map(with_article, phase.wild), 'or')}, name the suit that must be followed next."
    if phase.skip == "always":
        yield "You may always pass instead."
    elif all(groups):
        drew = any(isinstance(other, DrawPhase) and other.when == "stuck" for other in genome.phases)
        yield f"If you {'still ' if drew else ''}cannot play, pass."


def _capturing(ranks: str) -> Iterator[str]:
    yield "It captures a card of the same value from the table if there is one, or else two cards that add up to its"
    yield "value, or else three. You take these cards and your own, and they count as won."
    yield f"Values go up with the ranks, from 1 for {with_article(ranks[0])} to {len(ranks)} for"
    yield f"{with_article(ranks[-1])}. At the end of the hand, the player who captured last takes the cards left on the"
    yield "table."


def _condition(word: str, phase: PlayPhase) -> str:
    named = " (or of the suit that was named)" if phase.wild else ""
    conditions = {
        "same suit": f"of the same suit as the top card{named}",
        "same rank": "of the same rank as the top card",
        "same colour": "of the same colour as the top card",
        "beats top": "higher than the top card",
        "adjacent": "next above or below a card of its suit on the table",
    }
    return conditions[word] if word in conditions else with_article(word[5:])


def _discard(genome: Genome, phase: DiscardPhase) -> Iterator[str]:
    most = "up to " if phase.optional else ""
    where = "face down" if phase.face_down else "onto the pile"
    refill = ", then draw the same number" if phase.refill else ""
    yield f"Discard {most}{many(phase.count, 'card')} {where}{refill}."
    if can_take_from_pile(genome):
        yield "A card that you have just taken from the pile may not be discarded in the same turn."
    if phase.knock >= 0:
        yield f"If your unmatched cards then count {phase.knock} points or less, you may knock as you discard, which"
        most = "at most three " if hand_sizes(genome)[1] > 10 else ""
        yield f"ends the hand. Cards are matched in {most}sets (three or four cards of the same rank) and runs (three"
        yield "or more cards of the same suit in sequence, with the ace below the 2)."
        yield "Unmatched number cards count their number, court cards 10, and aces 1."


def _claim(genome: Genome, phase: ClaimPhase) -> Iterator[str]:
    ranks = [NAME[rank] for rank in genome.deck.ranks]
    most = f"one to {many(phase.cards, 'card')}" if phase.cards > 1 else "one card"
    they = "they are all" if phase.cards > 1 else "it is"
    yield f"Lay {most} face down and claim that {they} of the rank that is due, whether it is true or not."
    if len(ranks) > 1:
        yield f"The first claim is {ranks[0]}s, the next {ranks[1]}s, and so on;"
        yield f"after {ranks[-1]}s come {ranks[0]}s again."
    yield "Clockwise, the other players then believe the claim or doubt it."
    yield "At the first doubt the cards are turned up. If any of them is of another rank, you take all the cards that"
    yield "lie face down; otherwise the player who doubted takes them."


def _ask() -> Iterator[str]:
    yield "Ask another player for all their cards of a rank of which you hold at least one."
    yield "If they have any, you get them all and ask again."
    yield "If they have none, draw a card from the stock, as long as there are any, and your turn is over."
    yield "If you have no cards, or nobody else has any, draw a card first; if the stock is empty then, pass."


def effect_sentences(effects: Sequence[Effect]) -> Iterator[str]:
    """What ranks do when they are played.

    >>> list(effect_sentences((Effect("2", "draw", 2), Effect("2", "skip"))))
    ['When a 2 is played, the next player draws two cards and misses a turn.']
    """
    for rank in dict.fromkeys(effect.rank for effect in effects):
        does = " and ".join(_does(effect) for effect in effects if effect.rank == rank)
        yield f"When {with_article(rank)} is played, {does.replace('and the next player ', 'and ')}."


def _does(effect: Effect) -> str:
    players = "next player misses" if effect.count == 1 else f"next {in_words(effect.count)} players miss"
    return {
        "skip": f"the {players} a turn",
        "reverse": "the direction of play is reversed",
        "draw": f"the next player draws {many(effect.count, 'card')}",
        "again": "the same player has another turn",
    }[effect.does]
