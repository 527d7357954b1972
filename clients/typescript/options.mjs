/** Checks the options of a client. No message contains a key. */

/** @param {string} name @param {unknown} value @param {number} least */
function checkWhole(name, value, least) {
  if (!Number.isSafeInteger(value) || value < least) {
    throw new TypeError(`${name} must be a whole number, at least ${least}`);
  }
}

/** @param {unknown} baseUrl */
function checkBase(baseUrl) {
  const url = typeof baseUrl === 'string' && URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new TypeError('baseUrl must be an http or https address, like https://api.example.com');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError('baseUrl must have no user, password, query or fragment');
  }
}

const KNOWN = ['baseUrl', 'key', 'fetch', 'signal', 'tries', 'maxWait'];

/** @type {import('./options.mjs').readOptions} */
export function readOptions(options) {
  if (typeof options !== 'object' || options === null) throw new TypeError('createTerrier needs { baseUrl }');
  const unknown = Object.keys(options).find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) throw new TypeError(`${unknown} is not a known option`);
  const { baseUrl, key, fetch = globalThis.fetch, signal, tries = 4, maxWait = 60_000 } = options;
  checkBase(baseUrl);
  if (key !== undefined && !(typeof key === 'string' && /^[\x21-\x7e]+$/.test(key))) {
    throw new TypeError('key must be a text without blanks');
  }
  if (typeof fetch !== 'function') throw new TypeError('fetch must be a function');
  if (signal !== undefined && !(signal instanceof AbortSignal))
    throw new TypeError('signal must be an AbortSignal');
  checkWhole('tries', tries, 1);
  checkWhole('maxWait', maxWait, 0);
  return { baseUrl, key, fetch, signal, tries, maxWait };
}
