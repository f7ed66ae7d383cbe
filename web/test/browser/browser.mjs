// Debian's Chromium, and people who sit before it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** How long anything may take to come about before a test gives up on it, in milliseconds. */
export const PATIENCE = 20_000;

export const PHONE = { width: 360, height: 720 };
export const TABLET = { width: 768, height: 1024 };
export const DESK = { width: 1280, height: 800 };

/** Starts a browser that asks nobody but the server under test. */
export async function startBrowser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** Somebody with a browser profile of their own. Whatever the page writes to the console as an error fails the test. */
export async function visitor(browser, server, options = {}) {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: DESK,
    reducedMotion: "reduce",
    ...options,
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const person = new Person(context, page, server);
  page.on("pageerror", (error) => person.complaints.push(String(error)));
  page.on("console", (message) => message.type() === "error" && person.complaints.push(message.text()));
  page.on("request", (request) => person.requests.push(request.url()));
  return person;
}

export class Person {
  complaints = [];
  requests = [];

  constructor(context, page, server) {
    Object.assign(this, { context, page, server });
  }

  /** Signs in as a guest whose token is known. */
  async become(token) {
    await this.context.addInitScript((token) => localStorage.setItem("ikibuguzo.token", token), token);
    return this;
  }

  async goto(path) {
    const answer = await this.page.goto(path);
    return answer;
  }

  /** The token that the page has been given. */
  async token() {
    return this.page.evaluate(() => localStorage.getItem("ikibuguzo.token"));
  }

  /** Waits until the board shows what there was after this event, at rest. */
  async sees(seq) {
    await this.page.waitForFunction((seq) => {
      const game = document.querySelector("#game");
      return game && Number(game.dataset.seq) >= seq && !("busy" in game.dataset);
    }, seq);
  }

  /** Every count that the page shows: `{A: 4, …}`, and the stores as `south` and `north`. */
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

  /** What axe finds wrong with the page as it stands. */
  async axe() {
    // The page's policy lets no script in: axe comes from outside of the page.
    const session = await this.context.newCDPSession(this.page);
    const run = `${AXE}; axe.run({ resultTypes: ["violations"] }).then((found) => JSON.stringify(found.violations.map(
      (one) => ({ rule: one.id, help: one.help, nodes: one.nodes.map((node) => node.html.slice(0, 200)) }))))`;
    const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
      expression: run,
      awaitPromise: true,
      returnByValue: true,
    });
    assert.equal(exceptionDetails, undefined);
    await session.detach();
    return JSON.parse(result.value);
  }

  /** Nothing went wrong in the browser, and nobody else was asked. */
  contented() {
    assert.deepEqual(this.complaints, []);
    const strangers = this.requests.filter(
      (url) => !url.startsWith(this.server.url) && !url.startsWith("data:"),
    );
    assert.deepEqual(strangers, [], "no other host is asked");
  }

  async leave() {
    await this.context.close();
  }
}

/** What a board should show of a position, as `Person.counts` reads it. */
export function expected(position) {
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
