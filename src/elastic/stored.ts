import type { Client } from '@elastic/elasticsearch';
import { unavailable } from '../problems.ts';
import { rawRequest } from './raw.ts';

/** A stored document's bytes as readers see it, or null where there is none. Throws 503. */
export async function readStored(client: Client, index: string, id: string): Promise<Buffer | null> {
  const path = `/${index}/_source/${encodeURIComponent(id)}?realtime=false`;
  const { status, body } = await rawRequest(client, 'GET', path);
  if (status === 200) return body;
  // A missing index is no missing document.
  if (status !== 404 || body.includes('index_not_found')) {
    throw unavailable('Elasticsearch', new Error(`status ${status}`));
  }
  return null;
}
