// Quoted text comes first, so that the words are only found outside of it.
const TOKENS = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|-?\b(?:NaN|Infinity)\b/g;
const CONTROLS = /\p{Cc}/gu;

/** Puts right what ArcGIS servers write into JSON: NaN as a number, and line breaks within text. */
const repaired = (text: string) =>
  text.replace(TOKENS, (token) => (token.startsWith('"') ? token.replace(CONTROLS, ' ') : 'null'));

/**
 * The value of an ArcGIS server's JSON; NaN and infinite numbers become null.
 * @throws SyntaxError when it is not JSON.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(repaired(text));
  }
}
