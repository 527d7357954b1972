import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { boxAround, metersTo } from '../../../domain/geometry/distance.ts';
import type { Outline } from '../../../domain/geometry/outline.ts';
import { FARTHEST_LON, wrapped } from '../../../domain/geometry/wrap.ts';
import { wrong } from '../../../domain/problems.ts';
import { outlinesNear } from '../../../records/outlines.ts';
import type { Records } from '../../../records/records.ts';
import { Nullable } from '../../../records/schemas/common.ts';
import { Parcel } from '../../../records/schemas/parcel.ts';
import { FieldText, fieldsOf, ParcelPart } from '../../answers/fields.ts';
import { FeatureCollection } from '../../answers/geojson.ts';
import { shapeRows, WithOutline } from '../../answers/parcels.ts';
import { typed } from '../../gate/answer.ts';

const FARTHEST = 1_000;
const MOST_PARCELS = 500;
/** Parcels that are as near as the nearest one, to a centimeter, are returned with it. */
const ALIKE = 0.01;

const AtQuery = Type.Object(
  {
    lat: Type.Number({
      minimum: -90,
      maximum: 90,
      description: 'Degrees north (WGS84)',
      examples: [40.8136],
    }),
    lon: Type.Number({
      minimum: -FARTHEST_LON,
      maximum: FARTHEST_LON,
      description: 'Degrees east (WGS84); those beyond ±180 are wrapped',
      examples: [-96.7026],
    }),
    meters: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: FARTHEST,
        default: 30,
        description: 'How far away the nearest parcel can be if no outline contains the point',
      }),
    ),
    fields: Type.Optional(FieldText),
    outline: Type.Optional(WithOutline),
  },
  { additionalProperties: false },
);

const At = Type.Object(
  {
    data: Type.Union([Type.Array(Parcel), Type.Array(ParcelPart)], {
      description: 'By id, at most 500; several where they share an outline or a place, as condominiums do',
    }),
    meters: Nullable(Type.Number(), {
      description: 'Distance from the point: 0 inside an outline; null when nothing is near',
      examples: [0],
    }),
  },
  { title: 'ParcelsAt' },
);

const at = {
  description: 'The parcels at the point',
  content: {
    'application/json': { schema: At },
    'application/geo+json': { schema: FeatureCollection(ParcelPart, Type.Pick(At, ['meters'])) },
  },
};

interface Distance {
  id: string;
  meters: number;
}

/** The distances of parcels without an outline from a point, the nearest first. */
async function placesNear(records: Records, lat: number, lon: number, meters: number): Promise<Distance[]> {
  const { hits } = await records.of('parcels').search<{ id: string }>({
    size: MOST_PARCELS,
    track_total_hits: false,
    _source: ['id'],
    query: {
      bool: {
        filter: [
          { term: { has_outline: false } },
          { geo_distance: { location: { lat, lon }, distance: `${Math.max(meters, ALIKE)}m` } },
        ],
      },
    },
    sort: [{ _geo_distance: { location: { lat, lon }, unit: 'm', order: 'asc' } }, { id: 'asc' }],
  });
  return hits.hits.map(({ _source, sort }) => ({ id: _source!.id, meters: Number(sort![0]) }));
}

/** The parcels whose outline contains the point, else the nearest. */
async function nearest(records: Records, lat: number, lon: number, meters: number): Promise<Distance[]> {
  const measured = (id: string, outline: Outline): Distance => ({ id, meters: metersTo(lon, lat, outline) });
  const distances = await outlinesNear(records, boxAround(lon, lat, meters), measured);
  if (distances === null) throw wrong('lat', 'must be farther from the pole');
  const holding = distances.filter((one) => one.meters === 0);
  if (holding.length > 0) return holding;
  const near = distances.filter((one) => one.meters <= meters);
  const all = [...near, ...(await placesNear(records, lat, lon, meters))];
  const least = Math.min(...all.map((one) => one.meters));
  return all.filter((one) => one.meters <= least + ALIKE);
}

/** GET /parcels/at: what is at a point of a map. */
export const atRoute: FastifyPluginAsyncTypebox = async (app) => {
  app.data(
    'GET /parcels/at',
    {
      config: { access: 'optional', geojson: true },
      schema: {
        summary:
          'The parcels whose outline holds a point, else the nearest; one lookup, none when nothing is near',
        description:
          'Several parcels are returned where they share an outline or a place, as condominiums do. `meters` of the answer is the distance: 0 inside an outline.',
        tags: ['Parcels'],
        querystring: AtQuery,
        response: { 200: at },
      },
    },
    async (request) => {
      const { lat, lon, meters = 30, fields, outline } = request.query;
      const found = await nearest(app.records, lat, wrapped(lon), meters);
      const ids = found.map(({ id }) => id).sort();
      const { rows } = await app.records.byIds('parcels', ids.slice(0, MOST_PARCELS));
      const away = found[0] ? Math.round(found[0].meters * 100) / 100 : null;
      const answer = await shapeRows(request, rows, { meters: away }, { fields: fieldsOf(fields), outline });
      return { ...typed(answer), hasData: found.length > 0 };
    },
  );
};
