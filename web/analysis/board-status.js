// @ts-check
/** How the shown position stands, in words, and what the last action did. */

import { byId, setText } from "../dom.js";
import { describeAction, describeOutcome } from "../game/descriptions.js";
import { describeTurn } from "../game/status.js";
import * as texts from "../texts.js";

/** @typedef {import("../game/page-state").PageState} PageState */

export class BoardStatus {
  /** @param {PageState} state @param {HTMLElement} root */
  constructor(state, root) {
    this.state = state;
    this.root = root;
    this.lastAction = byId("last-action");
  }

  update() {
    const { variation, shownScene } = this.state;
    if (!variation || !shownScene) return;
    const isEnd = variation.index === variation.scenes.length - 1 && variation.outcome;
    const { position } = shownScene;
    const names = { south: null, north: null };
    setText(
      byId("state"),
      isEnd ? describeOutcome(texts, isEnd, names, { position }) : describeTurn(position, null),
    );
    setText(this.lastAction, shownScene.act ? describeAction(texts, shownScene.act, shownScene.before) : "");
  }
}
