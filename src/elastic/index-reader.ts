import type { Client } from '@elastic/elasticsearch';

/** One index or alias, and the client that reads it. */
export interface IndexReader {
  client: Client;
  index: string;
}
