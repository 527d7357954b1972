import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { wrong } from '../../problems.ts';
import { integer, number } from '../../schemas/common.ts';
import { Bounds, boundsClause } from './bounds.ts';
import { Filters, type Filters as FilterValues, filterClauses } from './filters.ts';

/** Cells are a quarter of a map tile wide. */
const FINER = 2;
const DEEPEST_ZOOM = 22;
const MOST_CELLS = 10_000;
/** The latitude where web maps end. */
const MAP_EDGE = 85.0511287798066;

const ClusterRequest = Type.Object(
  {
    bounds: Bounds,
    filters: Type.Optional(Filters),
    zoom: Type.Integer({
      minimum: 0,
      maximum: DEEPEST_ZOOM,
      description:
        'Zoom level of the map. A cell is a quarter of a tile wide; at most 10,000 may lie in the bounds',
      examples: [10],
    }),
  },
  { additionalProperties: false, title: 'ClusterRequest' },
);

const Cluster = Type.Object({
  cell: Type.String({ description: 'zoom/x/y of the cell as a map tile', examples: ['12/947/1541'] }),
  count: Type.Integer({ description: 'Exact count of parcels in the cell', examples: [128] }),
  lat: Type.Number({ description: 'Latitude of their center, degrees north', examples: [40.8136] }),
  lon: Type.Number({ description: 'Longitude of their center, degrees east', examples: [-96.7026] }),
  median_value: number('Median assessed value, USD; approximate in cells of many parcels', 265000),
});

const ClusterAnswer = Type.Object({
  data: Type.Array(Cluster),
  total: Type.Integer({ description: 'Exact count of parcels in the bounds', examples: [128] }),
  zoom: Type.Integer({ description: 'Zoom level of the cells as map tiles', examples: [12] }),
  largest: integer('Count of the fullest cell; null when there is none', 128),
});

interface Cells {
  buckets: {
    key: string;
    doc_count: number;
    center: { location: { lat: number; lon: number } };
    value: { values: Record<string, number | null> };
  }[];
}

function cellsIn(
  { north, south, east, west }: { north: number; south: number; east: number; west: number },
  zoom: number,
) {
  const tiles = 2 ** zoom;
  const row = (latitude: number) => {
    const radians = (Math.max(-MAP_EDGE, Math.min(MAP_EDGE, latitude)) * Math.PI) / 180;
    return ((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * tiles;
  };
  const width = (east - west + (west > east ? 360 : 0)) / 360;
  return (Math.ceil(width * tiles) + 1) * (Math.ceil(row(south) - row(north)) + 1);
}

/** POST /search/clusters: the parcels within bounds, counted by cells of a map. */
export const clusterRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/search/clusters',
    {
      config: { access: 'optional', errors: [413, 415] },
      schema: {
        summary: 'Parcels within bounds, counted by cells of a map; one lookup',
        tags: ['Search'],
        body: ClusterRequest,
        response: { 200: ClusterAnswer },
      },
    },
    async (request, reply) =>
      app.answer(request, reply, async () => {
        const { bounds, filters, zoom } = request.body;
        const precision = Math.min(zoom + FINER, 29);
        if (bounds.north >= bounds.south && cellsIn(bounds, precision) > MOST_CELLS) {
          throw wrong('zoom', `must be smaller: more than ${MOST_CELLS} cells lie in these bounds`);
        }
        const { hits, aggregations } = await app.records.of('parcels').search<unknown, { cells: Cells }>({
          size: 0,
          track_total_hits: true,
          query: {
            bool: { filter: [boundsClause(bounds), ...filterClauses((filters ?? {}) as FilterValues)] },
          },
          aggs: {
            cells: {
              geotile_grid: { field: 'location', precision, size: MOST_CELLS },
              aggs: {
                center: { geo_centroid: { field: 'location' } },
                value: { percentiles: { field: 'total_assessed_value', percents: [50] } },
              },
            },
          },
        });
        const { buckets } = aggregations!.cells;
        return {
          data: buckets.map(({ key, doc_count, center, value }) => ({
            cell: key,
            count: doc_count,
            ...center.location,
            median_value: value.values['50.0'] ?? null,
          })),
          total: typeof hits.total === 'number' ? hits.total : hits.total!.value,
          zoom: precision,
          largest: buckets[0]?.doc_count ?? null,
        };
      }),
  );
};
