// Debian's headless Chromium, and visitors who each have a browser profile of their own.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** How long a test waits for anything before it fails, in milliseconds. */
export const TIMEOUT = 60_000;

export const PHONE = { width: 360, height: 720 };
export const DESK = { width: 1280, height: 800 };

/** Starts a browser that sends no requests of its own. */
export async function startBrowser(...moreArguments) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...moreArguments,
    ],
  });
}

/**
 * Opens a page in a new profile. `assertNoErrors` fails if the page reports an error or asks another host. The browser keeps no
 * pages, unless the options allow service workers.
 */
export async function openVisitor(browser, server, options = {}) {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: DESK,
    reducedMotion: "reduce",
    serviceWorkers: "block",
    ...options,
  });
  context.setDefaultTimeout(TIMEOUT);
  const page = await context.newPage();
  const visitor = new Visitor(context, page, server);
  page.on("pageerror", (error) => visitor.errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && visitor.errors.push(message.text()));
  page.on("request", (request) => {
    visitor.requests.push(request.url());
    visitor.openRequests.add(request);
  });
  for (const end of ["requestfinished", "requestfailed"]) {
    page.on(end, (request) => visitor.openRequests.delete(request));
  }
  return visitor;
}

export class Visitor {
  errors = [];
  requests = [];
  openRequests = new Set();

  constructor(context, page, server) {
    Object.assign(this, { context, page, server });
  }

  /** Uses a player's token from the next page on. */
  async signIn(token) {
    await this.context.addInitScript((token) => localStorage.setItem("ikibuguzo.token", token), token);
    return this;
  }

  /** Gives the page another size, and waits until it is drawn: what its script arranges by the size is arranged then. */
  async resize([width, height]) {
    await this.page.setViewportSize({ width, height });
    await this.page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    });
  }

  /** Sets the size of text in pixels, as visitors do in the settings of their browser. */
  async setTextSize(size) {
    const session = await this.context.newCDPSession(this.page);
    await session.send("Page.setFontSizes", { fontSizes: { standard: size } });
    await session.detach();
  }

  async goto(path) {
    return this.page.goto(path);
  }

  /** Waits until the page has loaded everything: no request is open, and the tasks that waited have sent no other one. */
  async waitUntilLoaded() {
    // Playwright's "networkidle" never comes if the page sends a request about 500 ms after the last one has ended.
    for (let seen = -1; seen !== this.requests.length || this.openRequests.size;) {
      seen = this.requests.length;
      await this.page.evaluate(() => scheduler.postTask(() => {}, { priority: "background" }));
    }
  }

  /** The token that the browser has stored. */
  async token() {
    return this.page.evaluate(() => localStorage.getItem("ikibuguzo.token"));
  }

  /** Waits until the board shows this event or a later one, with nothing moving. */
  async waitForEvent(seq) {
    await this.page.waitForFunction((seq) => {
      const game = document.querySelector("#game");
      return game && Number(game.dataset.seq) >= seq && !("busy" in game.dataset);
    }, seq);
  }

  /** All counts on the board: `{A: 4, …}`, and the stores as `south` and `north`. */
  async counts() {
    return this.page.evaluate(() => {
      const counts = {};
      for (const hole of document.querySelectorAll("#game .board .hole")) {
        counts[hole.dataset.hole] = hole.querySelector(".count").textContent;
      }
      for (const store of document.querySelectorAll("#game .board [data-store]")) {
        counts[store.dataset.store] = store.querySelector(".count").textContent;
      }
      return counts;
    });
  }

  /** The accessibility violations that axe finds on the page; with `rules`, only those of these rules. */
  async axeViolations(...rules) {
    // The page's content security policy allows no other script: axe is injected from outside.
    const session = await this.context.newCDPSession(this.page);
    const evaluate = async (expression) => {
      const options = { expression, awaitPromise: true, returnByValue: true };
      const { result, exceptionDetails } = await session.send("Runtime.evaluate", options);
      assert.equal(exceptionDetails, undefined);
      return result.value;
    };
    if (!(await evaluate("Boolean(window.axe)"))) await evaluate(`${AXE}; true`);
    const options = { resultTypes: ["violations"], ...(rules.length && { runOnly: rules }) };
    const found = await evaluate(`axe.run(${JSON.stringify(options)}).then((found) => found.violations.map(
      (one) => ({ rule: one.id, help: one.help, nodes: one.nodes.map((node) => node.html.slice(0, 200)) })))`);
    await session.detach();
    return found;
  }

  /** Fails if the page reported an error or asked another host. */
  assertNoErrors() {
    assert.deepEqual(this.errors, []);
    const foreign = this.requests.filter(
      (url) => !url.startsWith(this.server.url) && !url.startsWith("data:"),
    );
    assert.deepEqual(foreign, [], "requests to other hosts");
  }

  async close() {
    await this.context.close();
  }
}

/** The counts that a board must show for a position, in the form of `Visitor.counts`. */
export function expectedCounts(position) {
  const counts = {};
  for (const [seat, first] of [
    ["south", "A"],
    ["north", "a"],
  ]) {
    position.holes[seat].forEach((held, index) => {
      counts[String.fromCharCode(first.charCodeAt(0) + index)] = String(held);
    });
  }
  return counts;
}
