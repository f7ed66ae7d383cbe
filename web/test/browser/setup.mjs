// Starts a server and a browser before the tests of a file, and stops them afterwards, even if one failed to start.

import { after, before } from "node:test";

import { startBrowser } from "./browser.mjs";
import { startServer } from "./server.mjs";

export let server, browser;

before(async () => {
  server = await startServer();
  browser = await startBrowser();
});
after(() => Promise.all([server?.stop(), browser?.close()]));
