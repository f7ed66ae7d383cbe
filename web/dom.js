// @ts-check
/** Helper functions that build and change the page. */

/** @typedef {Record<string, string | number | boolean | null | undefined | EventListener>} Attributes */

/**
 * Creates an element. A function as an attribute listens to the event of that name; `null` and `false` leave
 * the attribute out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Attributes} attributes @param {(Node | string | null)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") created.addEventListener(name, value);
    else if (value !== null && value !== undefined && value !== false)
      created.setAttribute(name, value === true ? "" : String(value));
  }
  created.append(...children.filter((child) => child !== null));
  return created;
}

/**
 * Creates a button.
 * @param {string} label @param {(press: Event) => void} pressed @param {Attributes} [attributes]
 */
export function button(label, pressed, attributes = {}) {
  return element("button", { type: "button", click: pressed, ...attributes }, label);
}

/** Notes that the page's script runs: what stands there for browsers without scripts goes away. */
export function noteScript() {
  document.documentElement.toggleAttribute("data-script", true);
}

/** The element with an id that the server has drawn. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element has the id ${id}`);
  return found;
}

/**
 * All elements that match a selector.
 * @param {ParentNode | null | undefined} part @param {string} selector
 */
export function all(part, selector) {
  return /** @type {HTMLElement[]} */ ([...(part?.querySelectorAll(selector) ?? [])]);
}

/**
 * Writes a text. A text that is already there is not written again: a screen reader would read it twice.
 * @param {Element | null | undefined} target @param {string} text
 */
export function setText(target, text) {
  if (target && target.textContent !== text) target.textContent = text;
}

/**
 * Shows or hides a control. If it is hidden while it has the focus, another one gets it.
 * @param {HTMLElement} control @param {boolean} isShown @param {HTMLElement} next
 */
export function showControl(control, isShown, next) {
  const hadFocus = control === document.activeElement;
  control.hidden = !isShown;
  if (hadFocus && !isShown) next.focus({ preventScroll: true });
}

/**
 * Says whether a button or link does something now. The attribute `disabled` would take the focus from it.
 * @param {HTMLElement} control @param {boolean} isEnabled
 */
export function setEnabled(control, isEnabled) {
  control.setAttribute("aria-disabled", String(!isEnabled));
}

/**
 * Marks the link to the step that the page shows.
 * @param {HTMLElement[]} links @param {number} shown
 */
export function markCurrentStep(links, shown) {
  links.forEach((link, number) => {
    if (number === shown) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  });
}

/** Whether a click asks for a new tab or window, which is the browser's task. @param {MouseEvent} event */
export function opensElsewhere(event) {
  return event.ctrlKey || event.metaKey || event.shiftKey;
}

/**
 * Replaces the children of a container, unless their HTML would be the same. Then the old children stay with their old
 * listeners, so the HTML must contain every value that a listener uses.
 * @param {HTMLElement} container @param {(Node | string | null)[]} children
 */
export function replaceIfChanged(container, ...children) {
  const fresh = element("div", {}, ...children);
  const html = fresh.innerHTML;
  if (html === container.dataset.filled) return;
  replaceChildren(container, ...fresh.childNodes);
  container.dataset.filled = html;
}

/**
 * Replaces the children of a container. The focus stays on the element with the same id, or moves to the container.
 * @param {HTMLElement} container @param {(Node | string | null)[]} children
 */
export function replaceChildren(container, ...children) {
  delete container.dataset.filled;
  const hadFocus = container.contains(document.activeElement);
  const focusedId = hadFocus ? document.activeElement?.id : "";
  container.replaceChildren(...children.filter((child) => child !== null));
  if (!hadFocus) return;
  container.tabIndex = -1;
  ((focusedId && document.getElementById(focusedId)) || container).focus({ preventScroll: true });
}
