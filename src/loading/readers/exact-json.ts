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
