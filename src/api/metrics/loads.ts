import type { Client } from '@elastic/elasticsearch';
import { Gauge, Registry } from 'prom-client';
import { readDerivedLoad } from '../../stores/elastic/derived-load.ts';
import { readEdition } from '../../stores/elastic/edition.ts';
import type { Part } from './render.ts';

/** What loads have left in Elasticsearch: they run in processes of their own. */
export function loadPart(client: Client, counties: string): Part {
  const registry = new Registry();
  new Gauge({
    name: 'terrier_load_unfinished',
    help: '1 while a load or derive step changes the data, and after one that was killed until the next has ended',
    registers: [registry],
    async collect() {
      const edition = await readEdition(client, counties);
      this.set(edition === null || edition.loading ? 1 : 0);
    },
  });
  new Gauge({
    name: 'terrier_load_last_complete_timestamp_seconds',
    help: 'When the last load or derive step began whose figures are complete, Unix epoch; 0 before the first',
    registers: [registry],
    async collect() {
      this.set((await readDerivedLoad(client, counties)) / 1_000);
    },
  });
  return { name: 'load', registry };
}
