import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { Paged } from '../schemas/common.ts';
import { Parcel } from '../schemas/parcel.ts';
import { type FieldName, ParcelPart, picker } from './fields.ts';
import { FeatureCollection, feature, featureCollection, type GeoJson, wantsGeoJson } from './geojson.ts';

/** The answers of a route that pages through parcels, by content type. */
export const parcelPages = {
  description: 'A page of parcels',
  content: {
    'application/json': { schema: Type.Union([Paged(Parcel), Paged(ParcelPart)]) },
    'application/geo+json': { schema: FeatureCollection(ParcelPart, Paged(Parcel)) },
  },
};

interface ParcelPage {
  data: Parcel[];
  total: number;
}

/**
 * A page of parcels as the request wants it: whole records as they are stored, which costs nothing, or some fields of
 * them, or features.
 */
export function shapeParcels(request: FastifyRequest, page: Buffer, fields?: FieldName[]): Buffer | GeoJson {
  const geojson = wantsGeoJson(request);
  if (!fields && !geojson) return page;
  const { data, ...envelope } = JSON.parse(page.toString()) as ParcelPage;
  const pick = picker(fields);
  if (!geojson) return Buffer.from(JSON.stringify({ data: data.map(pick), ...envelope }));
  return featureCollection({ data, ...envelope }, (parcel) =>
    feature(parcel.id, parcel.location, pick(parcel)),
  );
}
