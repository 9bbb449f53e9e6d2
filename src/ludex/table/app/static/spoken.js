// Sentences for screen readers, which stumble over the signs of cards.

const RANKS = { A: "ace", K: "king", Q: "queen", J: "jack", T: "10" };
const SUITS = { "♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs" };

/** Return a sentence with cards in words: "Q♠" is the queen of spades. */
export const spoken = (text) =>
  text.replace(/(?<![\p{L}\d])(10|[2-9TJQKA])([♠♥♦♣])\ufe0e?/gu, (_, rank, suit) => `the ${RANKS[rank] ?? rank} of ${SUITS[suit]}`);
