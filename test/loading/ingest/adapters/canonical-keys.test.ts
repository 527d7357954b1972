import t from 'tap';
import type { CanonicalRecord } from '../../../../src/loading/ingest/adapters/adapter.ts';
import { each } from '../../../listed.ts';

t.test('`tsc` refuses a key that is not canonical for the kind', async (t) => {
  const parcel: CanonicalRecord<'parcels'> = { county_fips: '31109', parcel_id: '1', owner_name: 'DOE PAT' };
  // @ts-expect-error a typo
  const typo: CanonicalRecord<'parcels'> = { county_fips: '31109', owner_nmae: 'DOE PAT' };
  // @ts-expect-error a key of parcels
  const deed: CanonicalRecord<'deeds'> = { county_fips: '31109', owner_name: 'DOE PAT' };
  t.same(
    Object.keys({ ...parcel, ...typo, ...deed }).sort(),
    each('county_fips owner_name owner_nmae parcel_id'),
  );
});
