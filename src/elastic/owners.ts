import type { Client } from '@elastic/elasticsearch';
import { aliasOf } from './indices.ts';
import { BY_VALUE } from './paging/orders.ts';
import { readPage } from './paging/page.ts';
import type { Paging } from './paging/paging.ts';
import { readStored } from './stored.ts';

/** An owner's stored profile as bytes, or null. */
export function readOwner(client: Client, prefix: string, id: string): Promise<Buffer | null> {
  return readStored(client, aliasOf(prefix, 'owners'), id);
}

/** A page of the owner's parcels as JSON bytes, highest assessed value first. */
export function ownedParcels(
  client: Client,
  prefix: string,
  id: string,
  page: Pick<Paging, 'limit' | 'offset' | 'walk'>,
): Promise<Buffer> {
  const filter = [{ term: { owner_id: id } }];
  return readPage(client, { index: aliasOf(prefix, 'parcels'), filter, ...BY_VALUE, ...page });
}

/** How many of an owner's parcels stand in an answer that also sums them up. */
export const MOST_PROPERTIES = 100;

/** The rows of a page as a JSON array's bytes. */
export function rowsOfPage(page: Buffer): Buffer {
  return page.subarray('{"data":'.length, page.lastIndexOf(',"total":'));
}
