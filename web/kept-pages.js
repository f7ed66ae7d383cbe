// @ts-check
/** Has this browser keep pages that need no server. A browser without service workers keeps none. */

/** The address of the service worker. Its scope is the whole site. */
const SERVICE_WORKER = "/service-worker.js";

/** Registers the service worker. The browser asks for a new version of it once a day at most. @returns {Promise<ServiceWorkerRegistration>} */
export async function registerServiceWorker() {
  return navigator.serviceWorker.register(SERVICE_WORKER, { updateViaCache: "all" });
}

/** Keeps the pages that need no server, unless the visitor saves data. */
export function keepPagesUnlessSavingData() {
  if (!savesData()) keepPages();
}

/** Whether the browser is to load as little as possible: the visitor has told it so, or the line is one of 2G. @returns {boolean} */
export function savesData() {
  const { connection } = /** @type {any} */ (navigator);
  return Boolean(connection?.saveData || connection?.effectiveType?.includes("2g"));
}

/** Keeps the pages that need no server. @returns {Promise<boolean>} whether all of them are kept */
export async function keepPages() {
  const isKept = await keep("pages");
  // Tests wait for it.
  document.documentElement.dataset.kept = isKept ? "yes" : "no";
  return isKept;
}

/** Keeps the page of a game that is over, if pages are kept. @param {string} path */
export async function keepFinishedGame(path) {
  if (navigator.serviceWorker?.controller) await keep(path);
}

/** @param {string} what @returns {Promise<boolean>} */
async function keep(what) {
  if (!("serviceWorker" in navigator)) return false;
  try {
    await registerServiceWorker();
    const { active } = await navigator.serviceWorker.ready;
    return await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(data.isKept);
      active?.postMessage({ keep: what }, [port2]);
    });
  } catch (error) {
    console.info("This browser keeps no pages:", error);
    return false;
  }
}
