import type { MultiPolygon } from 'geojson';
import { type Box, cellsMeeting } from '../domain/geometry/cells.ts';
import { multiPolygonOf, type Outline } from '../domain/geometry/outline.ts';
import type { Records } from './records.ts';

/** The outlines of parcels by id; parcels without one are left out. */
export async function readOutlines(records: Records, ids: string[]): Promise<Map<string, MultiPolygon>> {
  const stored = await records.fields<{ rings: Outline }>('outlines', ids, ['rings']);
  return new Map(stored.flatMap((one, at) => (one ? [[ids[at]!, multiPolygonOf(one.rings)] as const] : [])));
}

const MOST_NEAR = 10_000;
/** Elasticsearch accepts at most 65,536 terms. */
const MOST_CELLS = 60_000;

/**
 * The outlines whose boxes may meet a box, at most 10,000, with the ids of their parcels. Null when the box has too many
 * cells, as it has around a pole.
 */
export async function outlinesNear(
  records: Records,
  box: Box,
): Promise<{ id: string; outline: Outline }[] | null> {
  const cells = cellsMeeting(box, MOST_CELLS);
  if (cells === null) return null;
  const { hits } = await records.of('outlines').search<{ rings: Outline }>({
    size: MOST_NEAR,
    track_total_hits: false,
    query: { bool: { filter: [{ terms: { cells } }] } },
    sort: ['_doc'],
  });
  return hits.hits.map(({ _id, _source }) => ({ id: _id!, outline: _source!.rings }));
}
