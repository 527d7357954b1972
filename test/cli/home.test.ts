import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { aliasOf } from '../../src/stores/elastic/indices.ts';
import { makeHarness } from '../helper.ts';
import { start } from '../start.ts';
import { refuses, terrierHere } from './in-process.ts';

const harness = await makeHarness(t);
const { home } = harness.target;
const ndjson = join(home, 'parcels.ndjson');
writeFileSync(ndjson, '{"county_fips":"31109","parcel_id":"R-1"}\n{"county_fips":"31109"}\n');
const csv = join(home, 'roll.csv');
writeFileSync(csv, 'APN,OWNER,SITUS\n01-02,"POE, ANN",12 MAIN ST\n01-03,"ROE, BEN",14 MAIN ST\n');
const source = join(home, 'us-ne-lancaster.json');
writeFileSync(
  source,
  JSON.stringify({
    schema: 2,
    coverage: { 'US Census': { geoid: '31109' } },
    layers: {
      parcels: [
        {
          name: 'roll',
          protocol: 'file',
          data: csv,
          conform: { format: 'csv', pid: 'APN', owner_name: 'OWNER' },
        },
      ],
    },
  }),
);

async function stored(): Promise<number> {
  const index = aliasOf(harness.env.INDEX_PREFIX!, 'parcels');
  await harness.client.indices.refresh({ index });
  return (await harness.client.count({ index })).count;
}

const LOADS = [
  ['ingest', 'parcels', ndjson],
  ['ingest', 'parcels', csv, '--source', source],
  ['ingest', 'parcels', csv, '--auto', '--county', '31109'],
  ['sync', source],
  ['derive'],
  ['suppress', 'add', '--parcel', '31109:R-1'],
  ['delete', 'county', '31109', '--yes'],
  ['inspect', 'http://127.0.0.1:9/roll.csv', '--allow-private'],
  ['start'],
];

t.test('without a home that can be written, a load begins nothing and says what to do', async (t) => {
  const below = join(ndjson, 'home');
  const settings = { ...harness.env, TERRIER_HOME: below, PORT: '0' };
  const complaint =
    /parcels\.ndjson\/home cannot be written: .* \(\w+, user \d+\)\. Make it writable, or set TERRIER_HOME to a folder that is/;
  await refuses(
    t,
    settings,
    LOADS.map((args) => [args, complaint] as const),
  );
  t.equal(await stored(), 0);
  for (const args of [
    ['keys', 'list'],
    ['sources', 'list'],
    ['inspect', csv],
    ['ingest', 'parcels', ndjson, '--dry-run'],
    ['ingest', 'parcels', '--source', source, '--dry-run'],
  ]) {
    const { status, err } = await terrierHere(args, settings);
    t.ok(status === 0 || status === 3, `${args.join(' ')} needs none: ${err}`);
  }
});

t.test('the folders in it are tried as well', async (t) => {
  for (const name of ['rejects', 'sources']) {
    const other = join(home, `with-${name}`);
    mkdirSync(other);
    writeFileSync(join(other, name), '');
    await refuses(t, { ...harness.env, TERRIER_HOME: other }, [
      [
        ['ingest', 'parcels', ndjson],
        new RegExp(`with-${name}/${name} cannot be written: a part of its path is a file`),
      ],
    ]);
  }
  t.equal(await stored(), 0);
});

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
t.test('another user', { skip: !isRoot && 'only root can start it as another user' }, async (t) => {
  chmodSync(home, 0o755);
  const { ended } = start(t, harness, ['ingest', 'parcels', ndjson], {}, { uid: NOBODY, gid: 0 });
  const { code, err } = await ended;
  t.equal(code, 1);
  t.match(err, /this user may not write there \(EACCES, user 65534\)/);
  t.equal(await stored(), 0);
  // As in the image: writable for the group that such users have.
  chmodSync(home, 0o775);
  const again = await start(t, harness, ['ingest', 'parcels', ndjson], {}, { uid: NOBODY, gid: 0 }).ended;
  t.equal(again.code, 3, again.err);
  t.equal(await stored(), 1);
});
