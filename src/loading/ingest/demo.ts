import type { Client } from '@elastic/elasticsearch';
import { aliasOf } from '../../stores/elastic/indices.ts';
import { counties } from '../demo/counties.ts';
import { DEMO_SOURCES } from '../demo/sources.ts';
import { picked } from './remove.ts';
import { INGEST_KINDS, type IngestTarget } from './target.ts';

export const DEMO_COUNTIES: readonly string[] = counties.map(({ fips }) => fips);

const MARK = 'demo';
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

async function holdsDemo({ client, settings }: IngestTarget, county_fips: string): Promise<boolean> {
  for (const kind of INGEST_KINDS) {
    const search = { query: { term: { county_fips } }, goes: isDemo };
    for await (const _ of picked(client, aliasOf(settings.INDEX_PREFIX, kind), search)) return true;
  }
  return false;
}

/** Which of some counties hold records of the demo. */
export async function countiesWithDemo(target: IngestTarget, among: ReadonlySet<string>): Promise<string[]> {
  const possible = DEMO_COUNTIES.filter((fips) => among.has(fips));
  if (possible.length === 0) return [];
  const mark = await readDemoMark(target.client, target.settings.INDEX_PREFIX);
  if (!mark?.demo_complete || mark.demo_removed) return [];
  const has = await Promise.all(possible.map((fips) => holdsDemo(target, fips)));
  return possible.filter((_, at) => has[at]);
}
