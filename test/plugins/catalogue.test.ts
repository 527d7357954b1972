import t from 'tap';
import { makeHarness } from '../helper.ts';

const harness = await makeHarness(t);
const app = await harness.app();

const get = (url: string) => app.inject({ method: 'GET', url });

t.test('the pages import the lists that the OpenAPI document has', async (t) => {
  const served = await get('/assets/catalogue.js');
  t.equal(served.statusCode, 200);
  t.equal(served.headers['content-type'], 'text/javascript; charset=utf-8');
  t.equal(served.headers['cache-control'], 'no-cache', 'a new version is seen at once');
  const lists = await import(`data:text/javascript,${encodeURIComponent(served.body)}`);

  const { paths, components, webhooks } = (await get('/openapi.json')).json();
  const { sort } = components.schemas.SearchRequest.properties;
  const filters = components.schemas.Filters;
  t.same([...lists.SORTS, 'distance'], sort.enum, 'those that need no point');
  t.same(lists.OWNER_TYPES, filters.properties.ownerTypes.items.enum);
  t.same(
    lists.EVENT_TYPES.map(({ type }: { type: string }) => type),
    Object.keys(webhooks),
  );
  const settle = paths['/api/v1/webhooks/{id}/deliveries/settle'].post.requestBody;
  t.same(lists.PHASES, settle.content['application/json'].schema.properties.phases.items.enum);
  const parameters = paths['/api/v1/market/counties'].get.parameters;
  const countySort = parameters.find(({ name }: { name: string }) => name === 'sort');
  t.same(lists.COUNTY_SORTS, countySort.schema.enum);
  t.equal(lists.STATES['31'], 'NE');

  t.same(
    lists.FILTERS.map(({ name }: { name: string }) => name).sort(),
    Object.entries<{ type: string; default?: false; items?: { description?: string } }>(filters.properties)
      .filter(([, { type, default: off, items }]) =>
        type === 'array' ? !items?.description : type === 'object' || off === false,
      )
      .map(([name]) => name)
      .sort(),
    'lists of words, flags and ranges',
  );
  for (const { name, kind, label, of, choices } of lists.FILTERS) {
    const schema = filters.properties[name];
    t.ok(label, name);
    t.equal(kind, { array: 'choices', boolean: 'flag', object: 'range' }[schema.type as string], name);
    if (kind === 'range') t.equal(of, schema.properties.min.format ?? schema.properties.min.type, name);
    const { pattern } = schema.items ?? {};
    if (pattern) for (const word of choices) t.match(word, new RegExp(pattern));
  }
});
