import type { Client } from '@elastic/elasticsearch';
import { rawSearch } from '../../stores/elastic/raw.ts';
import { cutRows } from '../cut.ts';
import { TIEBREAK } from '../paging/paging.ts';
import type { Rows } from '../rows.ts';
import type { RowCache, Version } from '../warm/row-cache.ts';
import type { ParcelRow } from './search.ts';

const versionOf = ({ county, row }: ParcelRow): Version => ({
  index: 'counties',
  seq: county.seq[row]!,
  seqNo: county.generation,
  term: 0,
});

/** The rows of parcels in memory, without their closing braces: those that were read before, and the others in one request. */
export function countyRows(client: Client, index: string, cache: RowCache) {
  async function read(places: ParcelRow[]): Promise<Buffer[] | null> {
    const answer = await rawSearch(
      client,
      { index },
      {
        // One more than there are shows that parcels of several counties share a number.
        size: places.length + 1,
        track_total_hits: false,
        query: {
          bool: { filter: [{ terms: { [TIEBREAK]: places.map(({ county, row }) => county.seq[row]!) } }] },
        },
        sort: [{ [TIEBREAK]: 'asc' }],
      },
    );
    const found = new Map<number, Buffer>();
    let count = 0;
    for (const { open, sort } of cutRows(answer)) {
      found.set((JSON.parse(sort) as [number])[0], open);
      count++;
    }
    const rows = places.map(({ county, row }) => found.get(county.seq[row]!));
    return count === places.length && rows.every((row) => row !== undefined) ? rows : null;
  }

  /**
   * @param join makes a page of the rows.
   * @param isStill whether the data is still that of the places.
   * @returns null when the rows cannot be told.
   */
  return async (
    places: ParcelRow[],
    join: (rows: Buffer[]) => Rows,
    isStill: () => Promise<boolean>,
  ): Promise<Rows | null> => {
    const versions = places.map(versionOf);
    const kept = versions.map((version) => cache.get(version));
    const missing = places.filter((_, at) => kept[at] === null);
    if (missing.length === 0) {
      const page = join(kept as Buffer[]);
      cache.refresh(versions);
      return page;
    }
    // Reading takes a while in which other rows may take the place of these.
    const held = kept.map((row) => row && Buffer.from(row));
    const others = await read(missing);
    if (others === null || !(await isStill())) return null;
    for (const [at, row] of others.entries()) cache.put(versionOf(missing[at]!), row);
    let next = 0;
    return join(held.map((row) => row ?? others[next++]!));
  };
}
