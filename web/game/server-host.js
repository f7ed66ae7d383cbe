// @ts-check
/** A game at the server: how its page reaches it, and the parts of the page that only such a game has. */

import { requestApi } from "../api.js";
import { byId } from "../dom.js";
import { pageSocket } from "../page-socket.js";
import { Chat } from "./chat.js";
import { Delivery } from "./delivery.js";
import { FinishedPage } from "./finished-page.js";
import { InstallOffer } from "./install-offer.js";
import { Invitation } from "./invitation.js";
import { PositionBook } from "./position-book.js";
import { Ratings } from "./ratings.js";
import { showUnmatched } from "./refusal-notice.js";
import { Sharing } from "./sharing.js";
import { WaitingWish } from "./waiting-wish.js";

/** @typedef {import("./page").GamePage} GamePage */

/** @param {string} game @returns {import("./page").GameHost} */
export function createServerHost(game) {
  return {
    game,
    socket: pageSocket,
    isLocal: false,
    addressOf: (game) => `/game/${game}`,
    loadView: async () => (await requestApi("GET", `/api/games/${game}`)).view,
    createParts,
  };
}

/** @param {GamePage} page */
function createParts(page) {
  const { state, root, id, sender } = page;
  return [
    new Delivery(state, page.connection, page.banner, root),
    new Ratings(state, id, root),
    new WaitingWish(state, id, showUnmatched),
    new FinishedPage(state),
    new InstallOffer(state, id),
    new PositionBook(state, page.exploration, byId("book"), (action) => page.playOn(action)),
    new Sharing(state, id, byId("sharing")),
    new Chat(state, byId("chat-panel"), (text) => sender.send("say", { text })),
    new Invitation(state, id, {
      trying: () => page.refusal.clear(),
      seated: () => page.connection.reconnect(),
      decline: (reason) => sender.send("decline", reason ? { reason } : {}),
      failed: (error) => page.refusal.explain(error),
    }),
  ];
}
