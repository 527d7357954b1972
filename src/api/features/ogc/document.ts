import type { TSchema } from 'typebox';
import manifest from '../../../../package.json' with { type: 'json' };
import { CONTACT } from '../../plugins/openapi.ts';
import { COLLECTIONS, type Collection, ItemsQuery, MOST, PROPERTIES } from './collections.ts';

export const OPENAPI_TYPE = 'application/vnd.oai.openapi+json;version=3.0';

/** A schema without what OpenAPI 3.0 does not know. */
function plain({ examples: _examples, ...schema }: TSchema & { examples?: unknown }): object {
  const known = Object.entries(schema).filter(([key]) => !key.startsWith('x-') && !key.startsWith('~'));
  const of30 = Object.fromEntries(known);
  return 'enum' in of30 ? { type: 'string', ...of30 } : of30;
}

/** As the standard describes it. */
const BBOX = {
  type: 'array',
  oneOf: [4, 6].map((count) => ({ minItems: count, maxItems: count })),
  items: { type: 'number' },
};

const PAGING = Object.keys(ItemsQuery.properties).filter((name) => !Object.hasOwn(PROPERTIES, name));

const parametersOf = ({ properties }: Collection) =>
  [...PAGING, ...properties].map((name) => {
    const schema = ItemsQuery.properties[name as keyof typeof ItemsQuery.properties];
    const { description, ...rest } = plain(schema as TSchema) as { description?: string };
    const own = name === 'limit' ? { ...rest, maximum: MOST } : name === 'bbox' ? BBOX : rest;
    return { name, in: 'query', required: false, description, style: 'form', explode: false, schema: own };
  });

const json = (description: string, type = 'application/json') => ({
  description,
  content: { [type]: { schema: { type: 'object' } } },
});
const GEOJSON = 'application/geo+json';
const TAG = { name: 'Features', description: 'OGC API – Features' };
const errors = Object.fromEntries(
  Object.entries({ 400: 'A wrong parameter', 401: 'A wrong key', 404: 'Not found', 429: 'Over a limit' }).map(
    ([status, description]) => [status, json(description)],
  ),
);
/** `description` adds to the summary: sentences of their own. */
const get = (
  operationId: string,
  [summary, description]: [string, string],
  answer: object,
  parameters: object[] = [],
) => ({
  get: {
    operationId,
    tags: [TAG.name],
    summary,
    description,
    parameters,
    responses: { 200: answer, ...errors },
  },
});
const featureId = { name: 'featureId', in: 'path', required: true, schema: { type: 'string' } };

/** The OpenAPI 3.0 document of the routes under /ogc. */
export const ogcDocument = (base: string): object => ({
  openapi: '3.0.3',
  info: {
    title: 'Terrier: OGC API – Features',
    version: manifest.version,
    description:
      'Parcels, their last sales and building permits as features. A key is optional: Authorization: Bearer …',
    contact: CONTACT,
  },
  tags: [TAG],
  servers: [{ url: base }],
  paths: {
    '/': get('getLandingPage', ['Where everything is', 'As a page for browsers.'], json('Links')),
    '/conformance': get(
      'getConformance',
      ['What this server conforms to', 'The conformance classes of the standard.'],
      json('Conformance classes'),
    ),
    '/collections': get(
      'getCollections',
      ['What there is', 'Each collection with its extent. Costs a lookup.'],
      json('Collections'),
    ),
    ...Object.fromEntries(
      Object.entries(COLLECTIONS).flatMap(([id, collection]) => {
        const { title, description } = collection;
        return [
          [
            `/collections/${id}`,
            get(`describe${title}`, [`About ${id}`, description], json('The collection')),
          ],
          [
            `/collections/${id}/items`,
            get(
              `get${title}`,
              [title, `${description} The link \`next\` leads to the next page. A page costs a lookup.`],
              json('Features', GEOJSON),
              parametersOf(collection),
            ),
          ],
          [
            `/collections/${id}/items/{featureId}`,
            get(`get${title}Feature`, [`One of ${id}`, description], json('A feature', GEOJSON), [featureId]),
          ],
        ];
      }),
    ),
  },
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  security: [{}, { key: [] }],
});
