import t from 'tap';
import { call, makeHarness } from '../../../helper.ts';
import { inputFile, ndjson } from '../../../loading/ingest/support.ts';
import { suppressor } from '../../../loading/suppressions/suppressing.ts';
import { madeCounty } from './made-county.ts';

const harness = await makeHarness(t);
const { app, key } = await harness.api();
const { parcels, deeds, withheld } = madeCounty('31109', 310, { withheld: 1 });
const [unsold] = withheld.keys();

async function value(): Promise<{ estimate: number; comparables: { id: string }[] }> {
  return (await call(app, 'GET', `/api/v1/parcels/31109:${unsold}/value`, { key })).json();
}

t.test('a suppressed parcel is no comparable, and changes no value', async (t) => {
  await harness.load('deeds', deeds);
  await harness.load(
    'parcels',
    parcels.map((parcel) => ({ ...parcel, owner_name: `ZZ OWNER ${parcel.parcel_id}` })),
  );
  const before = await value();
  const [first, second] = before.comparables;
  const [county_fips, parcel_id] = first!.id.split(':');
  const file = await inputFile(t, 'list.ndjson', ndjson([{ county_fips, parcel_id }]));
  const { status, err } = await suppressor(harness)(t, 'add', '--file', file);
  t.equal(status, 0, err);
  const after = await value();
  t.equal(after.estimate, before.estimate);
  t.equal(after.comparables[0]!.id, second!.id, 'the next most alike is the first');
});
