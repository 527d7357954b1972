/** Made-up lots with outlines, for searches with `touches`. */
import type { FastifyInstance } from 'fastify';
import {
  type Corner,
  coordinatesOf,
  degreesOf,
  madeShape,
  type Polygons,
} from '../../../domain/geometry/made-areas.ts';
import { call } from '../../../helper.ts';
import { choices, seedOf } from '../../../seed.ts';

export const SEED = seedOf(20261124);
/** About four kilometers across: a few cells. */
export const REACH = 4_000;
const { random, whole } = choices(SEED);

export interface Lot {
  parcel_id: string;
  polygons: Polygons | null;
  /** In units of the grid. */
  place: Corner | null;
}

/**
 * Most have an outline of about 10 to 100 m, a few of a kilometer; some have only a point, some a point far from the
 * outline.
 */
function madeLot(n: number): Lot {
  const parcel_id = `T-${n}`;
  const place: Corner = [whole(0, REACH) + 0.37, whole(0, REACH) + 0.41];
  const kind = random();
  if (kind < 0.1) return { parcel_id, polygons: null, place };
  const size = kind < 0.15 ? whole(200, 400) : whole(5, 30);
  const polygons = madeShape(
    whole(0, 9),
    [size, kind < 0.15 ? size : whole(5, 30)],
    [whole(0, REACH / 20) * 20, whole(0, REACH / 20) * 20],
    random() < 0.5,
  );
  return { parcel_id, polygons, place: kind > 0.9 ? place : null };
}

export const pointOf = (place: Corner) => {
  const [lon, lat] = degreesOf(place);
  return { lat, lon };
};
export const recordOf = ({ parcel_id, polygons, place }: Lot, n: number, county_fips = '31109') => ({
  county_fips,
  parcel_id,
  total_assessed_value: n % 7 === 0 ? null : (n % 50) * 1_000,
  owner_name: n % 3 === 0 ? 'REDWING ACRES LLC' : 'TALLOW ANSEL',
  ...(place && { location: pointOf(place) }),
  ...(polygons && { outline: { type: 'MultiPolygon', coordinates: coordinatesOf(polygons) } }),
});

export const lots = Array.from({ length: 900 }, (_, n) => madeLot(n));

/** How what a region finds differs from the plain tests, or null; a test returns null when it is too close to tell. */
export function difference(
  ids: string[],
  outline: (polygons: Polygons) => boolean | null,
  point: (place: Corner) => boolean | null,
): string | null {
  const found = new Set(ids);
  if (found.size !== ids.length) return 'a parcel is found twice';
  for (const { parcel_id, polygons, place } of lots) {
    const wanted = polygons ? outline(polygons) : point(place!);
    const is = found.has(`31109:${parcel_id}`);
    if (wanted !== null && wanted !== is) return `${parcel_id} should ${wanted ? '' : 'not '}be found`;
  }
  return null;
}

export const areaOf = (polygons: Polygons) => ({
  type: 'MultiPolygon',
  coordinates: coordinatesOf(polygons),
});

interface Page {
  data: { id: string }[];
  total: number;
  next_cursor: string | null;
}

/** Searches with `touches`, and their pages. */
export function touching(app: FastifyInstance, key: string) {
  const post = (path: string, body: object) => call(app, 'POST', `/api/v1${path}`, { key, body });

  const search = async (body: object): Promise<Page> =>
    (await post('/search', { limit: 500, touches: true, ...body })).ok();

  async function byOffset(body: object, limit = 500): Promise<string[]> {
    const ids: string[] = [];
    for (;;) {
      const { data, total } = await search({ ...body, limit, offset: ids.length });
      ids.push(...data.map(({ id }) => id));
      if (ids.length >= total || data.length === 0) return ids;
    }
  }

  async function byCursor(body: object, between?: () => Promise<void>): Promise<string[]> {
    const ids: string[] = [];
    let cursor: string | null = '*';
    for (let pages = 0; cursor !== null; pages++) {
      if (pages > 100) throw new Error('the walk does not end');
      const page: Page = await search({ ...body, cursor });
      ids.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
      if (pages === 0) await between?.();
    }
    return ids;
  }
  return { post, search, byOffset, byCursor };
}
