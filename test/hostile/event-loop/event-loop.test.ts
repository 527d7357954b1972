/** No request blocks the event loop of the API for more than 50 ms of processor time. All of them: test/hostile/. */
import t from 'tap';
import { UNLIMITED } from '../../contract/place.ts';
import { makeHarness } from '../../helper.ts';
import { inspect } from '../inspector.ts';
import { operationsOf } from '../operations.ts';
import { startTerrier } from '../processes.ts';
import { basemapOf, LOT_COUNTY, loadLots, lotId } from './lots.ts';
import { BOUND, turns, unlisted } from './measure.ts';
import { routesOf } from './routes.ts';
import { watchLoop } from './sampler.ts';

const harness = await makeHarness(t);
await loadLots(harness);
const settings = { ...(await basemapOf(harness)), SIGNUP: 'on', TRUST_PROXY: '127.0.0.1' };
const env = { ...harness.env, ...UNLIMITED, ...settings, PORT: '0' };
const api = await startTerrier('serve', env, /(Terrier is ready)/);
t.teardown(api.stop);
const port = Number(await api.find(/ready: http:\/\/127\.0\.0\.1:(\d+)/));
const routes = await routesOf(() => harness.app(settings));
const loop = await watchLoop(api.inspector);
t.teardown(loop.close);

t.test('every route has its worst known requests', async (t) => {
  t.same(unlisted(routes), [], 'list those of a new route in worst.ts');
});

t.test('a turn is measured by its own processor time', async (t) => {
  const { evaluate, close } = await inspect(api.inspector);
  const turnOf = (work: string) =>
    loop.longestDuring(() =>
      evaluate(`new Promise((done) => setImmediate(() => done((() => { ${work} })())))`),
    );
  const waits = await turnOf('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);');
  t.ok(waits < BOUND, `a wait without work: ${waits} ms`);
  const works = await turnOf(
    'const used = () => process.threadCpuUsage().user; const start = used(); while (used() - start < 2e5);',
  );
  t.ok(works > 2 * BOUND, `200 ms of work: ${works} ms`);
  close();
});

t.test('no request blocks the event loop', async (t) => {
  const document = await (await fetch(`http://127.0.0.1:${port}/openapi.json`)).json();
  const known = {
    key: await harness.key({ tier: 'license', isAdmin: true }),
    parcels: [lotId(0)],
    owner: 'WREN, ODETTE',
    county: LOT_COUNTY,
    endpoint: 'whe_0123456789abcdef0123',
    deliveries: ['dlv_0123456789abcdef0123'],
    receiver: 'http://127.0.0.1:9/hooks',
    cursors: [],
  };
  const late: string[] = [];
  let longest = { ms: 0, route: '', what: '' };
  for await (const turn of turns(routes, { port, loop, operations: operationsOf(document), known }, true)) {
    if (turn.ms > longest.ms) longest = turn;
    if (turn.ms > BOUND) late.push(`${turn.route}, ${turn.what}: ${turn.ms.toFixed(0)} ms`);
  }
  t.same(late, [], `longest: ${longest.ms.toFixed(0)} ms, ${longest.route}, ${longest.what}`);
});
