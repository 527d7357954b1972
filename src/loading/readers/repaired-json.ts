// Quoted text comes first, so that the words are found only outside it.
const TOKENS = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|-?\b(?:NaN|Infinity)\b/g;
const CONTROLS = /\p{Cc}/gu;

/**
 * Parses JSON as some programs write it: NaN and infinite numbers become null, and line breaks in text become blanks.
 * @throws SyntaxError
 */
export function parseRepaired(json: string, parse: (json: string) => unknown = JSON.parse): unknown {
  try {
    return parse(json);
  } catch {
    return parse(
      json.replace(TOKENS, (token) => (token.startsWith('"') ? token.replace(CONTROLS, ' ') : 'null')),
    );
  }
}
