import type { Client, estypes } from '@elastic/elasticsearch';
import type { Config } from '../../config.ts';
import { listed } from '../../domain/in-words.ts';
import { readLastLoad } from '../../stores/elastic/derived-load.ts';
import { aliasOf, compareIndices, type KindState } from '../../stores/elastic/indices.ts';
import { examined, type Finding, ok, problem, type Verdict, warning } from './finding.ts';

const ADD = 'Start `terrier serve`, or run any load: they add what is missing.';
const NOTHING = ok('Nothing was loaded yet.');

/** What Elasticsearch's own health report says, the worst first. */
async function checkHealth(client: Client): Promise<Verdict> {
  const { indicators } = await client.healthReport();
  const all = Object.values(indicators) as estypes.HealthReportBaseIndicator[];
  const worst = all.find(({ status }) => status === 'red') ?? all.find(({ status }) => status !== 'green');
  if (worst === undefined) return ok('Elasticsearch reports no trouble.');
  const [first] = worst.diagnosis ?? [];
  const names = [first?.affected_resources.indices ?? []].flat();
  const what = [worst.symptom, names.length > 0 && `It concerns ${listed(names)}.`, first?.cause];
  const action = first?.action ?? 'Ask Elasticsearch why: `GET _health_report`.';
  return (worst.status === 'red' ? problem : warning)(what.filter(Boolean).join(' '), action);
}

function checkIndices(states: readonly KindState[]): Verdict {
  const all = states.flatMap(({ indices }) => indices);
  const changed = all.filter((index) => index.changed.length > 0);
  if (changed.length > 0)
    return problem(
      `Another version indexed fields in another way: ${changed.map(({ index, changed }) => `${index} (${listed(changed)})`).join('; ')}.`,
      'Run `terrier reindex`: it copies the records into new indices, while readers find all of them.',
    );
  const missing = states.filter(({ indices }) => indices.length === 0).map(({ kind }) => kind);
  if (missing.length > 0) return problem(`Indices are missing: ${listed(missing)}.`, ADD);
  const others = [
    ...all.filter(({ lacking }) => Object.keys(lacking).length > 0).map(({ index }) => index),
    ...states.filter(({ hasTemplate }) => !hasTemplate).map(({ kind }) => `the template of ${kind}`),
  ];
  if (others.length > 0) return warning(`Of another version or other settings: ${listed(others)}.`, ADD);
  return ok('The indices and their templates are those of this version.');
}

/** @param isLoading whether a load is running now; null when unknown. */
async function checkLoad(client: Client, index: string, isLoading: () => Promise<boolean | null>) {
  const before = await readLastLoad(client, index);
  if (!before.unfinished) return before.begun === 0 ? NOTHING : ok('The last load has ended.');
  const runs = await isLoading();
  // In the meantime, it may have ended, and another load may have begun.
  const last = await readLastLoad(client, index);
  if (runs || !last.unfinished || last.begun !== before.begun) return ok('A load is running.');
  return problem(
    `The last load was interrupted${runs === null ? ', or still runs' : ''}: figures may be half derived, and answers have no ETag.`,
    'Run its command again, or `terrier derive`.',
  );
}

/** Checks an Elasticsearch that answers: its health, and what is stored in it. */
export async function examineElasticsearch(
  client: Client,
  config: Config,
  isLoading: () => Promise<boolean | null>,
): Promise<Finding[]> {
  const states = compareIndices(client, config);
  const load = async () => {
    const isThere = (await states).some(({ kind, indices }) => kind === 'counties' && indices.length > 0);
    return isThere ? checkLoad(client, aliasOf(config.INDEX_PREFIX, 'counties'), isLoading) : NOTHING;
  };
  return Promise.all([
    examined('health', () => checkHealth(client)),
    examined('indices', async () => checkIndices(await states)),
    examined('load', load),
  ]);
}
