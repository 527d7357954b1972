import t from 'tap';
import type { IngestKind } from '../../../src/loading/ingest/ingest.ts';
import { makeHarness } from '../../helper.ts';
import { loader, reader, tally } from './one-county.ts';
import { counted, counts, ndjson, rejects } from './support.ts';

const harness = await makeHarness(t);
const load = loader(harness);
const { get } = await reader(harness);

/** Kind, the place as published, and the reason why it is rejected (null: it is valid). */
const PLACES: [IngestKind, Record<string, unknown>, string | null][] = [
  ['parcels', { parcel_id: 'x' }, 'county_fips_missing'],
  ['parcels', { county_fips: '', parcel_id: 'x' }, 'county_fips_missing'],
  ['parcels', { county_fips: null, parcel_id: 'x' }, 'county_fips_missing'],
  ['parcels', { county_fips: 31_109, parcel_id: 'a number' }, null],
  ['parcels', { county_fips: 1_001, parcel_id: 'lost its zero' }, 'county_fips_malformed'],
  ['parcels', { county_fips: 31_109.5, parcel_id: 'x' }, 'county_fips_malformed'],
  ['parcels', { county_fips: true, parcel_id: 'x' }, 'county_fips_malformed'],
  ['parcels', { county_fips: ['31109'], parcel_id: 'x' }, 'county_fips_malformed'],
  ['parcels', { county_fips: 'Lancaster', parcel_id: 'x' }, 'county_fips_malformed'],
  ['parcels', { county_fips: '031109', parcel_id: 'x' }, 'county_fips_malformed'],
  ['parcels', { county_fips: '31 09', parcel_id: 'x' }, 'county_fips_malformed'],
  ['parcels', { county_fips: '٣١١٠٩', parcel_id: 'x' }, 'county_fips_malformed'],
  ['parcels', { county_fips: '31999', parcel_id: 'x' }, 'county_fips_unknown'],
  ['parcels', { county_fips: '31000', parcel_id: 'x' }, 'county_fips_unknown'],
  ['parcels', { county_fips: '99109', parcel_id: 'x' }, 'county_fips_unknown'],
  ['parcels', { county_fips: ' 31109 ', parcel_id: ' padded ' }, null],
  ['parcels', { county_fips: '31109' }, 'parcel_id_missing'],
  ['parcels', { county_fips: '31109', parcel_id: '  ' }, 'parcel_id_missing'],
  ['parcels', { county_fips: '31109', parcel_id: 12_345 }, null],
  ['parcels', { county_fips: '31109', parcel_id: 1.5 }, 'parcel_id_malformed'],
  ['parcels', { county_fips: '31109', parcel_id: 1e20 }, 'parcel_id_malformed'],
  ['parcels', { county_fips: '31109', parcel_id: { no: 1 } }, 'parcel_id_malformed'],
  ['parcels', { county_fips: '31109', parcel_id: 'two\nlines' }, 'parcel_id_malformed'],
  ['parcels', { county_fips: '31109', parcel_id: 'x'.repeat(64) }, null],
  ['parcels', { county_fips: '31109', parcel_id: 'x'.repeat(65) }, 'parcel_id_too_long'],
  ['parcels', { county_fips: '31109', parcel_id: '😀'.repeat(64) }, null],
  ['parcels', { county_fips: '31109', parcel_id: '😀'.repeat(65) }, 'parcel_id_too_long'],
  ['parcels', { county_fips: '31109', parcel_id: '12/34 #5 100%' }, null],
  ['deeds', { county_fips: '31000', parcel_id: 'p1' }, null],
  ['deeds', { state_fips: '31', county_fips: '000', parcel_id: 'p2' }, null],
  ['deeds', { state_fips: '31', county_fips: '109', parcel_id: 'p3' }, null],
  ['deeds', { state_fips: '31', parcel_id: 'x' }, 'county_fips_missing'],
  ['deeds', { county_fips: '000', parcel_id: 'x' }, 'county_fips_malformed'],
  ['deeds', { county_fips: '03000', parcel_id: 'x' }, 'county_fips_unknown'],
  ['deeds', { county_fips: '31109' }, 'parcel_id_missing'],
  ['permits', { county_fips: '31109', permit_number: 'n1' }, null],
  ['permits', { county_fips: '31109', permit_number: 'n2', parcel_id: '' }, null],
  ['permits', { county_fips: '31109', permit_number: 'n3', parcel_id: true }, 'parcel_id_malformed'],
  ['permits', { county_fips: '31000', permit_number: 'n4' }, 'county_fips_unknown'],
  ['permits', { county_fips: '31109', permit_id: '😀'.repeat(200) }, 'permit_id_too_long'],
  ['risks', { county_fips: '31109', source: 'a' }, null],
  ['risks', { county_fips: '31109', parcel_id: 1.5, source: 'b' }, 'parcel_id_malformed'],
  ['risks', { county_fips: '00000', source: 'c' }, 'county_fips_unknown'],
  ['risks', { county_fips: '31109', parcel_id: '😀'.repeat(64), source: '😀'.repeat(1_000) }, null],
];

t.test('a record without a place is rejected', async (t) => {
  for (const kind of ['parcels', 'deeds', 'permits', 'risks'] as const) {
    const cases = PLACES.filter(([of]) => of === kind);
    const report = await load(t, kind, `${kind}.ndjson`, ndjson(cases.map(([, record]) => record)));
    const listed = await rejects(report);
    cases.forEach(([, record, reason], n) => {
      const entry = listed.find(({ line }) => line === n + 1);
      t.equal(entry?.reason ?? null, reason, `${kind} ${JSON.stringify(record).slice(0, 80)}`);
    });
    const bad = cases.flatMap(([, , reason]) => (reason ? [reason] : []));
    t.same(report.rejected_by_reason, tally(bad));
    const good = cases.length - bad.length;
    t.same(counts(report), counted({ read: cases.length, created: good, rejected: bad.length }), kind);
  }
  t.match(await get('31109:padded'), { id: '31109:padded', canonical_id: '31:109:padded' });
  t.match(await get('31109:12345'), { parcel_id: '12345' });
});
