// People at one game, each before a browser of their own, and the log that their boards are held to.

import assert from "node:assert/strict";

import { PATIENCE, expected } from "./browser.mjs";
import { pick } from "./server.mjs";

/** How somebody plays an action: with the pointer, or with the keyboard alone. */
const HANDS = {
  async pointer(person, action, sown) {
    if (sown.hole) await person.page.locator(`#game .holes button[data-hole="${sown.hole}"]`).click();
    if (sown.asked) await person.page.locator(`#game button[data-action="${action}"]`).click();
  },
  async keyboard(person, action, sown) {
    if (sown.hole) await person.page.keyboard.press(sown.hole.toLowerCase());
    if (sown.asked) await walkTo(person, `#game button[data-action="${action}"]`, "Enter");
  },
};

/** Goes from one thing to the next with the Tab key until something is reached, and presses a key there. */
export async function walkTo(person, selector, key) {
  await person.page.locator(selector).waitFor();
  for (let steps = 0; steps < 200; steps++) {
    if (await person.page.evaluate((selector) => document.activeElement?.matches(selector), selector)) {
      return person.page.keyboard.press(key);
    }
    await person.page.keyboard.press("Tab");
  }
  assert.fail(`${selector} cannot be reached with the Tab key`);
}

export class Table {
  /** @param {Server} server @param {{game, south, north}} game */
  constructor(server, game, { hands }) {
    Object.assign(this, { server, ...game, hands });
    /** Who sits before a browser, by seat; watchers under names of their own. */
    this.people = {};
  }

  /** Somebody comes to the table. */
  async seat(name, person) {
    if (this[name]) await person.become(this[name].token);
    await person.goto(`/game/${this.game}`);
    // Before that, the board is the one that the server has drawn for everybody.
    await person.page.locator("#game[data-live]").waitFor();
    this.people[name] = person;
    await this.compare();
  }

  /** Both pick an array, each in the browser. */
  async arrange(random) {
    for (const seat of ["south", "north"]) {
      const array = pick(["first", "second"], random);
      await this.people[seat].page.locator(`#game button[data-array="${array}"]`).click();
    }
    for (const { page } of Object.values(this.people))
      await page.locator('#game[data-state="playing"]').waitFor();
  }

  /** Somebody plays a random action in the browser, and everybody sees it. False when the game is over. */
  async turn(random) {
    const { position } = await this.server.view(this.game);
    const seat = position.to_move;
    if (!seat) return false;
    const own = (await this.server.view(this.game, this[seat].token)).position;
    const action = pick(own.legal, random);
    await HANDS[this.hands[seat]](this.people[seat], action, howToPlay(own, action));
    await this.compare(own.ply + 1);
    return true;
  }

  /** Every board shows what the log says, for the eyes of whoever looks at it. */
  async compare(ply = 0) {
    const events = await this.#eventsUntil(ply);
    const last = events.findLast((event) => event.position)?.position;
    for (const [name, person] of Object.entries(this.people)) {
      await person.sees(events.at(-1).seq);
      if (!last) continue;
      const counts = await person.counts();
      const { south, north, ...holes } = counts;
      assert.deepEqual(holes, expected(last), `${name} at event ${events.at(-1).seq}`);
      await this.#compareStores(name, { south, north });
    }
  }

  async #compareStores(name, shown) {
    const { position } = await this.server.view(this.game, this[name]?.token);
    if (!position.stores) return;
    for (const seat of ["south", "north"]) {
      const held = position.stores[seat];
      if (held === null) assert.doesNotMatch(shown[seat], /\d/, `${name} may not see the store of ${seat}`);
      else assert.equal(shown[seat], String(held), `${name} sees the store of ${seat}`);
    }
  }

  /** The log, once the game has got so far. */
  async #eventsUntil(ply) {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const events = await this.server.events(this.game);
      assert.ok(
        Date.now() < end,
        `nothing was played: the game should be at ply ${ply}, and is at event ${events.at(-1).seq}`,
      );
      if (ply === 0 || events.some((event) => event.kind === "acted" && event.ply >= ply)) return events;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

/** Which hole is tapped for an action, and whether the page then asks which of several is meant. */
function howToPlay(position, action) {
  const letter = action.match(/^[A-Za-z]/)?.[0];
  if (!letter || position.pending) return { asked: true };
  const both = position.legal.filter((legal) => legal[0] === letter).length > 1;
  return { hole: letter, asked: both };
}
