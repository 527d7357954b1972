/**
 * Real public records through their source files and adapters. Only parts of the larger files are loaded, to keep the
 * suite short; WHOLE_FILES=1 loads every record, which takes some minutes (and needs a TAP_TIMEOUT of that many seconds).
 */
import { createHash } from 'node:crypto';
import t from 'tap';
import { makeHarness, SHARED_DATA, withoutSharedData } from '../../helper.ts';
import { readBy, recordsIn } from '../../loading/sources/example.ts';
import { seedOf } from '../../seed.ts';
import { testFigures } from './reference/ask.ts';
import { allFlips } from './reference/flips.ts';
import { readRecords } from './reference/records.ts';

const SEED = seedOf(20260404);
const whole = process.env.WHOLE_FILES === '1';

/** What stays together when a part is taken: a parcel with its deeds, a contractor's permits, a block of New York. */
const TOGETHER = {
  parcel: (record: Record<string, unknown>) => `${record.county_fips}:${record.parcel_id}`,
  contractor: (record: Record<string, unknown>) => String(record.contractor_name ?? ''),
  block: (record: Record<string, unknown>) => String(record.parcel_id).slice(0, 6),
};

/** What reads the files, the files, how many parts they are divided into, and what stays together. */
const FILES: [reader: string, files: string[], parts: number, together: keyof typeof TOGETHER][] = [
  ['us-ne-lancaster.json parcels', ['lincoln_ne/lancaster_parcels.csv.gz'], 50, 'parcel'],
  ['us-nc-wake.json parcels', ['raleigh_nc/parcels.csv', 'raleigh_nc/owners.csv'], 6, 'parcel'],
  ['raleigh-nc-deeds', ['raleigh_nc/owners.csv'], 6, 'parcel'],
  ['us-nc-wake-deeds-permits.json permits', ['raleigh_nc/permits.csv'], 6, 'parcel'],
  [
    'us-nh-lebanon.json parcels',
    ['lebanon_nh/parcels_owners_sales.csv', 'outlines/lebanon_nh/LebParcels_shp.zip'],
    3,
    'parcel',
  ],
  ['lebanon-nh-deeds', ['lebanon_nh/parcels_owners_sales.csv'], 3, 'parcel'],
  ['us-il-chicago-permits.json permits', ['chicago_il/permits_2021_2026.csv.gz'], 60, 'contractor'],
  ['nyc-deeds', ['nyc/rolling_sales_2016_2021.csv.gz'], 40, 'block'],
];

/** Whether a key is in part 0 of this many, by its hash. */
const inPart = (key: string, parts: number): boolean =>
  parts === 1 || createHash('sha256').update(key).digest().readUInt32BE() % parts === 0;

/** The records in the files that belong to the part. */
async function recordsOf([reader, paths, parts, together]: (typeof FILES)[number]) {
  const { kind, input } = await readBy(
    reader,
    paths.map((path) => `${SHARED_DATA}/${path}`),
  );
  const records: Record<string, unknown>[] = [];
  for await (const record of recordsIn(input)) {
    if (inPart(TOGETHER[together](record), whole ? 1 : parts)) records.push(record);
  }
  return { kind, records };
}

const taken = whole
  ? 'whole'
  : 'a third of Lebanon, a sixth of Raleigh, parts of Lincoln, Chicago and New York';
t.test(`real records: ${taken}`, { skip: withoutSharedData, timeout: 3_600_000 }, async (t) => {
  t.comment(`seed ${SEED}`);
  const harness = await makeHarness(t);
  for (const file of FILES) {
    const { kind, records } = await recordsOf(file);
    const { created } = await harness.load(kind, records);
    t.ok(created > 500, `${file[0]}: ${created} ${kind} loaded`);
  }
  const records = await readRecords(harness);
  const flips = allFlips(records);
  t.ok(flips.length > 50, `${flips.length} flips`);
  const { app, key } = await harness.api({ tier: 'license' });
  testFigures(t, app, key, records, SEED);
});
