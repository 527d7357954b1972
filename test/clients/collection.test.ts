/** The collection for Postman and Bruno: its requests are sent to a running API as those programs send them. */
import { readFile } from 'node:fs/promises';
import t from 'tap';
import { COLLECTION } from '../../tools/collection.ts';
import { makePlace } from '../contract/place.ts';

interface Field {
  key: string;
  value: string;
  disabled?: boolean;
}
interface Item {
  name: string;
  request: {
    method: string;
    auth?: { type: string };
    header: Field[];
    url: { raw: string; host: string[]; path: string[]; query?: Field[]; variable?: Field[] };
    body?: { raw: string };
  };
}
interface Collection {
  variable: Field[];
  item: { name: string; item: Item[] }[];
}

const collection: Collection = JSON.parse(await readFile(COLLECTION, 'utf8'));
const items = collection.item.flatMap(({ item }) => item);
const place = await makePlace(40);
t.teardown(() => place.close());
const document = (await place.document()) as {
  paths: Record<string, Record<string, { summary: string; tags: string[]; responses: object }>>;
};
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ method, path, ...operation })),
);

/** Answered with something else than 2xx, since the record that is asked for is not so. */
const REFUSED: Record<string, number> = {
  'GET /api/v1/parcels/{id}/outline': 404,
  'POST /api/v1/webhooks/{id}/deliveries/{deliveryId}/settle': 409,
};

/** What a user sets; the rest is as it comes. */
const own = new Map<string, string>([
  ['baseUrl', place.origin],
  ['key', place.key],
  ['webhookId', place.endpoint],
  ['deliveryId', place.deliveries[0]!],
]);
const values = new Map([...collection.variable.map(({ key, value }) => [key, value] as const), ...own]);

/** A text with the values of its variables. Webhooks lead to this machine, so that nobody else is looked for. */
const filled = (text: string) =>
  text
    .replaceAll('{{$guid}}', () => crypto.randomUUID())
    .replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values.get(name) ?? `no variable ${name}`)
    .replaceAll('https://example.com/', 'http://127.0.0.1:9/');

const given = (fields: Field[] = [], on?: Field): [string, string][] =>
  fields
    .filter((field) => field.disabled !== true || field === on)
    .map(({ key, value }) => [key, filled(value)]);

/** Sends a request, with one of the parameters that are switched off switched on. */
function send({ request }: Item, on?: Field): Promise<Response> {
  const { method, auth, header, url, body } = request;
  const path = url.path.map((segment) => {
    if (!segment.startsWith(':')) return segment;
    const value = url.variable?.find(({ key }) => key === segment.slice(1))?.value;
    return encodeURIComponent(filled(value ?? ''));
  });
  const query = new URLSearchParams(given(url.query, on));
  return fetch(`${filled(url.host.join('.'))}/${path.join('/')}${query.size > 0 ? `?${query}` : ''}`, {
    method,
    headers: [
      ...given(header, on?.key === 'outline' ? header.find(({ key }) => key === 'Accept') : on),
      ...(auth?.type === 'noauth' ? [] : [['authorization', `Bearer ${values.get('key')}`]]),
    ] as [string, string][],
    ...(body === undefined ? {} : { body: filled(body.raw) }),
  });
}

/** A path with its variables as the document writes them; a file's name stands there with its ending alone. */
const likeDocument = (path: string) => path.replace(/:(\w+)/g, '{$1}').replace(/[^/]+(\.\w+)$/, '*$1');

/** The operation that a request is of. */
function operationOf({ request, name }: Item) {
  const path = likeDocument(`/${request.url.path.join('/')}`);
  const found = operations.find(
    (operation) => likeDocument(operation.path) === path && operation.method === request.method.toLowerCase(),
  );
  if (found === undefined) throw new Error(`${name}: no operation has the path ${path}`);
  return found;
}

t.test('there is a request for each operation, in the folder of its tag', async (t) => {
  t.equal(items.length, operations.length);
  for (const { name, item } of collection.item) {
    t.ok(item.length > 0, name);
    for (const request of item) t.same(operationOf(request).tags, [name], request.name);
  }
});

t.test('an address in one piece is the one in parts', async (t) => {
  for (const { name, request } of items) {
    const { raw, host, path, query = [] } = request.url;
    const asked = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
    t.equal(raw, `${host.join('.')}/${path.join('/')}${asked.length > 0 ? `?${asked.join('&')}` : ''}`, name);
  }
});

t.test('a variable of a path is a whole segment of it', async (t) => {
  for (const { name, request } of items) {
    const { path, variable = [] } = request.url;
    t.same(
      path.filter((segment) => segment.includes(':')),
      variable.map(({ key }) => `:${key}`),
      name,
    );
  }
});

t.test('every variable has a value, and is used', async (t) => {
  const used = new Set([...JSON.stringify(collection).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name));
  t.same([...used].sort(), collection.variable.map(({ key }) => key).sort());
});

t.test('every request is answered as documented', async (t) => {
  const made = await send(items.find(({ request }) => request.url.raw.endsWith('/keys') && request.body)!);
  values.set('keyId', ((await made.json()) as { id: string }).id);
  for (const item of items) {
    const { method, path, responses } = operationOf(item);
    const name = `${method.toUpperCase()} ${path}`;
    const answer = await send(item);
    const shown = `${name}: ${answer.status} ${answer.ok ? '' : await answer.text()}`;
    if (answer.ok) await answer.body?.cancel();
    t.ok(String(answer.status) in responses, shown);
    if (name in REFUSED) t.equal(answer.status, REFUSED[name], shown);
    else t.ok(answer.ok, shown);
  }
});

t.test('each parameter that is switched off works when it is switched on', async (t) => {
  const off = items.flatMap((item) =>
    [...(item.request.url.query ?? []), ...item.request.header]
      .filter(({ disabled, value }) => disabled && value !== '')
      .map((field) => ({ item, field })),
  );
  t.ok(off.length > 30, `${off.length} parameters`);
  for (const { item, field } of off) {
    const answer = await send(item, field);
    t.ok(
      answer.ok,
      `${item.request.url.raw} ${field.key}: ${answer.status} ${answer.ok ? '' : await answer.text()}`,
    );
    if (answer.ok) await answer.body?.cancel();
  }
});
