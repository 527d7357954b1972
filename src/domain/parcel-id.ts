export interface ParcelId {
  id: string;
  county_fips: string;
  parcel_id: string;
}

const COMPOSITE = /^(\d{5}):(.+)$/s;
const CANONICAL = /^(\d{2}):(\d{3}):(.+)$/s;
/** Elasticsearch accepts ids of up to 512 bytes. */
const LONGEST = 512;

const PLAIN = /^[ -~]*$/;
/** Zero-width characters, soft hyphens and marks of direction. */
const UNSEEN = /\p{Cf}/gu;
const DASHES = /[\p{Pd}\u2212]/gu;
const BLANKS = /\p{Zs}/gu;

/**
 * A parcel number as it is typed: without characters that are not seen, with `-` for every other dash (non-breaking
 * hyphens, en dashes) and plain blanks.
 */
export const typedNumber = (text: string): string =>
  PLAIN.test(text) ? text : text.replace(UNSEEN, '').replace(DASHES, '-').replace(BLANKS, ' ');

/**
 * Reads a parcel's id in either spelling: `31109:0109`, or canonical, `31:109:0109`. Null when it is neither, is too
 * long, or has half a surrogate pair, which has no bytes to look up.
 */
export function parseParcelId(text: string): ParcelId | null {
  const canonical = CANONICAL.exec(text);
  const parts = canonical ? [canonical[1]! + canonical[2]!, canonical[3]!] : COMPOSITE.exec(text)?.slice(1);
  if (!parts || !text.isWellFormed()) return null;
  const [county_fips, parcel_id] = parts as [string, string];
  const id = `${county_fips}:${parcel_id}`;
  return Buffer.byteLength(id) > LONGEST ? null : { id, county_fips, parcel_id };
}
