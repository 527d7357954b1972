import postgres from 'postgres';
import { multiPolygonOf, type Outline } from '../src/domain/geometry/outline.ts';
import { scan } from '../src/loading/ingest/derive/scan.ts';
import { aliasOf } from '../src/stores/elastic/indices.ts';
import type { Rig } from './rig.ts';

const PAGE = 2_000;

/**
 * Copies the outlines of a data set into a table of the PostGIS database, once: in Web Mercator, in spatial order, with a
 * GiST index.
 * @returns the name of the table
 */
export async function postgisTable(url: string, { client, config, name }: Rig): Promise<string> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const table = `bench_${name.replaceAll('-', '_')}`;
  const index = `${table}_shape`;
  try {
    await sql`CREATE EXTENSION IF NOT EXISTS postgis`;
    const [found] = await sql`SELECT to_regclass(${table}) AS name`;
    if (found!.name !== null) return table;
    console.error(`${name}: copying the outlines into PostGIS`);
    await sql.begin(async (sql) => {
      await sql`CREATE TABLE ${sql(table)} (id text, shape geometry(MultiPolygon, 3857), area float8)`;
      const outlines = aliasOf(config.INDEX_PREFIX, 'outlines');
      const pages = scan<{ rings: Outline }>(client, outlines, { size: PAGE, query: { match_all: {} } }, []);
      for await (const page of pages) {
        await sql`
          INSERT INTO ${sql(table)}
          SELECT id, mercator, ST_Area(mercator)
          FROM unnest(${page.map(({ _id }) => _id)}::text[],
                      ${page.map(({ _source }) => JSON.stringify(multiPolygonOf(_source.rings)))}::text[]) AS given (id, degrees),
               ST_Transform(ST_SetSRID(ST_GeomFromGeoJSON(degrees), 4326), 3857) AS mercator`;
      }
      await sql`CREATE INDEX ${sql(index)} ON ${sql(table)} USING gist (shape)`;
      await sql`CLUSTER ${sql(table)} USING ${sql(index)}`;
    });
    await sql`VACUUM ANALYZE ${sql(table)}`;
    return table;
  } finally {
    await sql.end();
  }
}
