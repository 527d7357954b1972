import type { FastifyRequest } from 'fastify';
import type { MultiPolygon } from 'geojson';
import Type, { type TProperties, type TSchema } from 'typebox';
import { wrong } from '../../domain/problems.ts';
import { readOutlines } from '../../records/outlines.ts';
import { encodeRows, type Page } from '../../records/paging/paging.ts';
import type { PageBuffer } from '../../records/rows.ts';
import { JSON_TYPE, Paged } from '../../records/schemas/common.ts';
import { Parcel } from '../../records/schemas/parcel.ts';
import type { Typed } from './bytes.ts';
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

/** Schemas of parcel pages with additional keys. */
export function parcelPagesWith(more: TProperties) {
  const page = (row: TSchema) => Type.Object({ ...Paged(row).properties, ...more });
  const [whole, parts] = [page(Parcel), page(ParcelPart)];
  return {
    description: 'A page of parcels',
    content: {
      'application/json': { schema: Type.Union([whole, parts]) },
      'application/geo+json': { schema: FeatureCollection(ParcelPart, whole) },
    },
  };
}
export const parcelPages = parcelPagesWith({});

export const oneParcel = {
  description: 'The parcel',
  content: {
    'application/json': { schema: Type.Union([Parcel, ParcelPart]) },
    'application/geo+json': { schema: Feature(ParcelPart) },
  },
};

/** Whether to return outlines in place of points; only GeoJSON can. */
export const WithOutline = Type.Boolean({
  default: false,
  description: 'Outlines in place of points, where they are known. Only with Accept: application/geo+json',
});

/** The form in which parcels are returned. */
export interface Form {
  fields?: FieldName[];
  outline?: boolean;
}

/** Throws 400 when outlines are requested in an answer that cannot have them. */
function outlinesFor(request: FastifyRequest, parcels: Parcel[], { outline }: Form) {
  if (!outline) return new Map<string, MultiPolygon>();
  if (!wantsGeoJson(request)) throw wrong('outline', 'needs GeoJSON: send Accept: application/geo+json');
  const ids = parcels.filter(({ has_outline }) => has_outline).map(({ id }) => id);
  return readOutlines(request.server.records, ids);
}

/** One parcel in the requested form: unchanged, some of its fields, or a feature. */
export async function shapeParcel(
  request: FastifyRequest,
  json: Buffer,
  form: Form = {},
): Promise<Buffer | GeoJson> {
  const geojson = wantsGeoJson(request);
  if (!form.fields && !form.outline && !geojson) return json;
  const parcel = JSON.parse(json.toString()) as Parcel;
  const part = picker(form.fields)(parcel);
  const outlines = await outlinesFor(request, [parcel], form);
  return geojson
    ? featureAnswer(feature(parcel.id, { ...parcel, outline: outlines.get(parcel.id) }, part))
    : Buffer.from(JSON.stringify(part));
}

/**
 * Rows of parcels in the requested form, with other keys: stored records unchanged, which costs nothing, or some of their
 * fields, or features.
 */
export async function shapeRows(
  request: FastifyRequest,
  rows: Buffer,
  envelope: object,
  form: Form,
  buffer?: PageBuffer,
): Promise<Buffer | Typed> {
  const geojson = wantsGeoJson(request);
  if (!form.fields && !form.outline && !geojson) {
    const body = encodeRows(rows, envelope, buffer);
    return buffer ? { type: JSON_TYPE, body, free: buffer.free } : body;
  }
  const parcels = JSON.parse(rows.toString()) as Parcel[];
  const pick = picker(form.fields);
  const outlines = await outlinesFor(request, parcels, form);
  if (!geojson) return Buffer.from(JSON.stringify({ data: parcels.map(pick), ...envelope }));
  return featureCollection({ data: parcels, ...envelope }, (parcel) =>
    feature(parcel.id, { ...parcel, outline: outlines.get(parcel.id) }, pick(parcel)),
  );
}

/** A page of parcels in the requested form, with the keys of `more`. */
export const shapeParcels = (
  request: FastifyRequest,
  { rows, buffer, total, limit, offset, next_cursor }: Page,
  form: Form = {},
  more: object = {},
): Promise<Buffer | Typed> =>
  shapeRows(request, rows, { total, limit, offset, next_cursor, ...more }, form, buffer);
