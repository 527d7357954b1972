import { readNumber, saysNothing } from '../../domain/written-number.ts';

export const SQFT_PER_ACRE = 43_560;

/** The published text; a zero that means "not stated" (areas, years) is blank. */
export function unlessZero(published: string | undefined): string {
  if (published === undefined || saysNothing(published) || readNumber(published) === 0) return '';
  return published;
}

/** A lot's acres (4 decimals) and whole square feet; blank for none or zero. */
export function lotOfAcres(published: string | undefined): {
  acreage: number | string;
  lot_sqft: number | string;
} {
  const stated = unlessZero(published);
  const acres = readNumber(stated);
  // Other text goes on as published, so that it is counted as nulled.
  if (acres === null) return { acreage: stated, lot_sqft: '' };
  return { acreage: roundTo4(acres), lot_sqft: Math.round(acres * SQFT_PER_ACRE) };
}

/** Rounds to 4 decimals. */
export function roundTo4(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
