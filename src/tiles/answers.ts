import type { Outline } from '../geometry/outline.ts';
import type { TileField } from './question.ts';

export type Attributes = Partial<Record<TileField, string | number | boolean>>;

export interface Lot {
  id: string;
  lon: number | null;
  lat: number | null;
  street: string | null;
  attributes: Attributes;
}

interface OutlineHit {
  _id: string;
  _source: { rings: Outline };
}

interface ParcelHit {
  fields?: Record<string, unknown[]>;
  _source?: { street?: string | null };
}

const hitsOf = <H>(answer: Uint8Array): H[] =>
  (
    JSON.parse(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength).toString()) as {
      hits: { hits: H[] };
    }
  ).hits.hits;

/** The outlines of a raw answer, by the ids of their parcels. */
export const outlinesIn = (answer: Uint8Array): Map<string, Outline> =>
  new Map(hitsOf<OutlineHit>(answer).map(({ _id, _source }) => [_id, _source.rings]));

/** A point as doc values tell it: `40.8, -96.7`. */
function pointOf(value: unknown): { lat: number; lon: number } | null {
  if (typeof value !== 'string') return null;
  const comma = value.indexOf(',');
  return { lat: Number(value.slice(0, comma)), lon: Number(value.slice(comma + 1)) };
}

/** The parcels of a raw answer, which has doc values in place of records. */
export function lotsIn(answer: Uint8Array, fields: readonly TileField[]): Lot[] {
  return hitsOf<ParcelHit>(answer).map(({ fields: values = {}, _source }) => {
    const attributes: Attributes = {};
    for (const field of fields) {
      const [value] = (values[field] ?? []) as (string | number | boolean)[];
      if (value !== undefined) attributes[field] = value;
    }
    const point = pointOf(values.location?.[0]);
    return {
      id: values.id![0] as string,
      lon: point?.lon ?? null,
      lat: point?.lat ?? null,
      street: _source?.street ?? null,
      attributes,
    };
  });
}
