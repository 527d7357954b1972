import type { Static } from 'typebox';
import type { Page } from '../../../records/paging/paging.ts';
import type { Records } from '../../../records/records.ts';
import type { Flip } from '../../../records/schemas/flip.ts';
import type { Parcel } from '../../../records/schemas/parcel.ts';
import { feature, featureCollection, type GeoJson } from '../../answers/geojson.ts';

type FlipRow = Static<typeof Flip>;

const parcelOf = ({ county_fips, parcel_id }: FlipRow) => `${county_fips}:${parcel_id}`;

/** Flips as features at their parcel's location; without geometry when the parcel is not loaded. */
export async function flipFeatures(records: Records, page: Page): Promise<GeoJson> {
  const { rows, total, limit, offset, next_cursor } = page;
  const envelope = { total, limit, offset, next_cursor };
  const flips = JSON.parse(rows.toString()) as FlipRow[];
  const ids = [...new Set(flips.map(parcelOf))];
  const parcels = await records.fields<Pick<Parcel, 'location'>>('parcels', ids, ['location']);
  const locations = new Map(ids.map((id, at) => [id, parcels[at]?.location ?? null]));
  return featureCollection({ data: flips, ...envelope }, (flip) => {
    const id = parcelOf(flip);
    return feature(`${id}:${flip.sell_date}`, { location: locations.get(id) ?? null }, flip);
  });
}
