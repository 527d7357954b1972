import type { Client } from '@elastic/elasticsearch';

export interface IndexReader {
  client: Client;
  index: string;
  /** The index of the outlines of parcels. */
  outlines: string;
}
