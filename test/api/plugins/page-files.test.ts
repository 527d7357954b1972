import t from 'tap';
import { call, makeHarness } from '../../helper.ts';
import { valuesOf } from '../../listed.ts';

const harness = await makeHarness(t, { indices: false });
const app = await harness.app();
const linksOf = (html: string, rel: string) =>
  [...html.matchAll(/<link rel="(\w+)"(?: as="style")? href="([^"]+)" \/>/g)]
    .filter(([, found]) => found === rel)
    .map(([, , href]) => href!);

t.test('each page names the files that it needs, so that a browser loads them at once', async (t) => {
  const own = {
    '/': 'pages/home.js',
    '/map': 'map/lots.js',
    '/market': 'market/trends.js',
    '/console': 'console/endpoint.js',
    '/docs': 'docs/render.js',
    '/docs/webhooks': 'docs/render.js',
  };
  for (const [page, module] of Object.entries(own)) {
    const answer = await call(app, 'GET', page);
    t.equal(answer.status, 200, page);
    t.match(answer.headers, { 'content-type': /^text\/html/, 'cache-control': 'no-cache' }, page);
    for (const old of ['x-xss-protection', 'x-download-options']) t.notOk(old in answer.headers, old);
    const modules = linksOf(answer.text, 'modulepreload');
    const styles = linksOf(answer.text, 'preload');
    t.ok(modules.includes(`/assets/${module}`), `${page} names ${module}`);
    t.equal(new Set(modules).size, modules.length, `${page} names each once`);
    for (const href of modules) {
      const { status, headers, text } = await call(app, 'GET', href);
      t.match({ status, ...headers }, { status: 200, 'content-type': /javascript/ }, `${page}: ${href}`);
      // A module that is left out would be found only when the one that imports it has been read.
      for (const [, name] of text.matchAll(/^(?:import|export) .*'(\.{1,2}\/[^']+\.js)';$/gm)) {
        t.ok(modules.includes(new URL(name!, `http://host${href}`).pathname), `${href}: ${name}`);
      }
    }
    for (const href of styles) {
      const { status, headers } = await call(app, 'GET', href);
      t.match({ status, ...headers }, { status: 200, 'content-type': /css/ }, `${page}: ${href}`);
    }
  }
});

t.test('the change log is a page of the documentation', async (t) => {
  const page = await call(app, 'GET', '/docs/changes', {
    headers: { accept: 'application/atom+xml, */*;q=0.1' },
  });
  t.match(page.headers['content-type'], /^text\/html/);
  const { text, headers } = await call(app, 'GET', '/assets/guides/changes.md');
  t.match(headers['content-type'], /^text\/markdown/);
  t.match(text, /^# Changes/);
  t.match(text, /\n## \[Unreleased\]\n/);
  t.notMatch(text, /\]\(docs\//, 'its links are those of a page in docs/');
});

t.test('pictures in the documentation are served', async (t) => {
  const { text } = await call(app, 'GET', '/assets/guides/maps.md');
  const pictures = [...text.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, file]) => file!);
  t.ok(pictures.length > 0);
  for (const file of pictures) {
    const { statusCode, headers, rawPayload } = await app.inject(`/assets/guides/${file}`);
    t.match({ statusCode, ...headers }, { statusCode: 200, 'content-type': 'image/png' }, file);
    t.equal(rawPayload.subarray(1, 4).toString(), 'PNG');
  }
});

t.test('the pages import the lists that the OpenAPI document has', async (t) => {
  const served = await app.inject('/assets/catalog.js');
  t.equal(served.statusCode, 200);
  t.equal(served.headers['content-type'], 'text/javascript; charset=utf-8');
  t.equal(served.headers['cache-control'], 'no-cache', 'a new version is seen at once');
  const lists = await import(`data:text/javascript,${encodeURIComponent(served.body)}`);

  const { paths, components, webhooks } = (await app.inject('/openapi.json')).json();
  const { sort } = components.schemas.SearchRequest.properties;
  const filters = components.schemas.Filters;
  t.same([...lists.SORTS, 'distance'], sort.enum, 'those that need no point');
  t.same(lists.OWNER_TYPES, filters.properties.ownerTypes.items.enum);
  t.same(valuesOf(lists.EVENT_TYPES, 'type'), Object.keys(webhooks));
  const settle = paths['/api/v1/webhooks/{id}/deliveries/settle'].post.requestBody;
  t.same(lists.PHASES, settle.content['application/json'].schema.properties.phases.items.enum);
  const parameters = paths['/api/v1/market/counties'].get.parameters;
  const countySort = parameters.find(({ name }: { name: string }) => name === 'sort');
  t.same(lists.COUNTY_SORTS, countySort.schema.enum);
  t.equal(lists.STATES['31'], 'NE');

  t.same(
    lists.FILTERS.map(({ name }: { name: string }) => name).sort(),
    Object.entries<{ type: string; description?: string; items?: { description?: string } }>(
      filters.properties,
    )
      .filter(([, { type, description = '', items }]) =>
        type === 'array' ? !items?.description : type === 'object' || description.endsWith('Default: false'),
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
