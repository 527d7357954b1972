import type { FastifyRequest } from 'fastify';
import type { MultiPolygon } from 'geojson';
import Type, { type TProperties, type TSchema } from 'typebox';
import { wrong } from '../../domain/problems.ts';
import { JSON_AT_ONCE, readOutlines } from '../../records/outlines.ts';
import { pausingAfter } from '../../records/pauses.ts';
import { encodeRows, type Page, type PageBuffer } from '../../records/rows.ts';
import { JSON_TYPE, Paged } from '../../records/schemas/common.ts';
import { Parcel } from '../../records/schemas/parcel.ts';
import type { Typed } from '../gate/answer.ts';
import { type FieldName, ParcelPart, picker } from './fields.ts';
import { collectionOf, Feature, FeatureCollection, feature, featureAnswer, type GeoJson } from './geojson.ts';

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
function checkForm({ outline }: Form, geojson: boolean): void {
  if (outline && !geojson) throw wrong('outline', 'needs GeoJSON: send Accept: application/geo+json');
}

function outlinesFor({ server }: FastifyRequest, parcels: Parcel[], { outline }: Form) {
  if (!outline) return new Map<string, MultiPolygon>();
  const ids = parcels.filter(({ has_outline }) => has_outline).map(({ id }) => id);
  return readOutlines(server.records, ids);
}

/** Parcels as features, in JSON. Between parts of them, other requests go on: an outline may have many corners. */
export async function featuresOf(request: FastifyRequest, parcels: Parcel[], form: Form): Promise<string[]> {
  const pick = picker(form.fields);
  const outlines = await outlinesFor(request, parcels, form);
  const pause = pausingAfter(JSON_AT_ONCE);
  const features: string[] = [];
  for (const parcel of parcels) {
    const outline = outlines.get(parcel.id);
    const json = JSON.stringify(feature(parcel.id, { ...parcel, outline }, pick(parcel)));
    features.push(json);
    await pause(json.length);
  }
  return features;
}

/** One parcel in the requested form: unchanged, some of its fields, or a feature. */
export async function shapeParcel(
  request: FastifyRequest,
  json: Buffer,
  form: Form = {},
): Promise<Buffer | GeoJson> {
  const { geojson } = request.ticket;
  if (!form.fields && !form.outline && !geojson) return json;
  checkForm(form, geojson);
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
  const { geojson } = request.ticket;
  if (!form.fields && !form.outline && !geojson) {
    const body = encodeRows(rows, envelope, buffer);
    return buffer ? { type: JSON_TYPE, body, free: buffer.free } : body;
  }
  checkForm(form, geojson);
  const parcels = JSON.parse(rows.toString()) as Parcel[];
  if (geojson) return collectionOf(await featuresOf(request, parcels, form), envelope);
  return Buffer.from(JSON.stringify({ data: parcels.map(picker(form.fields)), ...envelope }));
}

/** A page of parcels in the requested form, with the keys of `more`. */
export const shapeParcels = (
  request: FastifyRequest,
  { rows, buffer, total, limit, offset, next_cursor }: Page,
  form: Form = {},
  more: object = {},
): Promise<Buffer | Typed> =>
  shapeRows(request, rows, { total, limit, offset, next_cursor, ...more }, form, buffer);
