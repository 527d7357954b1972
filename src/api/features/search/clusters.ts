import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { tileY } from '../../../domain/geometry/cells.ts';
import { wrappedBox } from '../../../domain/geometry/wrap.ts';
import { wrong } from '../../../domain/problems.ts';
import { countByCell } from '../../../records/clusters.ts';
import { Filters, type Filters as FilterValues, filterConditions } from '../../../records/filters.ts';
import { Bounds, LARGEST_SEARCH, Near, regionCondition, Touches, Within } from '../../../records/region.ts';
import { integer, number } from '../../../records/schemas/common.ts';

/** Zoom levels between a tile and its cells: cells are a quarter of a map tile wide. */
const FINER = 2;
const DEEPEST_ZOOM = 22;
const MOST_CELLS = 10_000;

const ClusterRequest = Type.Object(
  {
    bounds: Bounds,
    within: Type.Optional(Within),
    near: Type.Optional(Near),
    touches: Type.Optional(Touches),
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

function cellsIn(bounds: Bounds, zoom: number) {
  const { north, south, east, west } = wrappedBox(bounds);
  const width = (east - west + (west > east ? 360 : 0)) / 360;
  const rows = tileY(south, zoom) - tileY(north, zoom);
  return (Math.ceil(width * 2 ** zoom) + 1) * (Math.ceil(rows) + 1);
}

/** POST /search/clusters: the parcels within bounds, counted by map cell. */
export const clusterRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.data(
    'POST /search/clusters',
    {
      bodyLimit: LARGEST_SEARCH,
      config: { access: 'optional', errors: [413, 415] },
      schema: {
        summary: 'Parcels within bounds, counted by cells of a map; one lookup',
        description: 'With `within` or `near`, only parcels in that area too are counted.',
        tags: ['Search'],
        body: ClusterRequest,
        response: { 200: ClusterAnswer },
      },
    },
    async (request) => {
      const { bounds, within, near, touches, filters, zoom } = request.body;
      const precision = Math.min(zoom + FINER, 29);
      if (bounds.north >= bounds.south && cellsIn(bounds, precision) > MOST_CELLS) {
        throw wrong('zoom', `must be smaller: more than ${MOST_CELLS} cells lie in these bounds`);
      }
      const areas = [...(within ? [{ within, touches }] : []), ...(near ? [{ near, touches }] : [])];
      const regions = [areas.length > 0 ? { bounds } : { bounds, touches }, ...areas];
      const filter = [...regions.map(regionCondition), ...filterConditions((filters ?? {}) as FilterValues)];
      const { cells, total } = await countByCell(app.records, filter, {
        zoom: precision,
        // Parcels whose outlines meet the bounds may have their points outside.
        most: MOST_CELLS * 2,
      });
      return { data: cells, total, zoom: precision, largest: cells[0]?.count ?? null };
    },
  );
};
