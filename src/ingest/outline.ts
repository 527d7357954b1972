import { cellsOf } from '../geometry/cells.ts';
import { boxOf, type Outline, outlineOf } from '../geometry/outline.ts';
import type { Reading } from './fields.ts';

/** A geometry without coordinates is how some programs write that there is none. */
const isEmpty = (outline: unknown): boolean =>
  (outline as { coordinates?: unknown[] }).coordinates?.length === 0;

/** The outline of a record; null when it has none or a broken one, which is noted. */
export function readOutline({ outline }: Record<string, unknown>, reading: Reading): Outline | null {
  if (outline === undefined || outline === null || outline === '' || isEmpty(outline)) return null;
  const found = outlineOf(outline);
  if (!('fault' in found)) return found;
  reading.notes.push(`outline:${found.fault}`);
  return null;
}

/** An outline as it is stored beside its parcel. */
export const outlineDocument = (county_fips: string, outline: Outline, load: number) => ({
  county_fips,
  cells: cellsOf(boxOf(outline)),
  rings: outline,
  internal: { load },
});
