// High Card on boardgame.io's server, as its documentation says: `node server.cjs PORT memory|FOLDER`.
// The twin of ../high_card/ludex_high_card.py: the same cards, the same secrets, the same moves.
const { Server, FlatFile, Origins } = require("boardgame.io/server");
const { INVALID_MOVE, PlayerView } = require("boardgame.io/core");

const KINDS = 13, COPIES = 4, HAND = 5, PLAYS = 4000;

function draw(G, random, seat) {
  if (G.secret.deck.length === 0) {
    G.secret.deck = random.Shuffle(G.pile);
    G.pile = [];
  }
  G.players[seat].hand.push(G.secret.deck.pop());
}

const HighCard = {
  name: "high-card",
  minPlayers: 2,
  maxPlayers: 2,
  setup: ({ random }) => {
    const deck = [];
    for (let rank = 1; rank <= KINDS; rank++) for (let copy = 0; copy < COPIES; copy++) deck.push(rank);
    const G = { secret: { deck: random.Shuffle(deck) }, players: { 0: { hand: [] }, 1: { hand: [] } },
                pile: [], top: 0, plays: 0, points: [0, 0] };
    for (const seat of ["0", "1"]) for (let card = 0; card < HAND; card++) draw(G, random, seat);
    return G;
  },
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: {
      client: false,
      move: ({ G, playerID, random }, rank) => {
        const hand = G.players[playerID].hand;
        const at = hand.indexOf(rank);
        if (at < 0) return INVALID_MOVE;
        hand.splice(at, 1);
        G.pile.push(rank);
        if (rank > G.top) G.points[playerID] += 1;
        G.top = rank;
        G.plays += 1;
        draw(G, random, playerID);
      },
    },
  },
  endIf: ({ G }) => (G.plays === PLAYS ? { points: G.points } : undefined),
};

const [port, where] = process.argv.slice(2);
const db = where === "memory" ? undefined : new FlatFile({ dir: where, logging: false });
const server = Server({ games: [HighCard], origins: [Origins.LOCALHOST], ...(db ? { db } : {}) });
server.run(Number(port), () => console.log("boardgame.io is ready"));
