import { tileX, tileY } from '../../src/domain/geometry/cells.ts';
import { boundsAround } from '../boxes.ts';
import { bareClient, compare, type Figures, type Sent } from '../measure.ts';
import { questions } from '../questions.ts';
import type { Rig, Server } from '../rig.ts';

/** Requests of one kind, each with different places or parcels. */
const CASES = 60;
const JSON_TYPE = { 'content-type': 'application/json' };
const STATE = '48';
const ZOOM = 15;

interface Subject {
  /** Its number, from 0. */
  nth: number;
  id: string;
  street: string | null;
  owner_name: string | null;
  location: { lat: number; lon: number };
}

type Ask = (subject: Subject) => Pick<Sent, 'method' | 'path' | 'body'>;

const get = (path: string) => ({ method: 'GET' as const, path: `/api/v1${path}` });
const post = (path: string, body: object) => ({
  method: 'POST' as const,
  path: `/api/v1${path}`,
  body: JSON.stringify(body),
});

const boxSearch =
  (meters: number, more: object = {}): Ask =>
  ({ location }) =>
    post('/search', { bounds: boundsAround(location, meters), ...more });

const tileOf = ({ lat, lon }: Subject['location']): string =>
  `/tiles/${ZOOM}/${Math.floor(tileX(lon, ZOOM))}/${Math.floor(tileY(lat, ZOOM))}.mvt`;

/** A different question each time, since Elasticsearch caches the counts of earlier ones. */
const companies = ({ nth }: Subject) => ({
  stateFips: STATE,
  ownerTypes: ['llc'],
  valueRange: { min: nth * 1_000 },
});

/** Questions about parcels. A box has the same number of parcels however many parts there are; a state has more. */
const PARCELS: Record<string, Ask> = {
  'search, 300 m': boxSearch(300),
  'search, 2.5 km, two filters': boxSearch(2_500, {
    filters: { zoningCategories: ['residential', 'commercial'], valueRange: { min: 100_000, max: 600_000 } },
  }),
  'search, 40 km': boxSearch(40_000),
  'search, 40 km, by value': boxSearch(40_000, { sort: 'assessed_value' }),
  'search, a state': (subject) => post('/search', { filters: companies(subject), sort: 'deal_score' }),
  'count, a state': (subject) => post('/search/count', { filters: companies(subject) }),
  'facets, a state': (subject) =>
    post('/search/facets', { filters: companies(subject), by: ['zoning_category'] }),
  'clusters, 40 km': ({ location }) =>
    post('/search/clusters', { bounds: boundsAround(location, 40_000), zoom: 10 }),
  'parcel by id': ({ id }) => get(`/parcels/${encodeURIComponent(id)}`),
  'deeds of a parcel': ({ id }) => get(`/parcels/${encodeURIComponent(id)}/deeds`),
  suggest: ({ street }) => get(`/parcels/suggest?q=${encodeURIComponent(street!.slice(0, 9))}`),
  'tile, zoom 15': ({ location }) => get(tileOf(location)),
  'owner search': ({ owner_name }) =>
    get(`/owners/search?q=${encodeURIComponent(owner_name!.split(' ')[0]!)}`),
  'properties of an owner': ({ owner_name }) => get(`/owners/${encodeURIComponent(owner_name!)}/properties`),
};

async function subjectsOf(rig: Rig): Promise<Subject[]> {
  const whole = ['location', 'internal.situs', 'owner_id'].map((field) => ({ exists: { field } }));
  const { hits } = await rig.client.search<Omit<Subject, 'nth'>>({
    index: rig.parcels,
    size: CASES,
    _source: ['id', 'street', 'owner_name', 'location'],
    query: { bool: { filter: whole } },
    sort: [{ 'internal.seq': 'asc' }],
  });
  return hits.hits.map(({ _source }, nth) => ({ nth, ..._source! }));
}

async function newestQuarter(rig: Rig, url: string): Promise<string> {
  const client = bareClient(url, 1);
  const headers = { authorization: `Bearer ${rig.key}` };
  const answer = await client.read({ ...get('/market/counties?limit=1'), headers });
  await client.close();
  return JSON.parse(answer.toString()).data[0].quarter;
}

/** Questions whose work grows with the number of parcels. */
export const GROWING: ReadonlySet<string> = new Set([
  'search, a state',
  'count, a state',
  'facets, a state',
  'owner search',
  'suggest',
]);

/** Asks the API each question, and returns the figures by name. */
export async function askAll(rig: Rig, { url }: Server): Promise<Record<string, Figures>> {
  const subjects = await subjectsOf(rig);
  const derived = questions(await newestQuarter(rig, url), STATE).map(({ name, path }): [string, Ask] => [
    name,
    () => get(path),
  ]);
  const headers = { ...JSON_TYPE, authorization: `Bearer ${rig.key}` };
  const ways = [...Object.entries(PARCELS), ...derived].map(([name, ask]) => ({
    name,
    url,
    request: (subject: Subject) => ({ ...ask(subject), headers }),
  }));
  const figures = await compare(ways, subjects, { size: CASES, passes: 2, warm: CASES });
  return Object.fromEntries(ways.map(({ name }, at) => [name, figures[at]!]));
}
