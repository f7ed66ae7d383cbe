// @ts-check
/** How somebody likes the page; kept in this browser. */

import { element } from "../dom.js";
import { say } from "../texts.js";

const KEY = "ikibuguzo.game";

/** @typedef {{ speed: import("./animation").Speed, keys: boolean, confirm: boolean, flip: boolean }} Settings */

/** The choices, as far as they were made. @type {Settings} */
export const settings = {
  // Who wants less motion sees marks instead.
  speed: matchMedia("(prefers-reduced-motion: reduce)").matches ? "off" : "normal",
  keys: true,
  confirm: false,
  flip: false,
  ...read(),
};

/** The form for them. @param {HTMLElement} place @param {() => void} changed */
export function offerSettings(place, changed) {
  const speeds = ["off", "slow", "normal", "fast"].map((speed) =>
    element("option", { value: speed, selected: settings.speed === speed }, say(`game.speed.${speed}`)),
  );
  const speed = element("select", { id: "speed" }, ...speeds);
  speed.addEventListener("change", () =>
    keep({ speed: /** @type {import("./animation").Speed} */ (speed.value) }),
  );
  /** @param {"keys" | "confirm" | "flip"} name */
  const box = (name) => {
    const input = element("input", { type: "checkbox", id: `set-${name}`, checked: settings[name] });
    input.addEventListener("change", () => keep({ [name]: input.checked }));
    return element(
      "label",
      { for: `set-${name}`, "data-setting": name },
      input,
      ` ${say(`game.set.${name}`)}`,
    );
  };
  /** @param {Partial<Settings>} some */
  const keep = (some) => {
    Object.assign(settings, some);
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // A browser that stores nothing: they last as long as the page.
    }
    changed();
  };
  place.replaceChildren(
    element(
      "details",
      {},
      element("summary", {}, say("game.settings")),
      element("label", { for: "speed" }, `${say("game.speed")} `, speed),
      box("flip"),
      box("keys"),
      box("confirm"),
    ),
  );
}

/** @returns {Partial<Settings>} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}
