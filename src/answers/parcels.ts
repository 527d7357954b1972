import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { encodePage, type Page } from '../records/paging/paging.ts';
import { Paged } from '../schemas/common.ts';
import { Parcel } from '../schemas/parcel.ts';
import { type FieldName, ParcelPart, picker } from './fields.ts';
import {
  Feature,
  FeatureCollection,
  feature,
  featureAnswer,
  featureCollection,
  type GeoJson,
  wantsGeoJson,
} from './geojson.ts';

export const parcelPages = {
  description: 'A page of parcels',
  content: {
    'application/json': { schema: Type.Union([Paged(Parcel), Paged(ParcelPart)]) },
    'application/geo+json': { schema: FeatureCollection(ParcelPart, Paged(Parcel)) },
  },
};

export const oneParcel = {
  description: 'The parcel',
  content: {
    'application/json': { schema: Type.Union([Parcel, ParcelPart]) },
    'application/geo+json': { schema: Feature(ParcelPart) },
  },
};

/** One parcel in the form that the request asks for: unchanged, some of its fields, or a feature. */
export function shapeParcel(request: FastifyRequest, json: Buffer, fields?: FieldName[]): Buffer | GeoJson {
  const geojson = wantsGeoJson(request);
  if (!fields && !geojson) return json;
  const parcel = JSON.parse(json.toString()) as Parcel;
  const part = picker(fields)(parcel);
  return geojson
    ? featureAnswer(feature(parcel.id, parcel.location, part))
    : Buffer.from(JSON.stringify(part));
}

/**
 * A page of parcels in the form that the request asks for: stored records unchanged, which costs nothing, or some of
 * their fields, or features.
 */
export function shapeParcels(request: FastifyRequest, page: Page, fields?: FieldName[]): Buffer | GeoJson {
  const geojson = wantsGeoJson(request);
  if (!fields && !geojson) return encodePage(page);
  const { rows, count: _, ...envelope } = page;
  const parcels = JSON.parse(rows.toString()) as Parcel[];
  const pick = picker(fields);
  if (!geojson) return Buffer.from(JSON.stringify({ data: parcels.map(pick), ...envelope }));
  return featureCollection({ data: parcels, ...envelope }, (parcel) =>
    feature(parcel.id, parcel.location, pick(parcel)),
  );
}
