import t from 'tap';
import { demoDeeds, demoParcels, demoPermits } from '../../src/demo/generate.ts';
import { makeHarness } from '../helper.ts';
import { seedOf } from '../seed.ts';
import { testFigures } from './reference/ask.ts';
import { readRecords } from './reference/records.ts';

const SEED = seedOf(20260202);
t.comment(`seed ${SEED}`);

/** One parcel in so many. */
const SHARE = 8;
const keyOf = (record: { county_fips: string; parcel_id: string | null }) =>
  `${record.county_fips}:${record.parcel_id}`;

const parcels = [...demoParcels()].filter((_, n) => n % SHARE === 0);
const chosen = new Set(parcels.map(keyOf));
const transfers = [...demoDeeds()];
// A document over several parcels comes whole; the others' parcels are not loaded, as happens.
const documents = new Set(
  transfers.filter((deed) => chosen.has(keyOf(deed))).map((deed) => deed.document_number ?? 'none'),
);
const deeds = transfers.filter(
  (deed) => chosen.has(keyOf(deed)) || documents.has(deed.document_number ?? 'no number'),
);
const permits = [...demoPermits()].filter((permit, n) =>
  permit.parcel_id === null ? n % 3 === 0 : chosen.has(keyOf(permit)),
);

const harness = await makeHarness(t);
await harness.load('parcels', parcels as object[] as Record<string, unknown>[]);
await harness.load('deeds', deeds as object[] as Record<string, unknown>[]);
await harness.load('permits', permits as object[] as Record<string, unknown>[]);
t.comment(`${parcels.length} parcels, ${deeds.length} deeds, ${permits.length} permits`);
const records = await readRecords(harness);
const app = await harness.app();
const key = await harness.key({ tier: 'license' });
testFigures(t, app, key, records, SEED);
