/** Vector tiles of the same lots from PostGIS behind a bare Fastify: no keys, limits, checks or cache. */
import Fastify from 'fastify';
import postgres from 'postgres';
import { serving } from './rig.ts';

const sql = postgres(process.env.POSTGIS_URL!, { max: 10 });
const table = sql(process.env.POSTGIS_TABLE!);
const app = Fastify();

app.get<{ Params: { z: number; x: number; y: number } }>('/:z/:x/:y.mvt', async (request, reply) => {
  const { z, x, y } = request.params;
  const [row] = await sql<{ tile: Buffer }[]>`
    SELECT ST_AsMVT(lot, 'parcels', 4096, 'shape') AS tile FROM (
      SELECT id, ST_AsMVTGeom(shape, ST_TileEnvelope(${z}, ${x}, ${y}), 4096, 64) AS shape FROM ${table}
      WHERE shape && ST_TileEnvelope(${z}, ${x}, ${y}, margin => 64.0 / 4096)
      ORDER BY area DESC LIMIT 10000
    ) AS lot`;
  return reply.type('application/vnd.mapbox-vector-tile').send(row!.tile);
});

serving(await app.listen({ host: '127.0.0.1', port: 0 }), async () => {
  await app.close();
  await sql.end();
});
