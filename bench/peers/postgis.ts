/** The same searches with PostGIS behind a bare Fastify: page and total in one statement; no keys, limits or checks. */
import Fastify from 'fastify';
import postgres from 'postgres';
import type { Search } from '../../src/api/features/search/routes.ts';
import { serving } from '../rig.ts';
import { tablesOf } from './postgis-tables.ts';

type Range = { min?: number; max?: number };

const sql = postgres(process.env.POSTGIS_URL!, { max: 10 });
const { places, documents } = tablesOf(process.env.DATA_SET!);
const app = Fastify();

const inRange = (column: string, range?: Range) =>
  range ? sql`AND ${sql(column)} BETWEEN ${range.min ?? -Infinity} AND ${range.max ?? Infinity}` : sql``;

app.post<{ Body: Search }>('/search', async ({ body }, reply) => {
  const { bounds, filters = {}, limit } = body;
  const { west, south, east, north } = bounds!;
  const { zoningCategories, absenteeOnly, valueRange, yearBuiltRange, acreageRange } = filters;
  const [found] = await sql<{ total: string; page: string | null }[]>`
    WITH hit AS MATERIALIZED (
      SELECT n, total_assessed_value FROM ${sql(places)}
      WHERE point && ST_MakeEnvelope(${west}, ${south}, ${east}, ${north}, 4326)
        AND lon BETWEEN ${west} AND ${east} AND lat BETWEEN ${south} AND ${north}
        ${zoningCategories ? sql`AND zoning_category = ANY(${zoningCategories})` : sql``}
        ${absenteeOnly ? sql`AND absentee_owner` : sql``}
        ${inRange('total_assessed_value', valueRange)}
        ${inRange('year_built', yearBuiltRange)}
        ${inRange('acreage', acreageRange)}
    )
    SELECT (SELECT count(*) FROM hit) AS total,
           (SELECT string_agg(record, ',' ORDER BY total_assessed_value DESC NULLS LAST)
            FROM (SELECT n, total_assessed_value FROM hit
                  ORDER BY total_assessed_value DESC NULLS LAST LIMIT ${limit}) AS first
            JOIN ${sql(documents)} USING (n)) AS page`;
  return reply.type('application/json').send(`{"total":${found!.total},"data":[${found!.page ?? ''}]}`);
});

serving(await app.listen({ host: '127.0.0.1', port: 0 }), async () => {
  await app.close();
  await sql.end();
});
