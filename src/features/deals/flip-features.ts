import type { Client } from '@elastic/elasticsearch';
import type { Static } from 'typebox';
import { feature, featureCollection, type GeoJson } from '../../answers/geojson.ts';
import type { Flip } from '../../schemas/flip.ts';
import type { Parcel } from '../../schemas/parcel.ts';

type Row = Static<typeof Flip>;

const parcelOf = ({ county_fips, parcel_id }: Row) => `${county_fips}:${parcel_id}`;

/** Flips as features, each where its parcel lies; one whose parcel is not loaded has no geometry. */
export async function flipFeatures(client: Client, parcels: string, page: Buffer): Promise<GeoJson> {
  const envelope = JSON.parse(page.toString()) as { data: Row[] };
  const ids = [...new Set(envelope.data.map(parcelOf))];
  const { docs } =
    ids.length === 0
      ? { docs: [] }
      : await client.mget<Pick<Parcel, 'location'>>({
          index: parcels,
          ids,
          realtime: false,
          _source_includes: ['location'],
        });
  const places = new Map(docs.map((doc) => [doc._id, 'found' in doc ? doc._source?.location : null]));
  return featureCollection(envelope, (flip) => {
    const id = parcelOf(flip);
    return feature(`${id}:${flip.sell_date}`, places.get(id) ?? null, flip);
  });
}
