/** Whether a value is a JSON object: neither a list nor null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members of a JSON object; none for anything else. */
export const membersOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

/** The JSON object in a text; null where there is none. */
export function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
