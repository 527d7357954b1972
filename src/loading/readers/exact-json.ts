type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

const isInexact = (value: unknown) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && Number.isInteger(value);

const asWritten: Reviver = (_key, value, { source }) =>
  isInexact(value) && source !== undefined && /^-?\d+$/.test(source) ? source : value;

/**
 * A JSON object whose members may be whole numbers that JavaScript cannot count up to, such as long parcel numbers: these
 * members are texts.
 * @param membersOf where in the object to look for them.
 * @throws SyntaxError
 */
export function parseExactly(
  json: string,
  membersOf: (parsed: unknown) => Record<string, unknown> | null,
): unknown {
  const parsed: unknown = JSON.parse(json);
  const members = membersOf(parsed);
  if (members === null || !Object.values(members).some(isInexact)) return parsed;
  // TypeScript does not know the third argument yet.
  return JSON.parse(json, asWritten as (key: string, value: unknown) => unknown);
}
