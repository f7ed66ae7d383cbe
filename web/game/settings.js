// @ts-check
/** The visitor's settings for the game page, kept in this browser. */

import { element } from "../dom.js";
import { readJson, writeJson } from "../storage.js";
import { translate } from "../texts.js";

/** @typedef {import("./sowing-speed").Speed} Speed */
/** @typedef {{ speed: Speed, keys: boolean, confirm: boolean, flip: boolean, sound: boolean, forced: boolean, hints: boolean, aim: boolean | null }} Settings */

const KEY = "ikibuguzo.game";

/** @type {Speed[]} */
const SPEEDS = ["off", "slow", "normal", "fast"];

/** The current settings. @type {Settings} */
export const settings = {
  speed: matchMedia("(prefers-reduced-motion: reduce)").matches ? "off" : "normal",
  keys: true,
  confirm: false,
  flip: false,
  sound: true,
  forced: false,
  hints: false,
  // Until the visitor decides, the size of the holes does.
  aim: null,
  ...readJson(KEY),
};

/** Changes some settings and keeps them. @param {Partial<Settings>} change */
export function changeSettings(change) {
  Object.assign(settings, change);
  writeJson(KEY, settings);
}

/**
 * Shows the form for the settings.
 * @param {HTMLElement} container @param {boolean} isAiming whether holes are aimed at until the visitor decides
 * @param {() => void} changed called after each change
 */
export function showSettings(container, isAiming, changed) {
  /** @param {Partial<Settings>} change */
  const apply = (change) => {
    changeSettings(change);
    changed();
  };
  container.replaceChildren(
    element(
      "details",
      {},
      element("summary", {}, translate("game.settings")),
      element("label", { for: "speed" }, `${translate("game.speed")} `, speedSelect(apply)),
      checkbox("flip", apply),
      checkbox("keys", apply),
      checkbox("confirm", apply),
      checkbox("aim", apply, isAiming),
      checkbox("sound", apply),
      checkbox("forced", apply),
      checkbox("hints", apply),
    ),
  );
}

/** @param {(change: Partial<Settings>) => void} apply */
function speedSelect(apply) {
  const options = SPEEDS.map((speed) =>
    element("option", { value: speed, selected: settings.speed === speed }, translate(`game.speed.${speed}`)),
  );
  const select = element("select", { id: "speed" }, ...options);
  select.addEventListener("change", () => apply({ speed: /** @type {Speed} */ (select.value) }));
  return select;
}

/**
 * @param {"keys" | "confirm" | "flip" | "sound" | "forced" | "hints" | "aim"} name
 * @param {(change: Partial<Settings>) => void} apply @param {boolean} [byDefault] the value until the visitor decides
 */
function checkbox(name, apply, byDefault = false) {
  const id = `set-${name}`;
  const input = element("input", {
    type: "checkbox",
    id,
    checked: settings[name] ?? byDefault,
  });
  input.addEventListener("change", () => apply({ [name]: input.checked }));
  return element("label", { for: id, "data-setting": name }, input, ` ${translate(`game.set.${name}`)}`);
}
