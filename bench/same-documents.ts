/** Whether two installations hold the same documents: `node src/launch/run.mjs bench/same-documents.ts --help`. */
import { parseArgs } from 'node:util';
import type { Client } from '@elastic/elasticsearch';
import { scan } from '../src/loading/ingest/derive/scan.ts';
import { loaderClient } from '../src/stores/elastic/client.ts';
import { aliasOf, type IndexKind, KINDS } from '../src/stores/elastic/indices.ts';

const HELP = `
node src/launch/run.mjs bench/same-documents.ts PREFIX OTHER_PREFIX

Compares all stored documents of two installations by kind and id, such as those that two versions have loaded from the same
files. Prints how many documents differ in each field, with one of them, and ends with status 1 if any does.

ELASTICSEARCH_URL names the server; OTHER_ELASTICSEARCH_URL that of the other installation, if it is another.`.trim();

/** Of the time and the order of loads, not of their rows; only whether they are there is compared. */
const OF_THE_LOAD: ReadonlySet<string> = new Set([
  'updated_at',
  'internal.load',
  'internal.sale_load',
  'internal.shown_load',
  'internal.prev.load',
  'internal.prev.at',
]);
/** The marks of an installation: its edition and its last load. */
const MARKS: ReadonlySet<string> = new Set(['edition', 'derived']);

const DOCUMENTS_AT_ONCE = 1_000;
/** Each is about as large as all other documents that are read at once. */
const PACKS_AT_ONCE = 50;
const LONGEST_SHOWN = 120;

type Document = Record<string, unknown>;
interface Installation {
  client: Client;
  prefix: string;
}
interface Difference {
  documents: number;
  example: string;
}
type Differences = Map<string, Difference>;

const isObject = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

/** The fields in which two values differ, with what each has there. The order of keys counts: readers get stored bytes. */
function* fieldsThatDiffer(one: unknown, other: unknown, field: string): Generator<[string, string]> {
  if (OF_THE_LOAD.has(field) && one !== undefined && other !== undefined) return;
  if (!isObject(one) || !isObject(other)) {
    if (JSON.stringify(one) !== JSON.stringify(other)) yield [field, `${shown(one)} | ${shown(other)}`];
    return;
  }
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  for (const key of keys)
    yield* fieldsThatDiffer(one[key], other[key], field === '' ? key : `${field}.${key}`);
  const orders = [one, other].map((document) => keys.filter((key) => key in document).join());
  const hasSameKeys = keys.every((key) => key in one && key in other);
  if (hasSameKeys && orders[0] !== Object.keys(other).join())
    yield [`${field} (order of keys)`, `${Object.keys(one)} | ${Object.keys(other)}`];
}

function note(differences: Differences, field: string, example: string): void {
  const documents = (differences.get(field)?.documents ?? 0) + 1;
  differences.set(field, { example, ...differences.get(field), documents });
}

async function documentsOf({ client, prefix }: Installation, kind: IndexKind, ids: string[]) {
  const { docs } = await client.mget<Document>({ index: aliasOf(prefix, kind), ids });
  return docs.map((doc) => ('found' in doc && doc.found ? doc._source : undefined));
}

/** Compares the documents of a kind; memory holds some at a time. */
async function compareKind(one: Installation, other: Installation, kind: IndexKind) {
  const differences: Differences = new Map();
  let compared = 0;
  const size = kind === 'packs' ? PACKS_AT_ONCE : DOCUMENTS_AT_ONCE;
  /** None of a kind that a version does not have. */
  async function* pagesOf({ client, prefix }: Installation, _source: boolean) {
    const index = aliasOf(prefix, kind);
    if (!(await client.indices.exists({ index }))) return;
    await client.indices.refresh({ index });
    yield* scan<Document>(client, index, { query: { match_all: {} }, size, _source }, []);
  }
  for await (const page of pagesOf(one, true)) {
    const hits = page.filter(({ _id }) => !MARKS.has(_id));
    if (hits.length === 0) continue;
    const ids = hits.map(({ _id }) => _id);
    const theirs = await documentsOf(other, kind, ids);
    compared += ids.length;
    hits.forEach(({ _id, _source }, at) => {
      if (theirs[at] === undefined) note(differences, '(missing in the other)', _id);
      else
        for (const [field, values] of fieldsThatDiffer(_source, theirs[at], ''))
          note(differences, field, `${_id}: ${values}`);
    });
  }
  for await (const page of pagesOf(other, false)) {
    const ids = page.map(({ _id }) => _id).filter((id) => !MARKS.has(id));
    if (ids.length === 0) continue;
    const ours = await documentsOf(one, kind, ids);
    ids.forEach((id, at) => {
      if (ours[at] === undefined) note(differences, '(missing in the first)', id);
    });
  }
  return { compared, differences };
}

const { values, positionals } = parseArgs({
  options: { help: { type: 'boolean' } },
  allowPositionals: true,
});
const { ELASTICSEARCH_URL, OTHER_ELASTICSEARCH_URL = ELASTICSEARCH_URL } = process.env;
if (values.help) console.log(HELP);
else if (positionals.length !== 2 || !ELASTICSEARCH_URL) {
  console.error(HELP);
  process.exitCode = 2;
} else {
  const [one, other] = [ELASTICSEARCH_URL, OTHER_ELASTICSEARCH_URL!].map(
    (url, at): Installation => ({ client: loaderClient(url), prefix: positionals[at]! }),
  ) as [Installation, Installation];
  try {
    for (const kind of KINDS) {
      const { compared, differences } = await compareKind(one, other, kind);
      console.log(`${kind}: ${compared} documents, ${differences.size === 0 ? 'the same' : 'differing in'}`);
      for (const [field, { documents, example }] of differences)
        console.log(`  ${field}: ${documents} (${example})`);
      if (differences.size > 0) process.exitCode = 1;
    }
  } finally {
    await Promise.all([one.client.close(), other.client.close()]);
  }
}
