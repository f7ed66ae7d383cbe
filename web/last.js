// @ts-check
/** The last item of a list. */

/**
 * The last item of a list; `undefined` if it is empty.
 * @template Item
 * @param {readonly Item[]} list @returns {Item | undefined}
 */
export function lastOf(list) {
  return list[list.length - 1];
}
