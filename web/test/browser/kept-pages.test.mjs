// Pages that a browser keeps: they open without a network, are of one version, and the site can be installed.
//
// Parts: web/service-worker, web/kept-pages.js, pages/src/manifest.rs, pages/src/frame.rs, bundler/

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";

import { PHONE, openVisitor } from "./browser.mjs";
import { startProxy } from "./proxy.mjs";
import { seededRandom } from "./server.mjs";
import { browser, server } from "./setup.mjs";

const TIMEOUT = { timeout: 300_000 };

const OPTIONS = { viewport: PHONE, serviceWorkers: "allow" };

const kept = (page) => page.locator("html[data-kept=yes]").waitFor({ state: "attached" });

/** Opens a page with a board through a proxy, and waits until the browser keeps the pages that need no server. */
async function openKeptPages(path = "/learn/kubuguza") {
  const proxy = await startProxy(server);
  const visitor = await openVisitor(browser, { url: proxy.url }, OPTIONS);
  await visitor.goto(path);
  await kept(visitor.page);
  const close = async () => {
    await visitor.close();
    await proxy.close();
  };
  return { proxy, visitor, page: visitor.page, close };
}

test("lessons, puzzles, rules and the analysis board open without a network", TIMEOUT, async () => {
  const { proxy, visitor, page, close } = await openKeptPages();
  proxy.cut();
  for (const path of [
    "/learn",
    "/learn/azigo",
    "/puzzles",
    "/puzzles/njombwa",
    "/rules",
    "/rules/ikibuguzo",
  ]) {
    await visitor.goto(path);
    assert.equal(new URL(page.url()).pathname, path);
    await page.locator("main h1").first().waitFor();
  }
  await visitor.goto("/analysis");
  await page.locator(".hole.playable").first().waitFor();
  await visitor.goto("/learn/kubuguza");
  await page.locator('html[data-local-server="ready"]').waitFor({ state: "attached" });
  await close();
});

test("a page that is not kept says what can be done without a network", TIMEOUT, async () => {
  const { proxy, visitor, page, close } = await openKeptPages();
  proxy.cut();
  await visitor.goto("/tournaments");
  await page.locator("#kept-page-list").waitFor();
  proxy.restore();
  await visitor.goto("/tournaments");
  assert.equal(await page.locator("#kept-page-list").count(), 0);
  await close();
});

test("a finished game that was opened can be replayed without a network", TIMEOUT, async () => {
  const table = await server.createFinishedGame("kubuguza", 8);
  const { proxy, visitor, page, close } = await openKeptPages();
  await visitor.goto(`/game/${table.game}`);
  await page.locator("#game[data-live]").waitFor();
  proxy.cut();
  await page.reload();
  assert.equal(await page.locator("#game[data-live]").count(), 0);
  await page.locator('#steps [data-step="first"]').click();
  await page.locator('#game[data-ply="0"]').waitFor();
  await page.locator(".hole.playable").first().waitFor();
  await close();
});

test("a stalled line shows the kept page", TIMEOUT, async () => {
  const { proxy, visitor, page, close } = await openKeptPages();
  proxy.stall();
  await visitor.goto("/puzzles");
  await page.locator("main h1").first().waitFor();
  await close();
});

test("a visitor who saves data keeps no pages", TIMEOUT, async () => {
  const visitor = await openVisitor(browser, server, OPTIONS);
  await visitor.context.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
  );
  const { page } = visitor;
  await visitor.goto("/learn/kubuguza");
  await page.locator('html[data-local-server="ready"]').waitFor({ state: "attached" });
  assert.equal(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0);
  await visitor.close();
});

/** An HTTP proxy that gives documents and the service worker as another version of the server would. */
async function startNextVersion() {
  const next = { suffix: null, missing: "none" };
  const rename = (text, suffix) =>
    text
      .replace(/(data-version="|"ikibuguzo-pages-" \+ ")[0-9a-f]{16}/g, `$1${suffix}`)
      .replace(/(const VERSION = ")[0-9a-f]{16}/g, `$1${suffix}`)
      .replace(/(\/static\/lesson-)[0-9a-f]{16}(\.js)/g, `$1${suffix}$2`);
  const proxy = createServer(async (request, answer) => {
    if (request.url.startsWith(next.missing)) return request.socket.destroy();
    const response = await fetch(server.url + request.url, {
      headers: { accept: request.headers.accept ?? "*/*" },
    });
    const headers = {
      "content-type": response.headers.get("content-type") ?? "",
      "cache-control": "no-cache",
    };
    const isNamed = headers["content-type"].includes("html") || request.url === "/service-worker.js";
    answer.writeHead(response.status, headers);
    if (isNamed && next.suffix) answer.end(rename(await response.text(), next.suffix));
    else answer.end(Buffer.from(await response.arrayBuffer()));
  });
  await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  proxy.unref();
  next.url = `http://127.0.0.1:${proxy.address().port}`;
  next.close = () => {
    proxy.closeAllConnections();
    return new Promise((resolve) => proxy.close(resolve));
  };
  return next;
}

const versionOf = (page) => page.evaluate(() => document.documentElement.dataset.version);

/** Has the browser look for a new version of the service worker. @returns whether it has been installed and runs */
async function update({ page }) {
  const isInstalled = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const { installing } = await registration.update();
    while (installing.state === "installing")
      await new Promise((resolve) => installing.addEventListener("statechange", resolve, { once: true }));
    return installing.state !== "redundant";
  });
  if (!isInstalled) return false;
  await page.waitForFunction(async () => {
    const { active, waiting } = await navigator.serviceWorker.getRegistration();
    return waiting === null && active.state === "activated";
  });
  return true;
}

test("an update replaces all kept pages, or none", TIMEOUT, async () => {
  const next = await startNextVersion();
  const visitor = await openVisitor(browser, { url: next.url }, OPTIONS);
  const { page } = visitor;
  await visitor.goto("/learn/kubuguza");
  await kept(page);
  const first = await versionOf(page);

  const second = "0123456789abcdef";
  next.suffix = second;
  next.missing = "/static/lesson-0123";
  assert.equal(await update(visitor), false, "a file of the new version cannot be loaded");
  await visitor.goto("/learn/azigo");
  assert.equal(await versionOf(page), first);
  await kept(page);
  // A browser that tools watch does not activate the new version while the old one is at work.
  await visitor.goto("/rules");
  await visitor.waitUntilLoaded();

  next.missing = "none";
  assert.equal(await update(visitor), true);
  for (const path of ["/learn/azigo", "/learn", "/analysis"]) {
    await visitor.goto(path);
    assert.equal(await versionOf(page), second, path);
  }
  await visitor.goto("/learn/azigo");
  const scripts = await page.evaluate(() => [...document.scripts].map(({ src }) => src));
  assert.ok(
    scripts.some((src) => src.includes(`lesson-${second}`)),
    scripts.join(" "),
  );
  await visitor.close();
  await next.close();
});

test("the site can be installed", TIMEOUT, async () => {
  const { visitor, page, close } = await openKeptPages();
  const session = await visitor.context.newCDPSession(page);
  const { url, errors } = await session.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  const manifest = await (await fetch(url)).json();
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    assert.equal(size, sizes, src);
  }
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  assert.deepEqual(installabilityErrors, []);
  await close();
});

/** What the browser does when it can install the site. Headless Chromium never says so. */
function sayThatTheSiteCanBeInstalled() {
  const offer = new Event("beforeinstallprompt", { cancelable: true });
  offer.prompt = () => (document.documentElement.dataset.prompted = "yes");
  dispatchEvent(offer);
  return offer.defaultPrevented;
}

test("the home screen is offered once, after the second game", TIMEOUT, async () => {
  let table = await server.createGame("kubuguza");
  const visitor = await openVisitor(browser, server, OPTIONS);
  await visitor.signIn(table.north.token);
  const { page } = visitor;
  const offer = page.locator('.notice[data-game="install"]');
  await visitor.goto(`/game/${table.game}`);
  const playToTheEnd = async () => {
    // The page goes to a rematch by itself.
    await page.locator(`#game[data-game="${table.game}"][data-live]`).waitFor();
    await server.playRandomly(table, 2, seededRandom(1));
    assert.ok(await page.evaluate(sayThatTheSiteCanBeInstalled));
    assert.equal(await offer.count(), 0);
    await server.resign(table);
    await page.locator('#game[data-state="finished"]:not([data-busy])').waitFor();
  };
  await playToTheEnd();
  assert.equal(await offer.count(), 0);
  table = await server.rematch(table);
  await playToTheEnd();
  await offer.getByRole("button").first().click();
  await page.locator("html[data-prompted=yes]").waitFor({ state: "attached" });
  assert.equal(await offer.count(), 0);
  table = await server.rematch(table);
  await playToTheEnd();
  assert.equal(await offer.count(), 0);
  visitor.assertNoErrors();
  await visitor.close();
});
