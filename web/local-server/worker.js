// @ts-check
/**
 * The worker with the local server: the WebAssembly module that the crate `browser` is compiled to. It has no imports,
 * because browsers of 2021 run only such workers everywhere. It loads the module from the address in the first message,
 * says `{ ready }`, and answers each `{ id, request }` with `{ id, answer }`; both are JSON texts. If the module cannot be
 * used, the worker ends with an error.
 */

/**
 * The functions of the module; `browser/module/src/lib.rs` describes them.
 * @typedef {object} ModuleExports
 * @property {{ buffer: ArrayBuffer }} memory
 * @property {(length: number) => number} request_buffer
 * @property {() => number} answer_request
 * @property {() => number} answer_buffer
 */

/** The scope of a worker, which the types of pages do not have. @type {any} */
const scope = self;

const environment = {
  now: () => Date.now(),
  random: () => crypto.getRandomValues(new Uint32Array(1))[0],
};

scope.addEventListener(
  "message",
  (/** @type {MessageEvent<string>} */ { data }) => {
    start(data).catch((error) =>
      // Outside of the promise, so that the page is told.
      setTimeout(() => {
        throw error;
      }),
    );
  },
  { once: true },
);

/** @param {string} address of the module */
async function start(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer(), { environment });
  const exports = /** @type {ModuleExports} */ (/** @type {unknown} */ (instance.exports));
  scope.addEventListener(
    "message",
    (/** @type {MessageEvent<{ id: number, request: string }>} */ { data }) => {
      scope.postMessage({ id: data.id, answer: answerRequest(exports, data.request) });
    },
  );
  scope.postMessage({ ready: true });
}

/** @param {ModuleExports} exports @param {string} request */
function answerRequest(exports, request) {
  const bytes = new TextEncoder().encode(request);
  const address = exports.request_buffer(bytes.length);
  new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes);
  const length = exports.answer_request();
  return new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.answer_buffer(), length));
}
