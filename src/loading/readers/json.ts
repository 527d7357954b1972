type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

const isInexact = (value: unknown) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && Number.isInteger(value);

const asWritten: Reviver = (_key, value, { source }) =>
  isInexact(value) && source !== undefined && /^-?\d+$/.test(source) ? source : value;

/**
 * Parses a JSON object. Members that are whole numbers too large for JavaScript, such as long parcel numbers, become text.
 * @param membersOf where in the object to look for such members.
 * @throws SyntaxError
 */
export function parseExactly(
  json: string,
  membersOf: (parsed: unknown) => Record<string, unknown> | null,
): unknown {
  const parsed: unknown = JSON.parse(json);
  const members = membersOf(parsed);
  if (members === null || !Object.values(members).some(isInexact)) return parsed;
  // TypeScript does not know the reviver's third argument yet.
  return JSON.parse(json, asWritten as (key: string, value: unknown) => unknown);
}

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
