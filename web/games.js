// @ts-check
/** Pages of games: times in the visitor's own manner. */

import { localise } from "./times.js";

localise(document.body);
