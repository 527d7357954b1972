import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import t from 'tap';
import { PROJECT_ROOT } from '../../src/config.ts';
import { aliasOf, type IndexKind } from '../../src/stores/elastic/indices.ts';
import { makeHarness } from '../helper.ts';
import { square } from '../squares.ts';

const PARCELS = Array.from({ length: 30 }, (_, n) => ({
  county_fips: '31109',
  parcel_id: `p${n}`,
  owner_name: `OWNER ${n % 7} LLC`,
  total_assessed_value: 50_000 + n,
  outline: square(-96.7 + n * 0.001, 40.8, 0.001),
}));
const DEEDS = Array.from({ length: 20 }, (_, n) => ({
  county_fips: '31109',
  parcel_id: `p${n % 10}`,
  record_id: `r${n}`,
  sale_date: `20${10 + n}-02-03`,
  sale_price_usd: 70_000 + n,
}));

const one = await makeHarness(t);
const other = await makeHarness(t);
const change = (kind: IndexKind, id: string, document: object) =>
  other.client.index({ index: aliasOf(other.config.INDEX_PREFIX, kind), id, document });
const read = async (kind: IndexKind, id: string) =>
  (await other.client.get<Record<string, unknown>>({ index: aliasOf(other.config.INDEX_PREFIX, kind), id }))
    ._source!;

/** Runs the program on the two installations. */
async function compare(): Promise<{ status: number; said: string }> {
  const program = resolve(PROJECT_ROOT, 'bench/same-documents.ts');
  const child = spawn(process.execPath, [program, one.config.INDEX_PREFIX, other.config.INDEX_PREFIX], {
    env: { ...process.env, ...one.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said, [status]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { status, said };
}

t.test('the same records, loaded twice in another order, are the same documents', async (t) => {
  for (const { load } of [one, other]) {
    await load('parcels', PARCELS);
    await load('deeds', DEEDS);
    PARCELS.reverse();
  }
  const { status, said } = await compare();
  t.equal(status, 0, said);
  t.match(said, /parcels: 30 documents, the same\n/);
  t.match(said, /owners: 7 documents, the same\n/);
});

t.test('each difference is told by its field', async (t) => {
  const parcel = await read('parcels', '31109:p3');
  await change('parcels', '31109:p3', { ...parcel, year_built: 1999 });
  const { county_fips, ...rest } = await read('trends', '31109');
  await change('trends', '31109', { ...rest, county_fips });
  await change('owners', 'new', { owner_id: 'new' });
  await other.client.delete({ index: aliasOf(other.config.INDEX_PREFIX, 'outlines'), id: '31109:p4' });
  const { status, said } = await compare();
  t.equal(status, 1);
  t.match(said, /parcels: 30 documents, differing in\n {2}year_built: 1 \(31109:p3: null \| 1999\)\n/);
  t.match(said, /trends: .*differing in\n.*\(order of keys\): 1 /);
  t.match(said, /owners: .*differing in\n {2}\(missing in the first\): 1 \(new\)\n/);
  t.match(said, /outlines: .*differing in\n {2}\(missing in the other\): 1 \(31109:p4\)\n/);
  t.match(said, /deeds: 20 documents, the same\n/);
});
