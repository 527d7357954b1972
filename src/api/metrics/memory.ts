import { Counter, Gauge, Registry } from 'prom-client';
import type { CountyMemory } from '../../records/memory/memory.ts';
import type { Part } from './render.ts';

/** What an API process keeps in memory of counties that are searched often. */
export function memoryPart(memory: CountyMemory): Part {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: 'terrier_memory_bytes',
    help: 'Memory for counties that are searched often, and for their records',
    registers,
    collect() {
      this.set(memory.figures().bytes);
    },
  });
  new Gauge({
    name: 'terrier_memory_parcels',
    help: 'Parcels of the counties in memory',
    registers,
    collect() {
      this.set(memory.figures().parcels);
    },
  });
  new Counter({
    name: 'terrier_memory_searches_total',
    help: 'Searches that were answered from memory, and those that Elasticsearch answered',
    labelNames: ['outcome'] as const,
    registers,
    collect() {
      const { answered, passed } = memory.figures();
      this.reset();
      this.inc({ outcome: 'answered' }, answered);
      this.inc({ outcome: 'passed' }, passed);
    },
  });
  new Counter({
    name: 'terrier_memory_counties_total',
    help: 'Counties that were read into memory, could not be read, and were dropped from it',
    labelNames: ['outcome'] as const,
    registers,
    collect() {
      const { reads, failures, dropped } = memory.figures();
      this.reset();
      this.inc({ outcome: 'read' }, reads);
      this.inc({ outcome: 'failed' }, failures);
      this.inc({ outcome: 'dropped' }, dropped);
    },
  });
  new Counter({
    name: 'terrier_memory_rows_total',
    help: 'Rows of pages that were found in memory, were not, and made room for others',
    labelNames: ['outcome'] as const,
    registers,
    collect() {
      const { hits, misses, dropped } = memory.figures().rows;
      this.reset();
      this.inc({ outcome: 'hit' }, hits);
      this.inc({ outcome: 'miss' }, misses);
      this.inc({ outcome: 'dropped' }, dropped);
    },
  });
  return { name: 'memory', registry };
}
