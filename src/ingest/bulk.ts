import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@elastic/elasticsearch';

/** What became of one document of a bulk request. */
export type BulkOutcome = 'created' | 'updated' | { error: string };

interface BulkItem {
  index: { status: number; result?: 'created' | 'updated'; error?: { type: string } };
}

const OVERLOADED = 429;
const TRIES = 6;
const FIELDS = 'errors,items.*.status,items.*.result,items.*.error.type';

async function send(client: Client, index: string, body: string): Promise<BulkItem[]> {
  const answer = (await client.transport.request({
    method: 'POST',
    path: `/${encodeURIComponent(index)}/_bulk`,
    querystring: { filter_path: FIELDS },
    bulkBody: body,
  })) as { items: BulkItem[] };
  return answer.items;
}

/**
 * Writes whole documents by id; `entries` are the two NDJSON lines of each. Those that Elasticsearch had no room
 * for are sent again, with growing pauses. Writing one twice is harmless: ids are set.
 * @throws the client's errors when Elasticsearch is away for longer than its retries.
 */
export async function bulkWrite(client: Client, index: string, entries: string[]): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = new Array(entries.length);
  let open = entries.map((_, at) => at);
  for (let attempt = 1; open.length > 0; attempt++) {
    const items = await send(client, index, open.map((at) => entries[at]).join(''));
    const again: number[] = [];
    items.forEach(({ index: item }, position) => {
      const at = open[position]!;
      if (item.status === OVERLOADED && attempt < TRIES) again.push(at);
      else outcomes[at] = item.result ?? { error: item.error?.type ?? `status ${item.status}` };
    });
    open = again;
    if (open.length > 0) await sleep(2 ** attempt * 100);
  }
  return outcomes;
}

/** The two NDJSON lines that write `document` under `id`. */
export function bulkEntry(id: string, document: unknown): string {
  return `{"index":{"_id":${JSON.stringify(id)}}}\n${JSON.stringify(document)}\n`;
}
