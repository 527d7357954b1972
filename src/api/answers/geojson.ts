import type { MultiPolygon } from 'geojson';
import Type, { type TSchema } from 'typebox';
import { Nullable } from '../../records/schemas/common.ts';
import { Parcel } from '../../records/schemas/parcel.ts';
import type { Typed } from '../gate/answer.ts';

const GEOJSON_TYPE = 'application/geo+json; charset=utf-8';

export interface GeoJson extends Typed {
  type: typeof GEOJSON_TYPE;
}

type Point = { lat: number; lon: number };

/** A record as a feature, with its outline if given, else its location; without either it has no geometry. */
export function feature(
  id: string,
  { location, outline }: { location: Point | null; outline?: MultiPolygon },
  properties: object,
) {
  const point = location && { type: 'Point', coordinates: [location.lon, location.lat] };
  return { type: 'Feature', id, geometry: outline ?? point, properties };
}

/** Features, each as JSON, with the other keys of their page, as a collection (RFC 7946). */
export function collectionOf(features: string[], envelope: object): GeoJson {
  const end = JSON.stringify({ features: [], ...envelope }).slice('{"features":['.length);
  const pieces = [
    '{"type":"FeatureCollection","features":[',
    ...features.flatMap((one) => [one, ',']).slice(0, -1),
    end,
  ];
  return { type: GEOJSON_TYPE, body: Buffer.concat(pieces.map((piece) => Buffer.from(piece))) };
}

/** The rows of a page as features, with the other keys of the page. */
export function featureCollection<T>(
  { data, ...envelope }: { data: T[] },
  toFeature: (row: T) => ReturnType<typeof feature>,
): GeoJson {
  return collectionOf(
    data.map((row) => JSON.stringify(toFeature(row))),
    envelope,
  );
}

/** One record as a feature. */
export const featureAnswer = (record: ReturnType<typeof feature>): GeoJson => ({
  type: GEOJSON_TYPE,
  body: Buffer.from(JSON.stringify(record)),
});

const PointGeometry = Type.Object({
  type: Type.Literal('Point'),
  coordinates: Type.Array(Type.Number(), {
    minItems: 2,
    maxItems: 2,
    description: 'Longitude, then latitude (WGS84 degrees)',
    examples: [[-96.7026, 40.8136]],
  }),
});

const Outline = {
  type: Type.Literal('MultiPolygon'),
  coordinates: Type.Array(Type.Array(Type.Array(Type.Array(Type.Number()))), {
    description: 'Polygons, each an outer ring and its holes; longitude, then latitude (WGS84 degrees)',
    examples: [
      [
        [
          [
            [-96.7, 40.8],
            [-96.699, 40.8],
            [-96.699, 40.801],
            [-96.7, 40.8],
          ],
        ],
      ],
    ],
  }),
};

/** The geometry of an outline in answers. */
export const OutlineGeometry = Type.Object(Outline, { title: 'Outline' });

/** The schema of a feature with these properties. */
export const Feature = (properties: TSchema) =>
  Type.Object(
    {
      type: Type.Literal('Feature'),
      id: Type.String({ description: 'The id of the record', examples: ['31109:0109109006000'] }),
      // Null within each: as a third alternative, generators would make a model of it.
      geometry: Type.Union([Nullable(PointGeometry), Nullable(Type.Object(Outline))], {
        description:
          'The outline if it is requested and known, otherwise the point; null if the location is unknown',
      }),
      properties,
    },
    { description: 'A GeoJSON Feature (RFC 7946)' },
  );

/** The schema of a parcel's outline. */
export const OutlineFeature = Type.Object(
  {
    type: Type.Literal('Feature'),
    id: Type.String({ description: 'The id of the parcel', examples: ['31109:0109109006000'] }),
    geometry: OutlineGeometry,
    properties: Type.Pick(Parcel, ['county_fips', 'parcel_id', 'address', 'acreage']),
  },
  { title: 'OutlineFeature' },
);

/** The schema of a page of features with these properties. */
export const FeatureCollection = (properties: TSchema, envelope: TSchema) =>
  Type.Object(
    {
      type: Type.Literal('FeatureCollection'),
      features: Type.Array(Feature(properties)),
      ...Object.fromEntries(
        Object.entries((envelope as { properties: Record<string, TSchema> }).properties).filter(
          ([name]) => name !== 'data',
        ),
      ),
    },
    { description: 'A GeoJSON FeatureCollection (RFC 7946)' },
  );
