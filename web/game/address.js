// @ts-check
/** The query of the page's address. It keeps the name of a game that only this browser has. */

/** The field that names such a game. */
export const LOCAL_GAME_FIELD = "game";

/** The query with these fields; empty without any. @param {Record<string, string>} fields those that are not empty are named */
export function queryWith(fields) {
  const local = new URLSearchParams(location.search).get(LOCAL_GAME_FIELD) ?? "";
  const named = Object.entries({ [LOCAL_GAME_FIELD]: local, ...fields }).filter(([, value]) => value);
  return named.length ? `?${new URLSearchParams(named)}` : "";
}

/** The ply that the page's address names, if it names one. */
export function plyInAddress() {
  const ply = new URLSearchParams(location.search).get("ply");
  return ply !== null && /^\d+$/.test(ply) ? Number(ply) : null;
}

/** Puts fields into the address in place of others, so that it can be shared. @param {Record<string, string>} fields */
export function putIntoAddress(fields) {
  history.replaceState(null, "", location.pathname + queryWith(fields));
}
