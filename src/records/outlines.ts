import type { MultiPolygon } from 'geojson';
import { type Box, cellsMeeting } from '../domain/geometry/cells.ts';
import { multiPolygonOf, type Outline } from '../domain/geometry/outline.ts';
import { cutEach } from './cut.ts';
import type { Search } from './index-view.ts';
import { pausingAfter } from './pauses.ts';
import type { Records } from './records.ts';

/** JSON of outlines that is read or written without a pause, in characters: a few milliseconds of work. */
export const JSON_AT_ONCE = 2 ** 18;

type Read<T> = (id: string, outline: Outline) => T;

/** What `read` makes of the outlines that a search finds. Between parts of them, other requests go on. */
async function readFound<T>(records: Records, search: Search, read: Read<T>): Promise<T[]> {
  const asked = { track_total_hits: false, _source: ['rings'], sort: ['_doc'], ...search };
  const { answer } = await records.of('outlines').raw(asked);
  const pause = pausingAfter(JSON_AT_ONCE);
  const found: T[] = [];
  for (const json of cutEach(answer)) {
    const { _id, _source } = JSON.parse(json) as { _id: string; _source: { rings: Outline } };
    found.push(read(_id, _source.rings));
    await pause(json.length);
  }
  return found;
}

/** The outlines of at most 10,000 parcels by id; parcels without one are left out. */
export async function readOutlines(records: Records, ids: string[]): Promise<Map<string, MultiPolygon>> {
  if (ids.length === 0) return new Map();
  const search = { size: ids.length, query: { ids: { values: ids } } };
  return new Map(await readFound(records, search, (id, rings) => [id, multiPolygonOf(rings)] as const));
}

const MOST_NEAR = 10_000;
/** Elasticsearch accepts at most 65,536 terms. */
const MOST_CELLS = 60_000;

/**
 * What `read` makes of the outlines whose boxes may meet a box, at most 10,000. Null when the box has too many cells, as it
 * has around a pole.
 * @param read gets the id of a parcel and its outline.
 */
export async function outlinesNear<T>(records: Records, box: Box, read: Read<T>): Promise<T[] | null> {
  const cells = cellsMeeting(box, MOST_CELLS);
  if (cells === null) return null;
  return readFound(records, { size: MOST_NEAR, query: { bool: { filter: [{ terms: { cells } }] } } }, read);
}
