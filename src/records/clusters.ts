import type { Condition } from './question.ts';
import type { Records } from './records.ts';

/** The parcels in one cell of the map. */
export interface Cell {
  /** zoom/x/y of the cell as a map tile. */
  cell: string;
  count: number;
  /** Their center, degrees. */
  lat: number;
  lon: number;
  /** USD; approximate in cells with many parcels, null when none has a value. */
  median_value: number | null;
}

interface Buckets {
  buckets: {
    key: string;
    doc_count: number;
    center: { location: { lat: number; lon: number } };
    value: { values: Record<string, number | null> };
  }[];
}

/** Counts the matching parcels by cell of a zoom level: at most `most` cells, the fullest first. */
export async function countByCell(
  records: Records,
  filter: Condition[],
  { zoom, most }: { zoom: number; most: number },
): Promise<{ cells: Cell[]; total: number }> {
  const { hits, aggregations } = await records.matching('parcels', filter, (view, clauses) =>
    view.search<unknown, { cells: Buckets }>({
      size: 0,
      track_total_hits: true,
      query: { bool: { filter: clauses } },
      aggs: {
        cells: {
          geotile_grid: { field: 'location', precision: zoom, size: most },
          aggs: {
            center: { geo_centroid: { field: 'location' } },
            value: { percentiles: { field: 'total_assessed_value', percents: [50] } },
          },
        },
      },
    }),
  );
  return {
    total: typeof hits.total === 'number' ? hits.total : hits.total!.value,
    cells: aggregations!.cells.buckets.map(({ key, doc_count, center, value }) => ({
      cell: key,
      count: doc_count,
      ...center.location,
      median_value: value.values['50.0'] ?? null,
    })),
  };
}
