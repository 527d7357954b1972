import postgres from 'postgres';
import { scan } from '../../src/loading/ingest/derive/scan.ts';
import type { Rig } from '../rig.ts';

const PAGE = 2_000;

/** A narrow table of what is searched, and a table with the records. */
export function tablesOf(dataSet: string) {
  const base = `peers_${dataSet.replaceAll('-', '_')}`;
  return { places: `${base}_places`, documents: `${base}_documents` };
}

/** Copies the parcels of a data set into tables of the PostGIS database, once: in spatial order, with a GiST index. */
export async function fillPostgis(url: string, { client, parcels, name }: Rig): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const { places, documents } = tablesOf(name);
  const [index, loaded, ordered] = [`${places}_point`, `${places}_loaded`, `${places}_ordered`];
  try {
    await sql`CREATE EXTENSION IF NOT EXISTS postgis`;
    const [found] = await sql`SELECT to_regclass(${places}) AS name`;
    if (found!.name !== null) return;
    console.error(`${name}: copying the parcels into PostGIS`);
    await sql.begin(async (sql) => {
      await sql`CREATE TEMPORARY TABLE ${sql(loaded)} (record text, point geometry(Point, 4326))`;
      const pages = scan<Record<string, unknown>>(
        client,
        parcels,
        { size: PAGE, query: { match_all: {} } },
        [],
      );
      for await (const page of pages) {
        const records = page.map(({ _source: { internal: _, ...record } }) => record);
        const degrees = (key: 'lat' | 'lon') =>
          records.map(({ location }) => (location as Record<string, number> | null)?.[key] ?? null);
        await sql`
          INSERT INTO ${sql(loaded)}
          SELECT record, ST_SetSRID(ST_MakePoint(lon, lat), 4326)
          FROM unnest(${records.map((record) => JSON.stringify(record))}::text[],
                      ${degrees('lon')}::float8[], ${degrees('lat')}::float8[]) AS given (record, lon, lat)`;
      }
      // Sorted along a curve through all points, so that neighbors are stored together.
      await sql`
        CREATE TEMPORARY TABLE ${sql(ordered)} AS
        SELECT row_number() OVER (ORDER BY point)::int AS n, record, point FROM ${sql(loaded)}`;
      await sql`CREATE TABLE ${sql(documents)} AS SELECT n, record FROM ${sql(ordered)} ORDER BY n`;
      await sql`
        CREATE TABLE ${sql(places)} AS
        SELECT n, point, ST_X(point) AS lon, ST_Y(point) AS lat, record::json ->> 'zoning_category' AS zoning_category,
               (record::json ->> 'absentee_owner')::bool AS absentee_owner,
               (record::json ->> 'total_assessed_value')::float8 AS total_assessed_value,
               (record::json ->> 'year_built')::float8 AS year_built, (record::json ->> 'acreage')::float8 AS acreage
        FROM ${sql(ordered)} WHERE point IS NOT NULL ORDER BY n`;
      await sql`ALTER TABLE ${sql(documents)} ADD PRIMARY KEY (n)`;
      await sql`CREATE INDEX ${sql(index)} ON ${sql(places)} USING gist (point)`;
    });
    await sql`VACUUM ANALYZE ${sql(places)}`;
    await sql`VACUUM ANALYZE ${sql(documents)}`;
  } finally {
    await sql.end();
  }
}
