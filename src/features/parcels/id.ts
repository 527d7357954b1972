/** A composite parcel id and its parts. */
export interface ParcelId {
  id: string;
  county_fips: string;
  parcel_id: string;
}

const FORM = /^(\d{5}):(.+)$/s;
/** Elasticsearch takes ids of up to 512 bytes. */
const LONGEST = 512;

/** Takes a composite id apart; null when it is something else. Half a surrogate pair has no bytes that could be looked up. */
export function parseParcelId(id: string): ParcelId | null {
  const match = FORM.exec(id);
  if (!match || Buffer.byteLength(id) > LONGEST || !id.isWellFormed()) return null;
  return { id, county_fips: match[1]!, parcel_id: match[2]! };
}
