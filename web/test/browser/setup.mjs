// A server and a browser for as long as a test file runs. They are gone afterwards, also where one of them never came.

import { after, before } from "node:test";

import { startBrowser } from "./browser.mjs";
import { startServer } from "./server.mjs";

export let server, browser;

before(async () => {
  server = await startServer();
  browser = await startBrowser();
});
after(() => Promise.all([server?.stop(), browser?.close()]));
