// @ts-check
/** Questions that the local server answers, or the server where there is no local one yet. */

import { RefusedError } from "../api.js";
import { askLocalServer, requireLocalServer } from "./local-server.js";

/**
 * The answer of the local server, or else of the server. Without a network, the local server is loaded and waited for.
 * @template Answer
 * @param {Record<string, unknown>} request to the local server @param {() => Promise<Answer>} askServer
 * @returns {Promise<Answer>} @throws {RefusedError}
 */
export async function askEitherServer(request, askServer) {
  const local = await askLocalServer(request);
  if (local !== undefined) return local;
  if (!navigator.onLine) return (await askLoaded(request)) ?? askServer();
  try {
    return await askServer();
  } catch (error) {
    const isUnreachable = error instanceof RefusedError && error.code === "unreachable";
    const late = isUnreachable ? await askLoaded(request) : undefined;
    if (late === undefined) throw error;
    return late;
  }
}

/** The answer of the local server once it is loaded; `undefined` if it cannot be. @param {Record<string, unknown>} request */
async function askLoaded(request) {
  return (await requireLocalServer()) ? askLocalServer(request) : undefined;
}
