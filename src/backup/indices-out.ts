import type { Client } from '@elastic/elasticsearch';
import { aliasOf, compareIndices, type IndexSettings, KINDS, type Kind } from '../elastic/indices.ts';
import { rawRequest } from '../elastic/raw.ts';
import { cutLastSort, cutSnapshot } from '../records/cut.ts';
import { writeLines } from './lines.ts';
import { fieldsOf, type IndexPart } from './manifest.ts';

/** Renewed with each page. */
const KEEP_ALIVE = '30m';
const FIRST_PAGE = 100;
const LARGEST_PAGE = 5_000;
/** Bytes that a page should have: documents differ in size by a factor of a thousand. */
const PAGE_BYTES = 4_000_000;

/** The indices of an installation at one moment, whatever loads do to them afterwards. */
export interface FrozenIndices {
  /** Each answer may give it another id. */
  snapshot: { id: string };
  indices: { kind: Kind; index: string; fields: string | null }[];
  documents: number;
}

/**
 * Holds the indices of an installation as searches find them now. Close it at the end.
 * @throws Error when there are none.
 */
export async function freezeIndices(client: Client, settings: IndexSettings): Promise<FrozenIndices> {
  const states = await compareIndices(client, settings);
  const indices = states.flatMap(({ kind, indices: behind }) =>
    behind.map(({ index, lacking, changed }) => {
      const isPresent = changed.length === 0 && Object.keys(lacking).length === 0;
      return { kind, index, fields: isPresent ? fieldsOf(kind) : null };
    }),
  );
  if (indices.length === 0)
    throw new Error(
      `There is nothing to back up: Elasticsearch has no index ${aliasOf(settings.INDEX_PREFIX, KINDS[0])}. Look at INDEX_PREFIX.`,
    );
  const index = indices.map((one) => one.index);
  const { id } = await client.openPointInTime({ index, keep_alive: KEEP_ALIVE });
  const { count } = await client.count({ index });
  return { snapshot: { id }, indices, documents: count };
}

export const thawIndices = (client: Client, { snapshot }: FrozenIndices): Promise<unknown> =>
  client.closePointInTime({ id: snapshot.id }).catch(() => {});

const DOCUMENT = Buffer.from('{"_index":');
const ID = Buffer.from('"_id":');
const ID_END = Buffer.from(',"_score":');
const SOURCE = Buffer.from('"_source":');
const SORT = Buffer.from(',"sort":[');
const ACTION = Buffer.from('{"index":{"_id":');
const ACTION_END = Buffer.from('}}\n');
const LINE_END = Buffer.from('\n');

/**
 * The documents of a raw answer as lines for `_bulk`, byte for byte as they are stored. As in `records/cut.ts`, the marks
 * cannot occur in data, whose quotes are escaped.
 */
export function linesIn(answer: Buffer): { lines: Buffer; count: number } {
  const parts: Buffer[] = [];
  let count = 0;
  for (let at = answer.indexOf(DOCUMENT); at >= 0; count++) {
    const next = answer.indexOf(DOCUMENT, at + 1);
    const id = answer.indexOf(ID, at) + ID.length;
    const source = answer.indexOf(SOURCE, id) + SOURCE.length;
    const end = answer.lastIndexOf(SORT, next < 0 ? answer.length : next);
    parts.push(ACTION, answer.subarray(id, answer.indexOf(ID_END, id)), ACTION_END);
    parts.push(answer.subarray(source, end), LINE_END);
    at = next;
  }
  return { lines: Buffer.concat(parts), count };
}

async function pageOf(
  client: Client,
  snapshot: FrozenIndices['snapshot'],
  index: string,
  size: number,
  after: string | null,
): Promise<Buffer> {
  const search = {
    size,
    query: { term: { _index: index } },
    pit: { id: snapshot.id, keep_alive: KEEP_ALIVE },
    sort: ['_shard_doc'],
    track_total_hits: false,
  };
  const json = JSON.stringify(search);
  const asked = after === null ? json : `${json.slice(0, -1)},"search_after":${after}}`;
  const path = '/_search?allow_partial_search_results=false';
  const { status, body } = await rawRequest(client, 'POST', path, asked);
  if (status === 404)
    throw new Error(
      'Elasticsearch has let go of the moment that was backed up, as after a restart. Try again.',
    );
  if (status !== 200) throw new Error(`Elasticsearch did not read ${index}: status ${status}`);
  snapshot.id = cutSnapshot(body) ?? snapshot.id;
  return body;
}

async function* documentLines(
  client: Client,
  snapshot: FrozenIndices['snapshot'],
  index: string,
  onRead: (count: number) => void,
): AsyncGenerator<Buffer> {
  let size = FIRST_PAGE;
  let page: Promise<Buffer> | null = pageOf(client, snapshot, index, size, null);
  while (page) {
    const answer: Buffer = await page;
    const asked = size;
    const { lines, count } = linesIn(answer);
    size = Math.min(LARGEST_PAGE, Math.max(1, Math.floor((size * PAGE_BYTES) / answer.length)));
    page = count < asked ? null : pageOf(client, snapshot, index, size, cutLastSort(answer));
    // It is awaited later, or never.
    page?.catch(() => {});
    onRead(count);
    if (count > 0) yield lines;
  }
}

/** Writes the documents of one frozen index into a file. */
export async function writeIndex(
  client: Client,
  { snapshot }: FrozenIndices,
  { kind, index, fields }: FrozenIndices['indices'][number],
  folder: string,
  onRead: (count: number) => void,
): Promise<IndexPart> {
  let documents = 0;
  const lines = documentLines(client, snapshot, index, (count) => {
    documents += count;
    onRead(count);
  });
  const written = await writeLines(folder, `${kind}.ndjson.gz`, lines);
  return { kind, documents, fields, ...written };
}
