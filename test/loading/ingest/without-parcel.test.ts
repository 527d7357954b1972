import t, { type Test } from 'tap';
import { terrierHere } from '../../cli/in-process.ts';
import { makeHarness } from '../../helper.ts';
import { inputFile, ndjson } from './support.ts';

/** Deeds and permits that no parcel shows are counted and named. */
const FIPS = '31109';
const harness = await makeHarness(t);
await harness.load('parcels', [{ county_fips: FIPS, parcel_id: 'HERE' }]);

async function load(t: Test, kind: 'deeds' | 'permits', rows: object[]) {
  const file = await inputFile(t, `${kind}.ndjson`, ndjson(rows));
  return terrierHere(['ingest', kind, file], harness.env);
}

const deed = (parcel_id: string, document_number: string) => ({
  county_fips: FIPS,
  parcel_id,
  record_id: document_number,
  recorded_date: '2024-05-06',
  grantee: 'PRAIRIE WREN LLC',
});
const permit = (parcel_id: string | null, permit_number: string) => ({
  county_fips: FIPS,
  parcel_id,
  permit_number,
  filed_date: '2024-05-06',
});

t.test('parcels that deeds name and that are not loaded are counted once', async (t) => {
  const rows = [deed('HERE', '1'), deed('GONE', '2'), deed('GONE', '3'), deed('AWAY', '4')];
  const { out } = await load(t, 'deeds', rows);
  t.match(out, 'Not loaded: 2 parcels named by these deeds, which show once the parcels are loaded');
  const corrected = [deed('HERE', '2'), deed('GONE', '3'), deed('HERE', '4')];
  const { out: less } = await load(t, 'deeds', corrected);
  t.notMatch(less, 'Not loaded', 'a number that was corrected no longer counts');
  const again = await load(t, 'deeds', [deed('HERE', '5')]);
  t.notMatch(again.out, 'Not loaded');
  t.notMatch(again.out, 'Without a parcel');
});

t.test('permits that name no parcel are counted', async (t) => {
  const rows = [permit('HERE', 'P-1'), permit('GONE', 'P-2'), permit(null, 'P-3'), permit(null, 'P-4')];
  const { out } = await load(t, 'permits', rows);
  t.match(out, 'Not loaded: 1 parcel named by these permits');
  t.match(out, 'Without a parcel: 2 permits');
  t.notMatch((await load(t, 'permits', rows)).out, 'Without a parcel', 'nothing has changed');
});
