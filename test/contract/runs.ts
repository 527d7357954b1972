/** A part of an OpenAPI document, as it is read. */
// biome-ignore lint/suspicious/noExplicitAny: a document is looked into at any depth
type Json = any;

/** One run of schemathesis. */
export interface Run {
  name: string;
  /** Where the routes are requested: both prefixes name the same ones. */
  prefix: '/api/v1' | '/v1';
  /** Whether a key is sent; without one, only routes that need none are requested. */
  keyed: boolean;
  /**
   * Phases of schemathesis: `coverage` tries each limit of a schema in turn, `stateful` uses parts of one answer in other
   * requests.
   */
  phases: string[];
  /** Share of the examples wanted. */
  share: number;
}

/** The runs; the first is the thorough one. The other prefix has the same handlers, so a sample of requests is enough. */
export const RUNS: Run[] = [
  {
    name: 'api-v1',
    prefix: '/api/v1',
    keyed: true,
    phases: ['examples', 'coverage', 'fuzzing', 'stateful'],
    share: 1,
  },
  { name: 'v1', prefix: '/v1', keyed: true, phases: ['fuzzing'], share: 0.5 },
  { name: 'no-key', prefix: '/v1', keyed: false, phases: ['examples', 'coverage', 'fuzzing'], share: 0.5 },
];

const needsKey = ({ security }: Json) =>
  security.length > 0 && !security.some((one: Json) => Object.keys(one).length === 0);

/** The operations of a path that a run requests; without a key, those that need none. */
const asked = (item: Json, keyed: boolean) =>
  keyed
    ? item
    : Object.fromEntries(
        Object.entries<Json>(item)
          .filter(([, operation]) => !needsKey(operation))
          .map(([method, operation]) => [method, { ...operation, security: [] }]),
      );

/**
 * The document for a run: its prefix and operations. Examples of webhook addresses lead to this machine, so that no other
 * host is looked up.
 */
export function documentFor({ prefix, keyed }: Run, document: Json): string {
  const paths = Object.entries<Json>(document.paths)
    .map(([path, item]) => [path.replace(/^\/api\/v1(?=\/)/, prefix), asked(item, keyed)] as const)
    .filter(([, item]) => Object.keys(item).length > 0);
  const text = JSON.stringify({ ...document, paths: Object.fromEntries(paths) });
  return text.replaceAll('https://example.com/', 'http://127.0.0.1:9/');
}

/** The arguments of schemathesis for a run. */
export function argumentsFor(run: Run, origin: string, examples: number): string[] {
  return [
    '--no-color',
    ...['run', `${run.name}.json`, '--url', origin],
    ...['--phases', run.phases.join(',')],
    ...['--max-examples', String(Math.max(1, Math.round(examples * run.share)))],
    ...['--seed', '1'],
  ];
}
