// @ts-check
/** A game in this browser: how its page reaches it, and the parts of the page that only such a game has. */

import { byId } from "../dom.js";
import { InstallOffer } from "../game/install-offer.js";
import { HandOver } from "./hand-over.js";
import { KeptPart } from "./kept-part.js";
import { addressOfLocalGame } from "./local-games.js";
import { LocalSocket } from "./local-socket.js";

/** @typedef {import("../game/page").GamePage} GamePage */

/** @param {string} game @param {string} rules @returns {import("../game/page").GameHost} */
export function createLocalHost(game, rules) {
  /** @type {GamePage | undefined} */
  let page;
  /** @type {HandOver | undefined} */
  let handOver;
  const socket = new LocalSocket(game, {
    opened: ({ bots }) => {
      if (page) page.state.isShared = !bots?.length;
    },
    passed: async (seat) => handOver?.request(seat),
  });
  return {
    game,
    socket,
    isLocal: true,
    addressOf: (next) => addressOfLocalGame(rules, next),
    loadView: () => socket.loadView(),
    createParts: (created) => {
      page = created;
      handOver = new HandOver(page.state, page.root);
      return [
        handOver,
        new KeptPart(page.state, game, byId("kept-game")),
        new InstallOffer(page.state, game),
      ];
    },
  };
}
