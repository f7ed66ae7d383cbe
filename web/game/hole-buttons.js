// @ts-check
/**
 * A button over every hole of a board: for fingers, keys and screen readers alike. One of them is in the order of the
 * tab key, the arrow keys go from one to the next.
 */

/** @typedef {import("../board").Board} Board */

/** Which way the arrow keys go. @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Holes {
  /**
   * @param {Board} board @param {HTMLElement} box what the board stands in
   * @param {string} label @param {(hole: string) => void} pressed
   */
  constructor(board, box, label, pressed) {
    this.board = board;
    this.group = document.createElement("div");
    this.group.className = "holes";
    this.group.setAttribute("role", "group");
    this.group.setAttribute("aria-label", label);
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    for (const name of board.holes.keys()) this.buttons.set(name, this.#button(name, pressed));
    this.group.addEventListener("keydown", (event) => this.#arrow(event));
    this.group.addEventListener("focusin", (event) =>
      this.#tab(/** @type {HTMLButtonElement} */ (event.target)),
    );
    this.lay();
    box.append(this.group);
    // What the drawing shows, the buttons say.
    board.svg.setAttribute("aria-hidden", "true");
  }

  /** Lays the buttons where the holes are, after the board was turned. */
  lay() {
    const { width, height } = this.board.size;
    const { left, up, right, down } = this.board.reach;
    const focused = document.activeElement;
    for (const [name, button] of this.#sorted()) {
      const [x, y] = this.board.place(name);
      button.style.left = `${((x - left) / width) * 100}%`;
      button.style.top = `${((y - up) / height) * 100}%`;
      button.style.width = `${((left + right) / width) * 100}%`;
      button.style.height = `${((up + down) / height) * 100}%`;
      this.group.append(button);
    }
    if (focused instanceof HTMLElement && this.group.contains(focused))
      focused.focus({ preventScroll: true });
    this.#tab(this.group.querySelector("[aria-disabled=false]") ?? this.group.querySelector("button"));
  }

  /** Says what each hole is, and whether it can be pressed. @param {(hole: string) => { name: string, may: boolean }} told */
  tell(told) {
    for (const [hole, button] of this.buttons) {
      const { name, may } = told(hole);
      if (button.getAttribute("aria-label") !== name) button.setAttribute("aria-label", name);
      button.setAttribute("aria-disabled", String(!may));
    }
    // The tab key comes to something that can be done, unless the focus is in here already.
    if (!this.group.contains(document.activeElement))
      this.#tab(this.group.querySelector("[aria-disabled=false]"));
  }

  /** Goes to a hole, or to the one that was gone to last. @param {string | null} hole */
  focus(hole) {
    const last = [...this.buttons.values()].find((button) => button.tabIndex === 0);
    (hole ? this.buttons.get(hole) : last)?.focus({ preventScroll: true });
  }

  /** @param {string} name @param {(hole: string) => void} pressed */
  #button(name, pressed) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.hole = name;
    button.tabIndex = -1;
    button.addEventListener("click", () => pressed(name));
    return button;
  }

  /** In the order in which one reads. */
  #sorted() {
    return [...this.buttons].sort(([one], [two]) => {
      const [[x, y], [u, v]] = [this.board.place(one), this.board.place(two)];
      return y - v || x - u;
    });
  }

  /** @param {HTMLButtonElement | null} button */
  #tab(button) {
    if (!button) return;
    for (const one of this.buttons.values()) one.tabIndex = one === button ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  #arrow(event) {
    const way = WAYS[event.key];
    const hole = event.target instanceof HTMLElement ? event.target.dataset.hole : undefined;
    if (!way || !hole || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const [x, y] = this.board.place(hole);
    // The next one straight ahead.
    const ahead = [...this.buttons.keys()].map((name) => {
      const [u, v] = this.board.place(name);
      const [along, aside] = way[0]
        ? [(u - x) * way[0], Math.abs(v - y)]
        : [(v - y) * way[1], Math.abs(u - x)];
      return { name, along, aside };
    });
    const next = ahead
      .filter(({ along, aside }) => along > 1 && aside < 1)
      .sort((one, two) => one.along - two.along)[0];
    if (next) this.focus(next.name);
  }
}
