// @ts-check
/** Pages that list games: shows times in the visitor's language. */

import { localiseTimes } from "./times.js";

localiseTimes(document.body);
