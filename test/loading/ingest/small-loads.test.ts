import t from 'tap';
import { type IngestKind, ingest } from '../../../src/loading/ingest/ingest.ts';
import { madeRecords } from '../../../src/loading/ingest/input.ts';
import { VIEW_KINDS } from '../../../src/stores/elastic/indices.ts';
import { makeHarness } from '../../helper.ts';
import { clear, different, everythingOf, watched } from './support.ts';

const harness = await makeHarness(t);
const COUNTY = '31109';
const at = (n: number) => ({ county_fips: COUNTY, parcel_id: `p${n}` });

const RECORDS: [IngestKind, Record<string, unknown>[]][] = [
  [
    'parcels',
    [1, 2, 3].map((n) => ({ ...at(n), owner_name: `OWNER ${n} LLC`, total_assessed_value: 90_000 })),
  ],
  [
    'deeds',
    [1, 2, 3].map((n) => ({
      ...at(n),
      record_id: `r${n}`,
      sale_date: '2020-05-06',
      sale_price_usd: 100_000,
    })),
  ],
  ['permits', [1, 2, 3].map((n) => ({ ...at(n), permit_number: `${n}`, contractor_name: `BUILDER ${n}X` }))],
];
const SALE = { ...at(1), grantee: 'OAK LLC', sale_price_usd: 160_000 };
const SALES = [
  { ...SALE, record_id: 'buy', sale_date: '2021-05-06' },
  {
    ...SALE,
    record_id: 'sell',
    sale_date: '2021-09-06',
    sale_price_usd: 190_000,
    grantor: 'OAK LLC',
    grantee: 'ELM LLC',
  },
];
const PERMIT = [{ ...at(2), permit_number: 'new', contractor_name: 'BUILDER 9X' }];

async function loadAll(): Promise<void> {
  await clear(harness);
  for (const [kind, records] of RECORDS) await harness.load(kind, records);
}
const views = () => everythingOf(harness, ['parcels', 'deeds', ...VIEW_KINDS]);

/** Loads through a client that notes each request, and fails the first one that `breaks` picks. Returns the requests. */
async function requestsOf(
  kind: IngestKind,
  records: Record<string, unknown>[],
  breaks?: (path: string) => boolean,
) {
  const paths: string[] = [];
  const target = watched(t, harness, async (_method, path) => {
    paths.push(path);
    if (breaks?.(path)) throw new Error('broken off');
  });
  await ingest(kind, madeRecords('records', records), target).catch((error: Error) => {
    if (!breaks) throw error;
  });
  return paths;
}

t.test('a small load sends few requests, and none to a view that it does not affect', async (t) => {
  await loadAll();
  const permit = await requestsOf('permits', PERMIT);
  t.ok(permit.length <= 15, `a permit: ${permit.length} requests`);
  const others = VIEW_KINDS.filter((kind) => kind !== 'contractors');
  t.same(
    permit.filter((path) => others.some((kind) => path.includes(`-${kind}/`))),
    [],
    'of the views only the contractors',
  );
  const deed = await requestsOf('deeds', SALES.slice(0, 1));
  t.ok(deed.length <= 26, `a deed: ${deed.length} requests`);
  t.same(
    deed.filter((path) => /-(coverage|holdings|contractors)[-/]/.test(path)),
    [],
    'no view of other records',
  );
  const again = await requestsOf('deeds', SALES.slice(0, 1));
  t.ok(again.length <= 6, `a deed again: ${again.length} requests`);
});

t.test('a load of deeds that fails at any request is completed by a load of permits', async (t) => {
  await loadAll();
  await harness.load('deeds', SALES);
  await harness.load('permits', PERMIT);
  const expected = await views();
  t.not(Object.keys(expected.flips!).length, 0, 'there is a flip');
  const moments: [string, (path: string) => boolean][] = [
    ['before anything is derived', (path) => path === '/_msearch'],
    ['when the parcels are written', (path) => path.endsWith('-parcels/_bulk')],
    ['before the flips', (path) => path.endsWith('-flips/_bulk')],
    ['before the flippers', (path) => path.endsWith('-flippers/_bulk')],
    ['before the trends', (path) => path.endsWith('-trends/_bulk')],
    ['before the last mark', (path) => path.endsWith('-counties/_bulk')],
  ];
  for (const [name, breaks] of moments) {
    await loadAll();
    const paths = await requestsOf('deeds', SALES, breaks);
    t.ok(paths.some(breaks), name);
    await harness.load('permits', PERMIT);
    t.same(different(await views(), expected), [], name);
  }
});
