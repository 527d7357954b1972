import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, errors } from '@elastic/elasticsearch';

type BulkOutcome = 'created' | 'updated' | 'deleted' | 'not_found' | { error: string };

interface BulkItem {
  index?: BulkResult;
  delete?: BulkResult;
}
interface BulkResult {
  status: number;
  result?: string;
  error?: { type: string };
}

const OVERLOADED = 429;
/** The status of a document that Elasticsearch cannot store; any other failure is the cluster's. */
const UNSUITABLE = 400;
const TRIES = 6;
const FIELDS = 'errors,items.*.status,items.*.result,items.*.error.type';

/** With `refresh`, searches find the documents when the request ends. */
type BulkOptions = { refresh?: boolean };

async function send(
  client: Client,
  index: string,
  body: string,
  { refresh = false }: BulkOptions,
): Promise<BulkItem[] | null> {
  try {
    const answer = (await client.transport.request({
      method: 'POST',
      path: `/${encodeURIComponent(index)}/_bulk`,
      querystring: { filter_path: FIELDS, ...(refresh && { refresh }) },
      bulkBody: body,
    })) as { items: BulkItem[] };
    return answer.items;
  } catch (error) {
    if (error instanceof errors.ResponseError && error.statusCode === OVERLOADED) return null;
    throw error;
  }
}

/** Throws when the cluster is at fault. */
function outcomeOf({ status, result, error }: BulkResult): BulkOutcome {
  if (result) return result as BulkOutcome;
  const reason = error?.type ?? `status ${status}`;
  if (status !== UNSUITABLE) throw new Error(`Elasticsearch did not store documents: ${reason}`);
  return { error: reason };
}

/**
 * Writes whole documents by id. `entries` are the two NDJSON lines of each, or the one of a deletion. Those that
 * Elasticsearch had no room for are sent again, with growing pauses; writing one twice is harmless.
 * @throws the client's errors when Elasticsearch is unavailable for longer than the client retries, and an Error when it
 *   cannot store anything (no room, a read-only index).
 */
export async function bulkWrite(
  client: Client,
  index: string,
  entries: string[],
  options: BulkOptions = {},
): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = new Array(entries.length);
  let open = entries.map((_, at) => at);
  for (let attempt = 1; open.length > 0; attempt++) {
    const items = await send(client, index, open.map((at) => entries[at]).join(''), options);
    if (items === null && attempt >= TRIES) throw new Error('Elasticsearch has no room for documents');
    const again: number[] = [];
    items?.forEach((action, position) => {
      const at = open[position]!;
      const item = (action.index ?? action.delete)!;
      if (item.status === OVERLOADED && attempt < TRIES) again.push(at);
      else outcomes[at] = outcomeOf(item);
    });
    if (items !== null) open = again;
    if (open.length > 0) await sleep(2 ** attempt * 100);
  }
  return outcomes;
}

/** Writes and deletes documents. Throws when one of them fails. */
export async function bulkChange(
  client: Client,
  index: string,
  entries: string[],
  options?: BulkOptions,
): Promise<void> {
  const outcomes = await bulkWrite(client, index, entries, options);
  const failed = outcomes.find((outcome) => typeof outcome === 'object');
  if (failed) throw new Error(`Elasticsearch refused a derived document: ${failed.error}`);
}

const CHANGES_AT_ONCE = 2_000;
/** Characters; a model of values has hundreds of thousands. */
const TEXT_AT_ONCE = 8_000_000;

/**
 * Changes many documents of one index, some at a time, so that memory holds few. Searches find all of them when `finish`
 * returns; without changes nothing is sent.
 */
export function bulkWriter(client: Client, index: string) {
  let waiting: string[] = [];
  let length = 0;
  let count = 0;
  let sent = false;
  function take(): string[] {
    const some = waiting;
    waiting = [];
    length = 0;
    return some;
  }
  return {
    async add(entries: string[]): Promise<void> {
      count += entries.length;
      for (const entry of entries) {
        waiting.push(entry);
        length += entry.length;
        if (waiting.length < CHANGES_AT_ONCE && length < TEXT_AT_ONCE) continue;
        sent = true;
        await bulkChange(client, index, take());
      }
    },
    /** Returns how many documents were written or deleted. */
    async finish(): Promise<number> {
      const rest = take();
      // A refresh with the request reaches only the shards of its own documents.
      if (rest.length > 0) await bulkChange(client, index, rest, { refresh: !sent });
      if (sent) await client.indices.refresh({ index });
      return count;
    },
  };
}

export type BulkWriter = ReturnType<typeof bulkWriter>;

/** The two NDJSON lines that write `document` under `id`. */
export function bulkEntry(id: string, document: unknown): string {
  return `{"index":{"_id":${JSON.stringify(id)}}}\n${JSON.stringify(document)}\n`;
}

/** The NDJSON line that deletes the document under `id`. */
export const bulkDeletion = (id: string): string => `{"delete":{"_id":${JSON.stringify(id)}}}\n`;
