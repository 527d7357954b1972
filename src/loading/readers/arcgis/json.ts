import { repairedJson } from '../repaired-json.ts';

/**
 * The value of an ArcGIS server's JSON; NaN and infinite numbers become null.
 * @throws SyntaxError when it is not JSON.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(repairedJson(text));
  }
}
