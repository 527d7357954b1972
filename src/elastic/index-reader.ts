import type { Client } from '@elastic/elasticsearch';

export interface IndexReader {
  client: Client;
  index: string;
}
