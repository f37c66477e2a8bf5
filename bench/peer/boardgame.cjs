// The same small game on boardgame.io, with its store in memory: what is measured beside Parallax where node is present.
//   npm install --prefix bench/peer boardgame.io
"use strict";
const { Server } = require("boardgame.io/server");

const HAND = 7;
const DECK = 40;

const setup = ({ ctx, random }) => {
  const cards = random.Shuffle(Array.from({ length: ctx.numPlayers * HAND + DECK }, (_, number) => number + 1));
  const hands = Array.from({ length: ctx.numPlayers }, (_, seat) => cards.slice(seat * HAND, (seat + 1) * HAND));
  return {
    tiles: Array.from({ length: 60 }, (_, id) => ({ id, kind: "reed", owner: null, flag: false })),
    verses: Array.from({ length: 60 }, (_, number) => `Verse ${number + 1}: by the north gate a reed bends.`),
    hands,
    deck: cards.slice(ctx.numPlayers * HAND),
    told: [],
  };
};

const lay = ({ G, ctx, random, events }, tile) => {
  const seat = Number(ctx.currentPlayer);
  G.tiles[tile].owner = seat;
  G.tiles[tile].flag = !G.tiles[tile].flag;
  const place = random.Die(G.deck.length) - 1;
  const card = Math.min(...G.hands[seat]);
  const drawn = G.deck[place];
  G.deck[place] = card;
  G.hands[seat][G.hands[seat].indexOf(card)] = drawn;
  G.told = [...G.told.slice(-19), `${seat} takes tile ${tile + 1}`];
  events.endTurn();
};

const playerView = ({ G, playerID }) => ({
  ...G,
  deck: G.deck.length,
  hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
});

const game = { name: "whisper", setup, moves: { lay }, playerView, minPlayers: 4, maxPlayers: 4, disableUndo: true };
const server = Server({ games: [game], origins: [/.*/] });
server.router.get("/healthz", (ctx) => {
  ctx.body = "ok";
});
server.run({ port: Number(process.env.PORT), lobbyConfig: undefined });
