import { Counter, Gauge, Registry } from 'prom-client';
import type { RowCache } from '../../records/warm/row-cache.ts';
import type { Part } from './render.ts';

/** The rows that an API process keeps in memory. */
export function rowPart(cache: RowCache): Part {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: 'terrier_row_cache_bytes',
    help: 'Memory for rows that were read before',
    registers,
    collect() {
      this.set(cache.figures().bytes);
    },
  });
  new Counter({
    name: 'terrier_row_cache_rows_total',
    help: 'Rows that were found in memory, were not, and made room for others',
    labelNames: ['outcome'] as const,
    registers,
    collect() {
      const { hits, misses, evictions } = cache.figures();
      this.reset();
      this.inc({ outcome: 'hit' }, hits);
      this.inc({ outcome: 'miss' }, misses);
      this.inc({ outcome: 'evicted' }, evictions);
    },
  });
  return { name: 'rows', registry };
}
