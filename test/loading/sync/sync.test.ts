import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t from 'tap';
import { tierLimits } from '../../../src/accounts/tiers.ts';
import {
  draftOf,
  keepSource,
  keptFiles,
  type NamedSource,
  openSourceFile,
} from '../../../src/loading/sources/kept.ts';
import { isCurrent, replacedCounty, syncSource } from '../../../src/loading/sync/sync.ts';
import { type LayerState, layerStates } from '../../../src/stores/mysql/source-layers.ts';
import { call, makeHarness } from '../../helper.ts';
import { createEndpoint } from '../../webhooks/support.ts';

const harness = await makeHarness(t);
const { target, config } = harness;
const app = await harness.app();

/** A publisher on this machine whose file the tests change. */
const published = { csv: '', etag: true, status: 200, asked: 0, sent: 0, ready: Promise.resolve() };
const server = createServer(async (request, response) => {
  published.asked++;
  await published.ready;
  const etag = `"${createHash('sha256').update(published.csv).digest('hex')}"`;
  if (published.etag && request.headers['if-none-match'] === etag) {
    response.writeHead(304).end();
    return;
  }
  published.sent++;
  response.writeHead(published.status, { 'content-type': 'text/csv', ...(published.etag && { etag }) });
  response.end(published.csv);
});
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
t.teardown(() => server.close());
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/roll.csv`;

const HEADER = 'APN,OWNER,SITUS,VALUE,X,Y';
const parcel = (n: number, owner = 'POE, ANN', value = 100_000) =>
  `R-${n},"${owner}",${n} ELM ST,${value},-96.7${n % 10},40.8${n % 10}`;
const roll = (rows: string[], header = HEADER) => `${[header, ...rows].join('\n')}\n`;
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

const SOURCE = {
  schema: 2,
  coverage: { 'US Census': { geoid: '31109' }, country: 'us', state: 'ne', county: 'Lancaster' },
  layers: {
    parcels: [
      {
        name: 'roll',
        protocol: 'http',
        data: url,
        website: 'https://gis.example.gov/roll',
        conform: {
          format: 'csv',
          pid: 'APN',
          owner_name: 'OWNER',
          street: 'SITUS',
          total_assessed_value: 'VALUE',
          lon: 'X',
          lat: 'Y',
        },
      },
    ],
  },
};

await keepSource(config.TERRIER_HOME, 'us-ne-lancaster', SOURCE);
const [kept] = await keptFiles(config.TERRIER_HOME);

async function sync(more: { always?: boolean } = {}) {
  const named = await openSourceFile(kept!);
  const replaced = replacedCounty(named, [named], await layerStates(target.database));
  const options = { news: tierLimits(config), allowPrivate: true, ...more };
  return syncSource(named, target, options, replaced.county);
}
const outcomes = async (more?: { always?: boolean }) => {
  const result = await sync(more);
  return result.loads.map(({ outcome, message, report }) => ({ outcome, message, report }));
};
const parcels = async () =>
  (await call(app, 'GET', '/api/v1/coverage', { key: await harness.key() })).json().total_parcels;

t.test('the first look loads everything', async (t) => {
  published.csv = roll(numbers(10).map((n) => parcel(n)));
  const result = await sync();
  t.ok(isCurrent(result));
  const [{ outcome, report }] = result.loads as [(typeof result.loads)[number]];
  t.equal(outcome, 'loaded');
  t.match(report, { read: 10, created: 10, rejected: 0, error: null });
  t.equal(await parcels(), 10);
  const [state] = await layerStates(target.database);
  t.match(state, {
    source: 'us-ne-lancaster',
    layer: 'parcels/0',
    county_fips: '31109',
    publisher: 'gis.example.gov',
    rows: 10,
    outcome: 'loaded',
  });
});

t.test('a second look finds nothing new and downloads nothing', async (t) => {
  const before = published.sent;
  t.match(await outcomes(), [{ outcome: 'unchanged' }]);
  t.equal(published.sent, before);
});

t.test('without an ETag, the content is compared', async (t) => {
  published.etag = false;
  const before = published.sent;
  t.match(await outcomes(), [{ outcome: 'unchanged' }]);
  t.equal(published.sent, before + 1);
  published.etag = true;
});

t.test('a changed parcel is loaded; a missing parcel is deleted', async (t) => {
  published.csv = roll([
    parcel(1, 'POE, ANN', 120_000),
    ...numbers(10)
      .slice(1, 9)
      .map((n) => parcel(n)),
  ]);
  t.match(await outcomes(), [{ outcome: 'loaded', report: { updated: 1, unchanged: 8, removed: 1 } }]);
  t.equal(await parcels(), 9);
});

t.test('what looks wrong is refused, and nothing changes', async (t) => {
  const cases: [csv: string, message: RegExp][] = [
    [
      roll(numbers(4).map((n) => parcel(n))),
      /^it has shrunk by more than half: from 9 to 4 rows\. If that is right: `terrier sync \S+ --force`$/,
    ],
    [
      roll(
        numbers(9).map((n) => parcel(n)),
        HEADER.replace('OWNER', 'TAXPAYER'),
      ),
      /^its columns have changed: OWNER is gone; new are TAXPAYER\. If that is right: `terrier sync \S+ --force`$/,
    ],
  ];
  for (const [csv, message] of cases) {
    published.csv = csv;
    const result = await sync();
    t.notOk(isCurrent(result));
    t.match(result.loads, [{ outcome: 'refused', message }]);
    t.equal(await parcels(), 9);
  }
  const [state] = await layerStates(target.database);
  t.match(state, { outcome: 'refused', rows: 9, columns: HEADER.split(',') }, 'the last load stays known');
});

t.test('coordinates in another system stop the load at once', async (t) => {
  published.csv = roll(numbers(300).map((n) => `R-${n},"POE, ANN",${n} ELM ST,100,-122.2,37.8`));
  const [load] = await outcomes();
  t.match(load, {
    outcome: 'failed',
    message: /200 of the first 200 locations are outside of county 31109 .*conform\.srs/,
  });
  t.equal(await parcels(), 9, 'nothing was replaced');
});

t.test('a publisher that does not answer fails this look, and the next look goes on', async (t) => {
  published.status = 404;
  published.csv = 'gone';
  const [failed] = await outcomes();
  t.equal(failed!.outcome, 'failed');
  t.match(failed!.message, /127\.0\.0\.1.*404/);
  published.status = 200;
  published.csv = roll(numbers(12).map((n) => parcel(n)));
  t.match(await outcomes(), [{ outcome: 'loaded', report: { created: 3 } }]);
});

t.test('--force loads a source that has shrunk', async (t) => {
  published.csv = roll(numbers(5).map((n) => parcel(n)));
  t.match(await outcomes(), [{ outcome: 'refused' }]);
  const named = await openSourceFile(kept!);
  const options = { always: true, allowShrink: true, allowPrivate: true };
  const { loads } = await syncSource(named, target, options, '31109');
  t.match(loads, [{ outcome: 'loaded', report: { removed: 7 } }]);
  t.equal(await parcels(), 5);
});

t.test('a county is replaced only by the one source that has parcels of it, and all of them', async (t) => {
  const own = await openSourceFile(kept!);
  const [loaded] = await layerStates(target.database);
  const another = (name: string, json: object): NamedSource => draftOf(config.TERRIER_HOME, name, json);
  const coverage = (more: object) => ({ ...SOURCE, coverage: { ...SOURCE.coverage, ...more } });
  const [layer] = SOURCE.layers.parcels;
  const layers = (...parcels: object[]) => ({ ...SOURCE, layers: { parcels } });
  const columns = layers({ ...layer, conform: { ...layer!.conform, county_fips: 'FIPS' } });
  const state = (geoid: string) =>
    another('whole-state', { ...columns, coverage: { 'US Census': { geoid }, country: 'us' } });
  const other = (more: object) => [{ ...loaded!, source: 'other', ...more }];

  const cases: [named: NamedSource, others: NamedSource[], states: LayerState[], is: object][] = [
    [own, [], [loaded!], { county: '31109' }],
    [
      own,
      [another('next', coverage({ 'US Census': { geoid: '31055' }, county: 'Douglas' }))],
      [],
      { county: '31109' },
    ],
    [own, [another('skipped', layers({ ...layer, skip: true }))], [], { county: '31109' }],
    [
      own,
      [another('second', SOURCE)],
      [],
      {
        reason:
          /^parcels of the county 31109 come from the source second, too.*`terrier sources remove second`$/,
      },
    ],
    [own, [state('31')], [], { reason: /from the source whole-state, too/ }],
    [own, [state('06')], [], { county: '31109' }],
    [own, [], other({}), { reason: /from the source other, too/ }],
    [own, [another('second', SOURCE)], other({}), { reason: /from the sources other, second, too/ }],
    [own, [], other({ county_fips: '31000' }), { reason: /from the source other, too/ }],
    [own, [], other({ county_fips: '00000' }), { reason: /from the source other, too/ }],
    [own, [], other({ county_fips: '31055' }), { county: '31109' }],
    [own, [], other({ loaded_at: null }), { county: '31109' }],
    [own, [], other({ layer: 'deeds/0' }), { county: '31109' }],
    [another('town', coverage({ city: 'Waverly' })), [], [], { reason: /only a part of the county 31109/ }],
    [another('two', layers(layer!, { ...layer, name: 'more' })), [], [], { reason: /2 layers of parcels/ }],
    [another('none', layers()), [], [], { county: null, reason: null }],
    [state('31'), [], [], { reason: /names no county/ }],
  ];
  for (const [named, others, states, is] of cases)
    t.match(replacedCounty(named, [named, ...others], states), is);
});

t.test('only one process at a time reads a layer', async (t) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  published.ready = promise;
  const both = [sync(), sync()];
  // The other one waits for the publisher.
  const refused = await Promise.race(both);
  t.match(refused.loads, [{ message: /another process is loading this layer: when that has ended, run/ }]);
  resolve();
  const messages = (await Promise.all(both)).flatMap(({ loads }) => loads.map(({ message }) => message));
  t.equal(messages.filter((message) => message === null).length, 1);
});

t.test('the first load of a source sends no events; later loads send what is new in it', async (t) => {
  await createEndpoint(app, await harness.key(), {
    url: 'https://127.0.0.1:9/hook',
    event_types: ['parcel.permit_filed'],
    filter_kind: 'county_fips',
    filter_value: { state_fips: '31', county_fips: '109' },
  });
  const conform = { format: 'csv', permit_number: 'NO', pid: 'APN', filed_date: 'FILED' };
  const permits = [{ name: 'permits', protocol: 'http', data: `${url}?permits`, conform }];
  const named = draftOf(config.TERRIER_HOME, 'permits', { ...SOURCE, layers: { permits } });
  const rows = (count: number) =>
    `${['NO,APN,FILED', ...numbers(count).map((n) => `B-${n},R-${n},2024-03-0${n}`)].join('\n')}\n`;
  const loaded = async () => {
    const { loads } = await syncSource(named, target, { news: tierLimits(config), allowPrivate: true }, null);
    t.match(loads, [{ outcome: 'loaded', message: null }]);
    return loads[0]!.report;
  };
  published.csv = rows(3);
  t.match(await loaded(), { created: 3, webhooks: { events: 0, deliveries: 0 } });
  published.csv = rows(4);
  t.match(await loaded(), { created: 1, unchanged: 3, webhooks: { events: 1, deliveries: 1 } });
});
