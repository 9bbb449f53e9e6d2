"""The rulebook of a genome, written by itself."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.deck import RANK_NAMES, RANKS
from ludex.games.cards.genome import (
    AskPhase,
    BettingPhase,
    BiddingPhase,
    CardPoints,
    ClaimPhase,
    DiscardPhase,
    DrawPhase,
    Genome,
    Majority,
    PassPhase,
    Phase,
    PlayPhase,
    TrickPhase,
)

NAME = dict(zip(RANKS, RANK_NAMES, strict=True))


def rulebook(genome: Genome) -> str:
    """The rules of a genome as a page of Markdown.

    >>> from ludex.games.cards import create_spades_genome
    >>> print(rulebook(create_spades_genome()).splitlines()[0])
    # Spades
    """
    sections = {
        "What you need": _needs(genome),
        "The deal": _deal(genome),
        "A hand": _phases(genome),
        "Scoring": _scoring(genome),
        "The end": _end(genome),
    }
    lines = [f"# {genome.title}", ""]
    if genome.about:
        lines += [genome.about, ""]
    for title, sentences in sections.items():
        lines += [f"## {title}", "", *(f"- {sentence}" for sentence in sentences), ""]
    return "\n".join(lines).rstrip() + "\n"


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _needs(genome: Genome) -> Iterator[str]:
    low, high = genome.seats
    yield f"{low} players." if low == high else f"{low} to {high} players."
    if genome.teams:
        teams = "; ".join(" and ".join(f"seat {seat}" for seat in team) for team in genome.teams)
        yield f"Teams: {teams}."
    ranks = ", ".join(NAME[rank] for rank in genome.deck.ranks)
    yield f"{4 * len(genome.deck.ranks) - len(genome.deck.without)} cards, from weak to strong: {ranks}."
    if genome.deck.without:
        yield f"Left out: {', '.join(genome.deck.without)}."
    if genome.chips:
        yield f"{_many(genome.chips.start, 'chip')} each; every hand costs {genome.chips.ante} to begin with."


def _deal(genome: Genome) -> Iterator[str]:
    deal = genome.deal
    yield f"{_many(deal.cards, 'card')} each." if deal.cards else "The whole deck, as evenly as it goes."
    if deal.change:
        yield f"In every hand that follows, {abs(deal.change)} {'more' if deal.change > 0 else 'fewer'}."
    if deal.table:
        yield f"{_many(deal.table, 'card')} face up on the table."
    if deal.starter:
        yield "One card face up begins the pile."
    if deal.again:
        yield "When all hands are empty, the same number is dealt again from the stock."
    trumps = {
        "none": "There is no trump.",
        "rotating": "Trumps change from hand to hand: clubs, diamonds, hearts, spades.",
        "random": "The trump suit is drawn by chance.",
        "turned": "A card is turned up: its suit is trump. If none is left, the dealer shows one of its own.",
    }
    yield trumps.get(genome.trump, f"Trumps are {genome.trump}.")
    if genome.bowers:
        yield "The jack of trumps is the strongest trump, the other jack of its colour is a trump and the second."
    yield "The deal moves on clockwise; left of the dealer begins."


def _phases(genome: Genome) -> Iterator[str]:
    for phase in genome.phases:
        yield " ".join(_phase(genome, phase))
    if genome.book:
        yield f"Whoever holds {genome.book} cards of a rank puts them down at once."
    words = {
        "skip": "the next {count} in turn are skipped",
        "reverse": "turns go the other way round",
        "draw": "the next in turn draws {count}",
        "again": "the same player goes again",
    }
    for effect in genome.effects:
        yield f"When a {NAME[effect.rank]} is played, {words[effect.does].format(count=effect.count)}."
    ends = {
        "first out": "The hand ends when somebody has no cards left.",
        "one left": "The hand ends when only one player has cards.",
        "all out": "The hand ends when nobody has cards.",
        "phases": "The hand ends when all this is done.",
    }
    yield ends[genome.hand_ends] + f" It never takes more than {genome.turn_limit} turns or tricks."


def _phase(genome: Genome, phase: Phase) -> Iterator[str]:
    match phase:
        case BiddingPhase():
            yield f"Bidding: once round, everybody bids {phase.min_bid} to {phase.max_bid} tricks"
            yield "(at most the hand's size)."
            if phase.allow_nil:
                yield "A bid of 0 is Nil: not to win a single trick."
            if genome.contract_variant.hook:
                yield "The last bidder may not make the bids add up to the number of tricks."
            if genome.contract_variant.partners:
                yield "Partners together bid at most the number of tricks."
        case PassPhase():
            yield f"Passing: {_many(phase.cards, 'card')} face down, hand after hand: {', '.join(phase.directions)}."
        case TrickPhase():
            yield from _trick(phase)
        case BettingPhase():
            yield f"Betting: call, raise by {phase.bet} (at most {_many(phase.raises, 'raise')}), or fold."
        case DrawPhase():
            whence = {"stock": "the stock", "pile": "the top of the pile", "either": "the stock or the top of the pile"}
            source = whence.get(phase.source, "the hand of the next player, unseen")
            when = {
                "always": f"Draw {_many(phase.count, 'card')} from {source}.",
                "stuck": f"Who cannot play draws from {source}, up to {_many(phase.count, 'card')}.",
                "optional": f"Draw from {source} or stand, until {phase.limit} points are reached.",
            }
            yield when[phase.when]
            if phase.reshuffle:
                yield "An empty stock is made anew of the pile below its top."
        case PlayPhase():
            yield from _play(phase)
        case DiscardPhase():
            most = "up to " if phase.optional else ""
            yield f"Discard {most}{_many(phase.count, 'card')}{' face down' if phase.face_down else ''}."
            if phase.refill:
                yield "Draw as many again."
            if phase.knock >= 0:
                yield (
                    f"With at most {phase.knock} points beside sets and runs one may knock, which ends the hand: the "
                    f"difference to every other hand counts, and {phase.knock_bonus} more for having none left, or for "
                    "having no more than the knocker."
                )
        case ClaimPhase():
            yield (
                f"Lay 1 to {phase.cards} cards face down and claim they are of the rank that is due, rank after rank. "
                "Who doubts it and is right makes the claimer take the pile, else takes it."
            )
        case AskPhase():
            yield "Ask a player for a rank you hold and get all of them; who gets none draws and is done."


def _trick(phase: TrickPhase) -> Iterator[str]:
    yield f"Tricks{f', {phase.tricks} of them' if phase.tricks else ''}."
    if phase.blind:
        yield "Everybody turns up a card unseen."
    elif phase.follow:
        yield "Follow suit if you can" + ("; if not, trump." if phase.must_trump else ".")
    else:
        yield "Any card may be played."
    best = "lowest" if phase.low_wins else "highest"
    if phase.by_rank:
        yield f"The {best} card wins, whatever its suit; if it is there twice, the cards stay for the next winner."
    else:
        yield f"The {best} trump wins, or else the {best} card of the suit led."
    yield "The winner takes the cards into its hand." if phase.take else "The winner leads next."
    if phase.first_lead:
        yield f"Who holds {phase.first_lead} leads it first."
    if phase.breaking != "none":
        suit = "Trumps" if phase.breaking == "trump" else phase.breaking.capitalize()
        until = (
            "while anything else is held" if phase.unbreakable else "until one was played, unless nothing else is held"
        )
        yield f"{suit} may not be led {until}."
    if phase.clean_start:
        yield "Cards that score may not be thrown onto the first trick."


def _play(phase: PlayPhase) -> Iterator[str]:
    if phase.sets:
        yield "Play one or more cards of a rank; then as many of a stronger one, or pass."
        yield "When all others pass, lead anew."
        return
    groups = " or ".join(" and ".join(group) for group in phase.allow)
    where = {"pile": "onto the pile", "table": "onto the table", "capture": "to the table"}[phase.to]
    yield f"Play a card {where}. It must be: {groups}."
    if phase.to == "capture":
        yield "It captures an equal card, else two or three that add up to it; who captures last gets what is left."
    if phase.wild:
        yield f"Wild, naming the suit to follow: {', '.join(NAME[rank] for rank in phase.wild)}."
    yield "Passing is always allowed." if phase.skip == "always" else "Who cannot, passes."


def _what(value: CardPoints | Majority) -> str:
    rank = NAME[value.rank] if value.rank else "card"
    return f"{rank} of {value.suit}" if value.suit else rank


def _scoring(genome: Genome) -> Iterator[str]:
    yield from _contracts(genome)
    tricks = genome.trick_scoring
    if tricks and tricks.points:
        book = f" beyond the first {tricks.book}" if tricks.book else ""
        yield f"{_many(tricks.points, 'point')} for every trick{book}."
    for step in tricks.levels if tricks else ():
        yield f"{_many(step.points, 'point')} for at least {_many(step.tricks, 'trick')}."
    cards = genome.card_scoring
    if cards:
        whose = "won" if cards.source == "won" else "left in hand"
        for value in cards.values:
            yield f"{_many(value.points, 'point')} for every {_what(value)} {whose}."
        if cards.to == "winner":
            yield "The player who is out first gets the points of all hands."
        if cards.moon:
            yield "Who wins all of them gets nothing, and everybody else gets the whole sum."
    if genome.order_scoring:
        yield f"By the order of going out: {', '.join(map(str, genome.order_scoring))} points."
    for most in genome.majorities:
        what = _what(most)
        yield f"{_many(most.points, 'point')} for having won the most: {what}."
    if genome.sweep_points:
        yield f"{_many(genome.sweep_points, 'point')} for every capture that clears the table."
    if genome.knockout:
        yield "Who wins no trick is out of the match; everybody else gets 1 point."
    rankings = {
        "poker": "The best poker hand gets the pot.",
        "high card": "The highest card gets the pot.",
        "points": "The most points in hand get the pot.",
        "blackjack": "Everybody plays against the dealer: closer to 21, but not beyond, wins the stake.",
    }
    if genome.ranking in rankings:
        yield rankings[genome.ranking]


def _contracts(genome: Genome) -> Iterator[str]:
    scoring, variant = genome.contract_scoring, genome.contract_variant
    if not scoring:
        return
    exactly = "exactly" if variant.exact else "at least"
    bonus = f" and {variant.exact_bonus}" if variant.exact else ""
    yield (
        f"A contract is made by winning {exactly} the tricks bid: "
        f"{scoring.points_per_trick_bid} points for each{bonus}, "
        f"{scoring.overtrick_points} for every trick more. Failed, it costs {scoring.failed_contract_penalty} for each."
    )
    if any(isinstance(phase, BiddingPhase) and phase.allow_nil for phase in genome.phases):
        yield f"Nil: {scoring.nil_bonus} points, or {scoring.nil_penalty} lost."
        helps = "help the partner's contract" if variant.nil_tricks == "help" else "are only bags"
        yield f"Tricks of a player who bid Nil {helps}."
    if scoring.bag_limit:
        rest = {
            "carry": "the rest is kept",
            "reset": "once, and all are forgotten",
            "score": "they are read off the score's last digits",
        }[variant.bags]
        yield f"Tricks beyond it are bags: every {scoring.bag_limit} of them cost {scoring.bag_penalty}; {rest}."


def _end(genome: Genome) -> Iterator[str]:
    match = genome.match
    yield f"At most {_many(match.hands, 'hand')}."
    if match.target:
        yield f"The match ends when somebody has {match.target} points; a tie for the lead is played on."
    if match.floor:
        yield f"It also ends when somebody falls to {match.floor}."
    yield f"The {'lowest' if match.low_wins else 'highest'} score wins."
