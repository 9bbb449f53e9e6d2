"""Games of tricks. Each says where it is simpler than its published rules."""

from __future__ import annotations

from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.auction.genome import AuctionPhase
from ludex.games.cards.parts.bidding.genome import BiddingPhase, ContractScoring, ContractVariant
from ludex.games.cards.parts.card_points.genome import CardPoints, CardScoring
from ludex.games.cards.parts.deal.genome import Deal, Deck
from ludex.games.cards.parts.match.genome import Match
from ludex.games.cards.parts.passing.genome import PassPhase
from ludex.games.cards.parts.tricks.genome import Level, TrickPhase, TrickScoring

PARTNERS = ((0, 2), (1, 3))


def create_spades_genome() -> Genome:
    """Describe Spades for four, every seat for itself."""
    return Genome(
        name="spades",
        title="Spades",
        about="Say how many tricks you will win, then win neither fewer nor many more. Every player for themselves, "
        "to 500 points.",
        simplified="There is no blind Nil.",
        trump="spades",
        phases=(BiddingPhase(), TrickPhase(breaking="trump")),
        contract_scoring=ContractScoring(),
        match=Match(hands=100, target=500),
    )


def create_partnership_spades_genome() -> Genome:
    """Describe Spades for two partnerships: contracts, bags and scores are the teams'."""
    return Genome(
        name="partnership-spades",
        title="Partnership Spades",
        about="Promise a number of tricks together with a partner whose cards you cannot see, and keep the promise, "
        "to 500 points.",
        simplified="There is no blind Nil, and partners pass no cards for it.",
        teams=PARTNERS,
        trump="spades",
        phases=(BiddingPhase(), TrickPhase(breaking="trump")),
        contract_scoring=ContractScoring(),
        match=Match(hands=100, target=500),
    )


def create_whist_genome() -> Genome:
    """Describe Whist for two partnerships."""
    return Genome(
        name="whist",
        title="Whist",
        about="No bidding and no talking: you and your partner understand each other by the cards you play. A game "
        "is 5 points.",
        simplified="This is short whist, without honours and rubbers. A random card of the dealer decides the trump "
        "suit, not the last card dealt.",
        teams=PARTNERS,
        trump="turned",
        phases=(TrickPhase(),),
        trick_scoring=TrickScoring(points=1, book=6),
        match=Match(hands=100, target=5),
    )


def create_scotch_whist_genome() -> Genome:
    """Describe Scotch Whist, or Catch the Ten."""
    trumps = (("J", 11), ("T", 10), ("A", 4), ("K", 3), ("Q", 2))
    return Genome(
        name="scotch-whist",
        title="Scotch Whist",
        about="Also known as Catch the Ten: carry the ten of trumps home, or catch theirs. The first team with 41 "
        "points wins.",
        simplified="The jack of trumps wins tricks as a jack, not as the highest trump. There are no points for "
        "winning more cards than your share.",
        teams=PARTNERS,
        deck=Deck("6789TJQKA"),
        trump="turned",
        phases=(TrickPhase(),),
        card_scoring=CardScoring(tuple(CardPoints(points, rank, "trump") for rank, points in trumps)),
        match=Match(hands=100, target=41),
    )


def create_knockout_whist_genome() -> Genome:
    """Describe Knockout Whist: seven cards, then six, down to one; players without a trick are out."""
    return Genome(
        name="knockout-whist",
        title="Knockout Whist",
        about="Seven cards, then six, down to one: win a trick in every hand, or you are out.",
        simplified="The trump suit is always that of the card turned up; the winner of a hand does not choose it. "
        "There is no dog's life.",
        seats=(2, 6),
        deal=Deal(cards=7, change=-1),
        trump="turned",
        phases=(TrickPhase(),),
        knockout=True,
        match=Match(hands=7),
    )


def create_hearts_genome() -> Genome:
    """Describe Hearts, with passing and shooting the moon."""
    return Genome(
        name="hearts",
        title="Hearts",
        about="Every heart hurts, and the queen of spades hurts most, unless you dare to take them all. The lowest "
        "score wins.",
        simplified="The queen of spades does not break hearts. Players who shoot the moon cannot choose to lower "
        "their own score instead.",
        phases=(PassPhase(3), TrickPhase(breaking="hearts", first_lead="2C", clean_start=True)),
        card_scoring=CardScoring((CardPoints(1, suit="hearts"), CardPoints(13, "Q", "spades")), moon=True),
        match=Match(hands=60, target=100, low_wins=True),
    )


def create_oh_hell_genome() -> Genome:
    """Describe Oh Hell: ten cards down to one, and every bid has to be met exactly."""
    return Genome(
        name="oh-hell",
        title="Oh Hell",
        about="Win exactly as many tricks as you bid, not one more. Ten hands, from ten cards down to one, and "
        "someone must fail.",
        simplified="Hands only get smaller; some players go back up to ten cards.",
        seats=(3, 5),
        deal=Deal(cards=10, change=-1),
        trump="turned",
        phases=(BiddingPhase(min_bid=0, max_bid=10, allow_nil=False), TrickPhase()),
        contract_scoring=ContractScoring(1, 0, 0, 0, 0, 0, 0),
        contract_variant=ContractVariant(exact=True, exact_bonus=10, hook=True),
        match=Match(hands=10),
    )


def create_euchre_genome() -> Genome:
    """Describe a game like Euchre: 24 cards, five each, bowers."""
    return Genome(
        name="euchre",
        title="Euchre-like",
        about="Twenty-four cards, five each, and a jack that beats the ace: short hands in which one trump turns "
        "everything.",
        simplified="The card turned up decides the trump suit. Nobody orders it up, names another suit or goes alone, "
        "so nobody can be euchred.",
        teams=PARTNERS,
        deck=Deck("9TJQKA"),
        deal=Deal(cards=5),
        trump="turned",
        bowers=True,
        phases=(TrickPhase(),),
        trick_scoring=TrickScoring(points=0, levels=(Level(3, 1), Level(5, 2))),
        match=Match(hands=100, target=10),
    )


def create_bridge_genome() -> Genome:
    """Describe contract Bridge: an auction, a dummy, and duplicate scoring in the cycle of Chicago."""
    return Genome(
        name="bridge",
        title="Bridge",
        about="Find out in the auction what you and your partner can make, then make it with both hands while the "
        "defenders signal in the dark.",
        simplified="A match is one round of Chicago: four hands, with the bonuses and penalties of duplicate Bridge. "
        "A hand that is passed out counts as one of the four. There are no rubbers and no honours. Conventions are not "
        "explained to the opponents. Nobody can claim the remaining tricks, and a card that would be a revoke is "
        "refused.",
        teams=PARTNERS,
        trump="named",
        phases=(AuctionPhase(vulnerable="chicago"), TrickPhase()),
        match=Match(hands=4),
    )


def create_war_genome() -> Genome:
    """Describe War: no decisions at all."""
    return Genome(
        name="war",
        title="War",
        about="Turn up a card, and the highest takes them all. There is nothing to decide, and still one wants to "
        "know.",
        simplified="Cards won are shuffled into the hand at once. When cards tie, no cards are laid face down on "
        "them. After 1,000 tricks the player with the most cards wins.",
        seats=(2, 4),
        phases=(TrickPhase(follow=False, blind=True, by_rank=True, take=True),),
        turn_limit=1000,
        card_scoring=CardScoring((CardPoints(1),), source="hand"),
    )
