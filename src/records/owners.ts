import { BY_VALUE } from './paging/paging.ts';
import type { Records } from './records.ts';
import type { Page } from './rows.ts';
import type { PageRequest } from './schemas/common.ts';

/** The most parcels in an answer that also sums them up. */
const MOST_PROPERTIES = 100;

/** A page of the owner's parcels, highest assessed value first. */
export function ownedParcels(records: Records, id: string, page: PageRequest): Promise<Page> {
  return records.page('parcels', { filter: [{ term: { owner_id: id } }], ...BY_VALUE, ...page });
}

/** An owner's stored profile, or null, and the first of the owner's parcels. */
export async function readPortfolio(
  records: Records,
  id: string,
): Promise<{ profile: Buffer | null; properties: Buffer }> {
  const [profile, { rows }] = await Promise.all([
    records.stored('owners', id),
    ownedParcels(records, id, { limit: MOST_PROPERTIES, offset: 0 }),
  ]);
  return { profile, properties: rows };
}

/** An object with the owner's parcels as its last key, `properties`, as JSON. */
export const withProperties = (head: object, properties: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`${JSON.stringify(head).slice(0, -1)},"properties":`),
    properties,
    Buffer.from('}'),
  ]);
