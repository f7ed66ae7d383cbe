// @ts-check
/** The controller of the analysis board: the actions are a variation from the first position. */

import { byId } from "../dom.js";
import { putIntoAddress } from "../game/address.js";
import { HolePreview } from "../game/hole-preview.js";
import { PositionBoard } from "../game/position-board.js";
import { PositionBook } from "../game/position-book.js";
import { ActionList } from "./action-list.js";
import { BoardStatus } from "./board-status.js";
import { Candidates } from "./candidates.js";
import { PositionEditor } from "./position-editor.js";

export class BoardPage {
  /** @param {HTMLElement} root the element that the server has drawn for the board */
  constructor(root) {
    this.root = root;
    this.position = root.dataset.position ?? "";
    this.board = this._createBoard();
    this.editor = new PositionEditor(this.position, this.board.boardView, byId("editor"), () =>
      this.board.showAtRest(),
    );
    this.board.parts.push(...this._createParts());
  }

  /** Shows the first position, and the actions that the address names. */
  async start() {
    const play = new URLSearchParams(location.search).get("play");
    await this.board.open(this.position, play ? play.split(".") : []);
  }

  _createBoard() {
    return new PositionBoard(this.root, {
      takesPress: (hole) => {
        if (this.editor.isOpen) this.editor.pressHole(hole);
        return this.editor.isOpen;
      },
      isPaused: () => this.editor.isOpen,
      changed: ({ actions }) => putIntoAddress({ position: this.position, play: actions.join(".") }),
    });
  }

  _createParts() {
    const { board, root } = this;
    const { state, previews, boardView } = board;
    return [
      new BoardStatus(state, root),
      new HolePreview(state, previews, boardView, byId("effects")),
      new ActionList(state, byId("line"), byId("steps"), {
        goTo: (index) => board.goTo(index),
        pass: () => board.play(["-"]),
      }),
      new PositionBook(state, board, byId("book"), (action) => board.play([action])),
      new Candidates(state, board, byId("candidates"), (actions) => board.play(actions)),
    ];
  }
}
