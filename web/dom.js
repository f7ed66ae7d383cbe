// @ts-check
/** Small helps to build a page. */

/** @typedef {Record<string, string | number | boolean | null | undefined | EventListener>} Attributes */

/**
 * An element. An attribute that is a function listens to that event; `null` and `false` leave it out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Attributes} attributes @param {(Node | string | null)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value !== null && value !== undefined && value !== false)
      made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** A button. @param {string} label @param {(press: Event) => void} pressed @param {Attributes} [attributes] */
export function button(label, pressed, attributes = {}) {
  return element("button", { type: "button", click: pressed, ...attributes }, label);
}

/** The element with this id, which the server has put there. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`nothing has the id ${id}`);
  return found;
}

/**
 * Puts other children into a place, unless they would look the same.
 * @param {HTMLElement} place @param {(Node | string | null)[]} children
 */
export function refill(place, ...children) {
  const fresh = element("div", {}, ...children);
  if (fresh.innerHTML === place.dataset.filled) return;
  const filled = fresh.innerHTML;
  replace(place, ...fresh.childNodes);
  place.dataset.filled = filled;
}

/**
 * Puts other children into a place: what has the focus keeps it, if it is there again, or hands it on to the place.
 * @param {HTMLElement} place @param {(Node | string | null)[]} children
 */
export function replace(place, ...children) {
  delete place.dataset.filled;
  const had = place.contains(document.activeElement);
  const named = had ? document.activeElement?.id : "";
  place.replaceChildren(...children.filter((child) => child !== null));
  if (!had) return;
  place.tabIndex = -1;
  ((named && document.getElementById(named)) || place).focus({ preventScroll: true });
}
