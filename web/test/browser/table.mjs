// Visitors at one game, each with a browser profile of their own. Their boards are compared with the game's log.

import assert from "node:assert/strict";

import { TIMEOUT, expectedCounts } from "./browser.mjs";
import { pick } from "./server.mjs";

/** How a visitor plays an action. */
const INPUT_METHODS = {
  async pointer(visitor, action, input) {
    if (input.hole) await visitor.page.locator(`#game .holes button[data-hole="${input.hole}"]`).click();
    if (input.isRequested) await visitor.page.locator(`#game button[data-action="${action}"]`).click();
  },
  async keyboard(visitor, action, input) {
    if (input.hole) await tabTo(visitor, "#game .holes button", input.hole.toLowerCase());
    if (input.isRequested) await tabTo(visitor, `#game button[data-action="${action}"]`, "Enter");
  },
};

/** Moves the focus with the Tab key until it reaches an element, and presses a key there. */
export async function tabTo(visitor, selector, key) {
  await visitor.page.locator(selector).first().waitFor();
  for (let steps = 0; steps < 200; steps++) {
    if (await visitor.page.evaluate((selector) => document.activeElement?.matches(selector), selector)) {
      return visitor.page.keyboard.press(key);
    }
    await visitor.page.keyboard.press("Tab");
  }
  assert.fail(`${selector} cannot be reached with the Tab key`);
}

export class GameTable {
  /** @param {Server} server @param {{game, south, north}} game @param {{inputs: object}} options the input method of each seat */
  constructor(server, game, { inputs }) {
    Object.assign(this, { server, ...game, inputs });
    /** By seat; spectators by other names. */
    this.visitors = {};
  }

  /** A visitor opens the game: the player of a seat, or a spectator under any other name. */
  async join(name, visitor) {
    if (this[name]) await visitor.signIn(this[name].token);
    await visitor.goto(`/game/${this.game}`);
    // Until then the board is the one that the server has drawn for spectators.
    await visitor.page.locator("#game[data-live]").waitFor();
    this.visitors[name] = visitor;
    await this.assertBoards();
  }

  /** Both players pick an array in their browsers. */
  async arrange(random) {
    for (const seat of ["south", "north"]) {
      const array = pick(["first", "second"], random);
      await this.visitors[seat].page.locator(`#game button[data-array="${array}"]`).click();
    }
    for (const { page } of Object.values(this.visitors))
      await page.locator('#game[data-state="playing"]').waitFor();
  }

  /** Plays a random action in a browser and compares all boards. False if the game is over. */
  async playTurn(random) {
    const { position } = await this.server.view(this.game);
    const seat = position.to_move;
    if (!seat) return false;
    const own = (await this.server.view(this.game, this[seat].token)).position;
    const action = pick(own.legal, random);
    await INPUT_METHODS[this.inputs[seat]](this.visitors[seat], action, howToPlay(own, action));
    await this.assertBoards(own.ply + 1);
    return true;
  }

  /** Compares all boards with the log, once the game has reached a ply. */
  async assertBoards(ply = 0) {
    const events = await this.#eventsUntil(ply);
    const last = events.findLast((event) => event.position)?.position;
    for (const [name, visitor] of Object.entries(this.visitors)) {
      await visitor.waitForEvent(events.at(-1).seq);
      if (!last) continue;
      const counts = await visitor.counts();
      const { south, north, ...holes } = counts;
      assert.deepEqual(holes, expectedCounts(last), `${name} at event ${events.at(-1).seq}`);
      await this.#assertStores(name, { south, north });
    }
  }

  async #assertStores(name, shown) {
    const { position } = await this.server.view(this.game, this[name]?.token);
    if (!position.stores) return;
    for (const seat of ["south", "north"]) {
      const held = position.stores[seat];
      if (held === null) assert.doesNotMatch(shown[seat], /\d/, `${name} must not see the store of ${seat}`);
      else assert.equal(shown[seat], String(held), `${name} sees the store of ${seat}`);
    }
  }

  /** The log, once the game has reached a ply. */
  async #eventsUntil(ply) {
    const end = Date.now() + TIMEOUT;
    for (;;) {
      const events = await this.server.events(this.game);
      assert.ok(Date.now() < end, `the game does not reach ply ${ply}: it is at event ${events.at(-1).seq}`);
      if (ply === 0 || events.some((event) => event.kind === "acted" && event.ply >= ply)) return events;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

/** Which hole to press for an action, and whether the page then asks which action is meant. */
function howToPlay(position, action) {
  const letter = action.match(/^[A-Za-z]/)?.[0];
  if (!letter || position.pending) return { isRequested: true };
  const both = position.legal.filter((legal) => legal[0] === letter).length > 1;
  return { hole: letter, isRequested: both };
}
