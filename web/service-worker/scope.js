// @ts-check
/** The scope of the service worker, which the types of pages do not have. */

/** @type {{ addEventListener: (type: string, listener: (event: any) => void) => void, [name: string]: any }} */
export const worker = self;
