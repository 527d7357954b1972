import type { Client } from '@elastic/elasticsearch';
import { rawSearch } from '../../stores/elastic/raw.ts';
import { cutRows } from '../cut.ts';
import { TIEBREAK } from '../paging/paging.ts';
import type { RowStore } from './row-store.ts';
import type { ParcelRow } from './search.ts';

/** The rows of parcels in memory, without their closing braces: kept ones from memory, the others in one request. */
export function countyRows(client: Client, index: string, store: RowStore) {
  const figures = { hits: 0, misses: 0 };

  const kept = ({ county, row }: ParcelRow) => store.get(county.places[row]!);
  function keep({ county, row }: ParcelRow, bytes: Uint8Array): void {
    county.places[row] = store.put(bytes);
  }

  /** Keeps rows that were just used from being dropped next. */
  function refresh(parcels: ParcelRow[]): void {
    const aging = store.aging();
    for (const parcel of parcels) {
      if (parcel.county.places[parcel.row]! >= aging) continue;
      // Keeping an earlier row may have dropped this one.
      const row = kept(parcel);
      if (row !== null) keep(parcel, row.slice());
    }
  }

  async function read(parcels: ParcelRow[]): Promise<Buffer[] | null> {
    const answer = await rawSearch(
      client,
      { index },
      {
        // One more than needed: it shows when parcels of several counties share a number.
        size: parcels.length + 1,
        track_total_hits: false,
        query: {
          bool: { filter: [{ terms: { [TIEBREAK]: parcels.map(({ county, row }) => county.seq[row]!) } }] },
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
    const rows = parcels.map(({ county, row }) => found.get(county.seq[row]!));
    return count === parcels.length && rows.every((row) => row !== undefined) ? rows : null;
  }

  return {
    figures,
    /**
     * @param join makes a page of the rows.
     * @param isStill whether the data is still of the same edition as the parcels.
     * @returns null when the rows are not certain.
     */
    async read<T>(
      parcels: ParcelRow[],
      join: (rows: Uint8Array[]) => T,
      isStill: () => Promise<boolean>,
    ): Promise<T | null> {
      const rows = parcels.map(kept);
      const missing = parcels.filter((_, at) => rows[at] === null);
      figures.hits += parcels.length - missing.length;
      figures.misses += missing.length;
      if (missing.length === 0) {
        const page = join(rows as Uint8Array[]);
        refresh(parcels);
        return page;
      }
      // Copied, because other rows may take the place of these during the read.
      const held = rows.map((row) => row?.slice());
      const others = await read(missing);
      if (others === null || !(await isStill())) return null;
      for (const [at, row] of others.entries()) keep(missing[at]!, row);
      let next = 0;
      return join(held.map((row) => row ?? others[next++]!));
    },
  };
}
