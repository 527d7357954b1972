import { once } from 'node:events';
import t from 'tap';
import type { LoadReport } from '../../../src/loading/ingest/report.ts';
import { makeHarness } from '../../helper.ts';
import { deriving, killer, loading, type Moment } from './killing.ts';
import { clear, contents, differences, different, everythingOf, inputFile, ndjson } from './support.ts';

const harness = await makeHarness(t);
const { start, killed } = killer(t, harness);

const COUNTIES = ['31109', '31055', '37183'];
/** Two batches of parcels and three of deeds; fewer parcels have deeds, and even fewer have permits. */
const SIZES = { parcels: 2_600, deeds: 5_200, permits: 1_300 };
const SOLD = 1_700;
const BUILT = 600;
const place = (n: number) => ({ county_fips: COUNTIES[n % 3]!, parcel_id: `p${n}` });
const date = (n: number) => `20${String(n % 20).padStart(2, '0')}-0${1 + (n % 9)}-1${n % 10}`;
const FILES: Record<'parcels' | 'deeds' | 'permits', Record<string, unknown>[]> = {
  parcels: Array.from({ length: SIZES.parcels }, (_, n) => ({
    ...place(n),
    owner_name: `OWNER ${n % 700} LLC`,
    mailing_state: n % 2 ? 'NV' : 'NE',
    total_assessed_value: 50_000 + ((n * 7_919) % 400_000),
    land_value: 20_000,
    improvement_value: (n * 31) % 90_000,
    year_built: 1900 + (n % 120),
    sale_price: n % 5 ? null : 100_000,
    sale_date: n % 5 ? null : date(n),
    tax_amount: n % 11 ? 5 : -5,
  })),
  deeds: Array.from({ length: SIZES.deeds }, (_, n) => ({
    ...place((n * 13) % SOLD),
    record_id: `r${n}`,
    document_number: n % 4 ? `d${n}` : `d${n % 64}`,
    sale_date: date(n * 3),
    sale_price_usd: 40_000 + ((n * 104_729) % 600_000),
  })),
  permits: Array.from({ length: SIZES.permits }, (_, n) => ({
    ...place((n * 29) % BUILT),
    permit_number: `n${n}`,
    filed_date: date(n),
  })),
};
const KINDS = ['parcels', 'deeds', 'permits'] as const;
const files = Object.fromEntries(
  await Promise.all(
    KINDS.map(async (kind) => [kind, await inputFile(t, `${kind}.ndjson`, ndjson(FILES[kind]))]),
  ),
) as Record<(typeof KINDS)[number], string>;
const everything = () => everythingOf(harness, KINDS);

let expected: Awaited<ReturnType<typeof everything>>;

t.test('everything loads when nothing is killed', async (t) => {
  for (const kind of KINDS) {
    const { error, created, rejected } = await harness.load(kind, { files: [files[kind]] });
    t.same({ error, created, rejected }, { error: null, created: FILES[kind].length, rejected: 0 }, kind);
  }
  expected = await everything();
  const scores = Object.values(expected.parcels as Record<string, { deal_score: unknown }>);
  t.ok(new Set(scores.map(({ deal_score }) => deal_score)).size > 100, 'there is something to derive');
});

t.test('after kill -9 in a load, the same command ends the same as an undisturbed load', async (t) => {
  /** In which load, and when; the kills of each load come before the load that completes. */
  const moments: [string, (typeof KINDS)[number], Moment][] = [
    ['at the end of the parcels', 'parcels', loading(SIZES.parcels)],
    ['in the middle of the deeds', 'deeds', loading(SIZES.deeds / 2)],
    ['while facts are derived', 'deeds', deriving(500)],
    // An interrupted step is repeated, so parcels may be counted twice before the counties are.
    ['while counties are scored', 'deeds', deriving(2 * SOLD + 1)],
    ['while their counties are scored', 'permits', deriving(2 * BUILT + 1)],
  ];
  await clear(harness);
  for (const kind of KINDS) {
    for (const [name, , when] of moments.filter(([, of]) => of === kind)) {
      t.ok(await killed(['load', kind, files[kind]], when), `killed ${name}`);
    }
    const report = await harness.load(kind, { files: [files[kind]] });
    t.equal(report.error, null, kind);
    t.equal(report.created + report.unchanged, FILES[kind].length, `${kind}: all are in`);
    t.equal(
      report.updated + report.rejected + report.duplicates,
      0,
      `${kind}: none was there in another form`,
    );
  }
  t.same(different(await everything(), expected), []);
});

t.test('kill -9 in corrections, then other corrections and loads, ends as if undisturbed', async (t) => {
  /** Moves some deeds to a parcel this far from the one published first. */
  const moved = (by: number) =>
    FILES.deeds.map((deed, n) => (n % 7 ? deed : { ...deed, ...place(((n * 13) % SOLD) + by) }));
  const [once, twice] = await Promise.all(
    [1, 2].map((by) => inputFile(t, `moved-${by}.ndjson`, ndjson(moved(by)))),
  );
  await harness.load('deeds', { files: [twice!] });
  const wanted = await everything();
  t.not(differences(wanted.parcels!, expected.parcels!).length, 0, 'the corrections change parcels');
  await harness.load('deeds', { files: [files.deeds] });
  t.same(different(await everything(), expected), [], 'as before');

  t.ok(await killed(['load', 'deeds', once!], deriving(1)), 'killed while it derives the first correction');
  t.ok(await killed(['load', 'deeds', twice!], deriving(1)), 'killed in that of the second');
  await harness.load('permits', { files: [files.permits] });
  await harness.load('parcels', { files: [files.parcels] });
  await harness.load('deeds', { files: [twice!] });
  t.same(different(await everything(), wanted), []);
});

t.test('of two loads at once, one waits for the other', async (t) => {
  await clear(harness);
  const spans = await Promise.all(
    (['parcels', 'deeds'] as const).map(async (kind) => {
      const times: number[] = [];
      let report: LoadReport | undefined;
      const child = start(['load', kind, files[kind]], (step) => {
        if ('report' in step) report = step.report;
        else if (step.phase !== 'waiting') times.push(step.at);
      });
      await once(child, 'close');
      t.match(report, { error: null, created: SIZES[kind] }, kind);
      return { from: times[0]!, to: times.at(-1)! };
    }),
  );
  const [first, second] = spans.sort((a, b) => a.from - b.from);
  t.ok(first!.to <= second!.from, 'the second reads its first row when the first has derived its last');
  await harness.load('permits', { files: [files.permits] });
  t.same(different(await everything(), expected), []);
});

t.test('a load waits while another process holds the lock, and says so', async (t) => {
  const connection = await harness.database.$client.getConnection();
  const [rows] = (await connection.query('SELECT DATABASE() AS name')) as unknown as [{ name: string }[]];
  await connection.query('SELECT GET_LOCK(?, 0)', [`${rows[0]!.name}-load`]);
  const steps: string[] = [];
  const waiting = harness.load(
    'permits',
    { files: [files.permits] },
    {
      onProgress({ phase }) {
        if (steps.at(-1) !== phase) steps.push(phase);
        if (phase === 'waiting') connection.destroy();
      },
    },
  );
  const report = await waiting;
  t.equal(report.error, null);
  t.match(steps, ['waiting', 'load']);
});

t.test('after kill -9 in a first load, a file with other prices gives the right figures', async (t) => {
  /** Changes every ratio of the counties, except those of the rows that stay the same. */
  const other = FILES.parcels.map((parcel, n) =>
    n % 2 ? parcel : { ...parcel, sale_price: 90_000 + 100 * n, sale_date: date(n) },
  );
  const file = await inputFile(t, 'other.ndjson', ndjson(other));
  await clear(harness);
  await harness.load('parcels', { files: [file] });
  const wanted = await contents(harness, 'parcels');
  for (const when of [loading(1), loading(SIZES.parcels)]) {
    await clear(harness);
    t.ok(await killed(['load', 'parcels', files.parcels], when), 'killed');
    await harness.load('parcels', { files: [file] });
    t.same(differences(await contents(harness, 'parcels'), wanted), [], 'the same parcels');
  }
});
