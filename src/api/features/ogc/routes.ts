import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { parseParcelId } from '../../../domain/parcel-id.ts';
import { ApiError, notFound, wrong } from '../../../domain/problems.ts';
import { TIEBREAK } from '../../../records/paging/paging.ts';
import type { Records } from '../../../records/records.ts';
import type { Parcel } from '../../../records/schemas/parcel.ts';
import type { Permit } from '../../../records/schemas/permit.ts';
import { collectionOf, feature } from '../../answers/geojson.ts';
import { featuresOf } from '../../answers/parcels.ts';
import { prefers } from '../../plugins/bodies.ts';
import { addVary } from '../../plugins/cors.ts';
import { COLLECTIONS, type Collection, conditionsOf, DEFAULT, ItemsQuery, MOST } from './collections.ts';
import { OPENAPI_TYPE, ogcDocument } from './document.ts';

interface Landing {
  title: string;
  description: string;
  links: { href: string; title: string }[];
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (mark) => ESCAPES[mark]!);

/** The landing page for people. The address of the server is the caller’s own word, so it is escaped. */
export const landingPage = ({ title, description, links }: Landing): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>
<body>
<h1>${escaped(title)}</h1>
<p>${escaped(description)}</p>
<ul>
${links.map((link) => `<li><a href="${escaped(link.href)}">${escaped(link.title)}</a></li>`).join('\n')}
</ul>
</body>
</html>
`;

const PATH = '/ogc';
const CONFORMS_TO = ['core', 'geojson', 'oas30'].map(
  (name) => `http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/${name}`,
);
const CRS84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';
const GEOJSON = 'application/geo+json';
/** The longest id of a permit. */
const LONGEST_ID = 512;
const [OPEN, CLOSE] = [Buffer.from('['), Buffer.from(']')];
const JSON_NAME = 'application/json';

const baseOf = ({ protocol, host }: FastifyRequest) => `${protocol}://${host}${PATH}`;
const link = (href: string, rel: string, type: string, title: string) => ({ href, rel, type, title });

const landing = (base: string) => ({
  title: 'Terrier',
  description: 'US parcels, their last sales and building permits, by OGC API – Features.',
  links: [
    link(`${base}/`, 'self', JSON_NAME, 'This document'),
    link(`${base}/`, 'alternate', 'text/html', 'This document as a page'),
    link(`${base}/api`, 'service-desc', OPENAPI_TYPE, 'The routes as OpenAPI 3.0'),
    link(base.replace(PATH, '/docs/maps'), 'service-doc', 'text/html', 'How to open this in a GIS'),
    link(`${base}/conformance`, 'conformance', JSON_NAME, 'What this server conforms to'),
    link(`${base}/collections`, 'data', JSON_NAME, 'The collections'),
  ],
});

type Box = [west: number, south: number, east: number, north: number];
const MOST_COUNTIES = 4_000;

/** The box around all parcels; null without any. Counties know their extent from the last load. */
async function extentOfParcels(records: Records): Promise<Box | null> {
  type Stored = { internal: { extent?: [south: number, west: number, north: number, east: number] | null } };
  const { hits } = await records.of('coverage').search<Stored>({
    size: MOST_COUNTIES,
    track_total_hits: false,
    query: { exists: { field: 'county_fips' } },
    _source: ['internal.extent'],
  });
  const boxes = hits.hits.flatMap(({ _source }) =>
    _source?.internal?.extent ? [_source.internal.extent] : [],
  );
  if (boxes.length === 0) return null;
  const side = (at: number, most: (...values: number[]) => number) => most(...boxes.map((box) => box[at]!));
  return [side(1, Math.min), side(0, Math.min), side(3, Math.max), side(2, Math.max)];
}

/** The box around all permits with a place; null without any. Elasticsearch keeps the answer until permits change. */
async function extentOfPermits(records: Records): Promise<Box | null> {
  type Found = { box: { bounds?: Record<'top_left' | 'bottom_right', { lat: number; lon: number }> } };
  const { aggregations } = await records.of('permits').search<unknown, Found>({
    size: 0,
    request_cache: true,
    track_total_hits: false,
    aggs: { box: { geo_bounds: { field: 'location', wrap_longitude: false } } },
  });
  const bounds = aggregations?.box.bounds;
  if (!bounds) return null;
  const { top_left, bottom_right } = bounds;
  return [top_left.lon, bottom_right.lat, bottom_right.lon, top_left.lat];
}

const EXTENTS = { parcels: extentOfParcels, permits: extentOfPermits };

async function described(records: Records, base: string, id: string) {
  const extent = await EXTENTS[COLLECTIONS[id]!.kind](records);
  const { title, description } = COLLECTIONS[id]!;
  const here = `${base}/collections/${id}`;
  return {
    id,
    title,
    description,
    ...(extent && { extent: { spatial: { bbox: [extent], crs: CRS84 } } }),
    itemType: 'feature',
    crs: [CRS84],
    links: [
      link(here, 'self', JSON_NAME, title),
      link(`${here}/items`, 'items', GEOJSON, `${title} as features`),
    ],
  };
}

const CollectionPath = Type.Object({ collectionId: Type.String() });
const FeaturePath = Type.Object({ collectionId: Type.String(), featureId: Type.String() });
const NoQuery = Type.Object({}, { additionalProperties: false });

/** Says of the box what the condition made of it refuses. */
function nameBox(error: unknown): never {
  const [fault] = error instanceof ApiError ? error.faults : [];
  throw fault?.field === 'touches' ? wrong('bbox', fault.message) : error;
}

function collectionAt(id: string) {
  if (!Object.hasOwn(COLLECTIONS, id)) throw notFound(`There is no collection ${id.slice(0, 100)}`);
  return COLLECTIONS[id]!;
}

/** OGC API – Features, Part 1, under /ogc: parcels, sales and permits for GIS programs. */
export const ogcRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const open = { schema: { hide: true, querystring: NoQuery } };
  const data = { config: { access: 'optional' as const } };

  app.get('', open, async (request, reply) => {
    addVary(reply, 'Accept');
    const page = landing(baseOf(request));
    const { accept } = request.headers;
    if (accept === undefined || !prefers(accept, 'text/html', JSON_NAME)) return page;
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    return reply.type('text/html; charset=utf-8').send(landingPage(page));
  });
  app.get('/conformance', open, async () => ({ conformsTo: CONFORMS_TO }));
  app.get('/api', open, async (request, reply) =>
    reply.type(OPENAPI_TYPE).send(JSON.stringify(ogcDocument(baseOf(request)))),
  );

  app.data('GET /collections', { ...data, ...open }, async (request) => {
    const base = baseOf(request);
    return {
      links: [link(`${base}/collections`, 'self', JSON_NAME, 'The collections')],
      collections: await Promise.all(Object.keys(COLLECTIONS).map((id) => described(app.records, base, id))),
    };
  });
  app.data(
    'GET /collections/:collectionId',
    { ...data, schema: { ...open.schema, params: CollectionPath } },
    async (request) => {
      const { collectionId } = request.params;
      collectionAt(collectionId);
      return described(app.records, baseOf(request), collectionId);
    },
  );

  /** Records of a collection as features, each as JSON. */
  async function featuresIn(
    request: FastifyRequest,
    collection: Collection,
    rows: Buffer,
  ): Promise<string[]> {
    if (collection.kind === 'permits') {
      const permits = JSON.parse(rows.toString()) as Permit[];
      return permits.map(({ location, ...permit }) =>
        JSON.stringify(feature(permit.id, { location }, permit)),
      );
    }
    const { outline, fields } = collection;
    const parcels = JSON.parse(rows.toString()) as Parcel[];
    return featuresOf(request, parcels, { outline, fields: fields ?? undefined });
  }

  async function items(request: FastifyRequest, id: string, query: ItemsQuery) {
    const collection = collectionAt(id);
    const read = app.records.page(collection.kind, {
      filter: conditionsOf(query, collection),
      keys: [{ field: TIEBREAK, order: 'asc' }],
      tie: collection.tie,
      limit: Math.min(query.limit ?? DEFAULT, MOST),
      offset: 0,
      cursor: query.cursor ?? '*',
    });
    const page = await read.catch(nameBox);
    const features = await featuresIn(request, collection, page.rows);
    const here = `${baseOf(request)}/collections/${id}`;
    const [path, search] = request.url.split(/\?(.*)/s);
    const next = new URLSearchParams(search);
    if (page.next_cursor) next.set('cursor', page.next_cursor);
    const at = (asked: string) => `${request.protocol}://${request.host}${path}${asked && `?${asked}`}`;
    return collectionOf(features, {
      numberMatched: page.total,
      numberReturned: page.count,
      links: [
        link(at(search ?? ''), 'self', GEOJSON, 'This page'),
        link(here, 'collection', JSON_NAME, collection.title),
        ...(page.next_cursor ? [link(at(next.toString()), 'next', GEOJSON, 'The next page')] : []),
      ],
    });
  }
  app.data(
    'GET /collections/:collectionId/items',
    { ...data, schema: { hide: true, params: CollectionPath, querystring: ItemsQuery } },
    (request) => items(request, request.params.collectionId, request.query),
  );

  /** The id of a feature and its stored record; null when the collection has no such feature. */
  async function recordOf({ kind, isFeature }: Collection, featureId: string) {
    // Ids of permits have colons: what has none is not looked up, such as `..`, which is a path to Elasticsearch.
    const isPermit = featureId.includes(':') && featureId.length <= LONGEST_ID;
    const id = kind === 'parcels' ? parseParcelId(featureId)?.id : isPermit ? featureId : undefined;
    const record = id === undefined ? null : await app.records.record(kind, id);
    return record && isFeature(JSON.parse(record.toString())) ? { id: id!, record } : null;
  }

  async function item(request: FastifyRequest, id: string, featureId: string) {
    const collection = collectionAt(id);
    const found = await recordOf(collection, featureId);
    if (!found) throw notFound(`There is no feature ${featureId.slice(0, 100)} in ${id}`);
    const [json] = await featuresIn(request, collection, Buffer.concat([OPEN, found.record, CLOSE]));
    const here = `${baseOf(request)}/collections/${id}`;
    const links = [
      link(`${here}/items/${encodeURIComponent(found.id)}`, 'self', GEOJSON, 'This feature'),
      link(here, 'collection', JSON_NAME, collection.title),
    ];
    const body = Buffer.from(`${json!.slice(0, -1)},"links":${JSON.stringify(links)}}`);
    return { type: `${GEOJSON}; charset=utf-8`, body };
  }
  app.data(
    'GET /collections/:collectionId/items/:featureId',
    { ...data, schema: { ...open.schema, params: FeaturePath } },
    (request) => item(request, request.params.collectionId, request.params.featureId),
  );
};
