import t, { type Test } from 'tap';
import { concreteIndex } from '../../../src/stores/elastic/indices.ts';
import { eventually } from '../../eventually.ts';
import { makeHarness } from '../../helper.ts';
import { each } from '../../listed.ts';
import { get, type Logged, startLogged } from '../../logged-child.ts';
import { sendRaw } from '../../raw-http.ts';

const CANARY = 'ZEPHYRINE QUILLFEATHER';
const harness = await makeHarness(t);
await harness.load('parcels', [{ county_fips: '31109', parcel_id: 'R-1', owner_name: CANARY }]);
const key = await harness.key({ tier: 'license', account: 'acc_logged' });
const BEARER = { authorization: `Bearer ${key}` };
const NAME = encodeURIComponent(CANARY);

async function linesOf(logged: Logged, count: number) {
  await eventually(`${count} requests are logged`, () => logged.lines('request').length >= count);
  return logged.lines('request');
}

/** Checks that the log has nothing of what was asked, or by whom, except for the account. */
function checkSilent(t: Test, logged: Logged): void {
  for (const word of [key, key.slice(0, 12), 'ZEPHYRINE', 'QUILLFEATHER', 'zephyrine'])
    t.notOk(logged.text().includes(word), word);
}

t.test('at info, the log has a line for each request, without its content', async (t) => {
  const logged = await startLogged(t, { ...harness.env, LOG_LEVEL: 'info' });
  const { port } = logged;
  const ids = { 'x-request-id': 'of-the-caller' };
  const body = JSON.stringify({ bounds: {}, note: CANARY });
  await get(port, `/v1/owners/${NAME}?x=${NAME}`, { ...BEARER, ...ids });
  await get(port, `/api/v1/owners/${NAME}`, BEARER);
  await get(port, '/api/v1/coverage');
  await get(port, `/${NAME}`);
  await sendRaw(port, {
    method: 'POST',
    path: '/v1/search',
    headers: { ...BEARER, 'content-type': 'application/json' },
    body,
  });
  await get(port, '/api/v1/usage', { authorization: `Bearer ${CANARY}` });
  const lines = await linesOf(logged, 6);
  const owner = { account: 'acc_logged', method: 'GET', route: '/api/v1/owners/:name' };
  t.match(lines[0], { ...owner, status: '400', reqId: 'of-the-caller', level: 30 });
  t.match(lines[1], { ...owner, status: '200' });
  t.match(lines[2], { account: null, route: '/api/v1/coverage', status: '200' });
  t.match(lines[3], { account: null, route: 'none', status: '404' });
  t.match(lines[4], { account: 'acc_logged', method: 'POST', route: '/api/v1/search', status: '400' });
  t.match(lines[5], { account: null, route: '/api/v1/usage', status: '401' });
  for (const line of lines) {
    t.ok(Number.isInteger(line.ms), 'milliseconds');
    const keys = each(`account hostname level method ms msg pid reqId route status time`);
    t.same(Object.keys(line).sort(), keys, 'and nothing more');
  }
  checkSilent(t, logged);
});

t.test('at warn, the log has no line for requests', async (t) => {
  const logged = await startLogged(t, { ...harness.env, LOG_LEVEL: 'warn' });
  await get(logged.port, '/api/v1/coverage');
  await logged.end();
  t.same(logged.lines('request'), []);
});

// Last: it breaks what readers find.
t.test('a query that Elasticsearch refuses is logged by type, status and path, without text', async (t) => {
  const index = `${harness.config.INDEX_PREFIX}-odd`;
  // The fields become numeric, so that Elasticsearch's message repeats the words that are not numbers.
  for (const kind of ['owners', 'parcels'] as const) {
    const alias = `${harness.config.INDEX_PREFIX}-${kind}`;
    const old = await concreteIndex(harness.client, alias);
    const mappings = (await harness.client.indices.getMapping({ index: old }))[old]!.mappings;
    const copy = JSON.parse(
      JSON.stringify(mappings, (name, value) => (name === 'type' && value !== 'object' ? 'long' : value)),
    );
    const plain = (node: Record<string, Record<string, unknown>> = {}): object =>
      Object.fromEntries(
        Object.entries(node).map(([name, { type, properties: inner, fields }]) => [
          name,
          inner
            ? { properties: plain(inner as never) }
            : { type, ...(fields ? { fields: plain(fields as never) } : {}) },
        ]),
      );
    const odd = `${index}-${kind}`;
    await harness.client.indices.create({
      index: odd,
      mappings: { properties: plain(copy.properties) as never },
    });
    await harness.client.index({ index: odd, document: {}, refresh: true });
    await harness.client.indices.updateAliases({
      actions: [{ remove: { index: old, alias } }, { add: { index: odd, alias } }],
    });
  }
  const logged = await startLogged(t, { ...harness.env, LOG_LEVEL: 'info' });
  const raw = await get(logged.port, `/v1/owners/search?q=${NAME}`, BEARER);
  t.equal(raw.status, 503, raw.text);
  const parsed = await get(logged.port, `/v1/deals/entities?top=true&search=${NAME}`, BEARER);
  t.ok(parsed.status >= 500, parsed.text);
  await linesOf(logged, 2);
  const failures = logged.lines('request failed');
  t.equal(failures.length, 2);
  for (const { err } of failures) {
    t.match(err, { type: 'Elasticsearch', status: 400, reason: 'search_phase_execution_exception' });
    t.match((err as { path: string }).path, /\/_search$/);
    t.same(Object.keys(err as object).sort(), ['method', 'path', 'reason', 'status', 'type']);
  }
  for (const { text } of [raw, parsed]) t.notMatch(text, /ZEPHYRINE|For input/i, 'nor is it told');
  checkSilent(t, logged);
});
