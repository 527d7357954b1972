import type { Client } from '@elastic/elasticsearch';
import { aliasOf } from '../../stores/elastic/indices.ts';
import { counties } from '../demo/counties.ts';
import { DEMO_SOURCES } from '../demo/sources.ts';
import { scan } from './derive/scan.ts';
import { INGEST_KINDS } from './target.ts';

export const DEMO_COUNTIES: readonly string[] = counties.map(({ fips }) => fips);

const MARK = 'demo';
const RECORDS_AT_ONCE = 1_000;
const SOURCES: ReadonlySet<string> = new Set(Object.values(DEMO_SOURCES));

interface DemoMark {
  demo_complete: boolean;
  demo_removed?: boolean;
}

/** The state of the demo data; null when it was never loaded. */
export async function readDemoMark(client: Client, prefix: string): Promise<DemoMark | null> {
  const index = aliasOf(prefix, 'counties');
  const mark = await client.get<DemoMark>({ index, id: MARK }, { ignore: [404] });
  return mark._source ?? null;
}

/** Stores the state of the demo data; searches find it at once. */
export async function writeDemoMark(client: Client, prefix: string, mark: DemoMark): Promise<void> {
  await client.index({ index: aliasOf(prefix, 'counties'), id: MARK, document: mark, refresh: true });
}

/** Whether a stored record is one of the demo's. Risks name their source only in their id. */
export const isDemo = ({ id, source }: { id: string; source?: string | null }): boolean =>
  SOURCES.has(source === undefined ? id.slice(id.lastIndexOf('|') + 1) : (source ?? ''));

async function holdsDemo(client: Client, index: string, county: string): Promise<boolean> {
  const search = { query: { term: { county_fips: county } }, size: RECORDS_AT_ONCE, _source: ['source'] };
  for await (const hits of scan<{ source?: string | null }>(client, index, search, [])) {
    if (hits.some(({ _id, _source }) => isDemo({ id: _id, source: _source.source }))) return true;
  }
  return false;
}

/** Which of some counties hold records of the demo. */
export async function countiesWithDemo(
  client: Client,
  prefix: string,
  among: ReadonlySet<string>,
): Promise<string[]> {
  const possible = DEMO_COUNTIES.filter((fips) => among.has(fips));
  if (possible.length === 0) return [];
  const mark = await readDemoMark(client, prefix);
  if (!mark?.demo_complete || mark.demo_removed) return [];
  const found: string[] = [];
  for (const county of possible) {
    for (const kind of INGEST_KINDS) {
      if (!(await holdsDemo(client, aliasOf(prefix, kind), county))) continue;
      found.push(county);
      break;
    }
  }
  return found;
}
