import { Counter, Gauge, Registry } from 'prom-client';
import type { CountyMemory } from '../../records/memory/memory.ts';
import type { Part } from './render.ts';

/** What an API process keeps in memory for counties that are searched often. */
export function memoryPart(memory: CountyMemory): Part {
  const registry = new Registry();
  const registers = [registry];
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  const outcomes = (name: string, help: string, counts: () => Record<string, number>) =>
    new Counter({
      name,
      help,
      labelNames: ['outcome'] as const,
      registers,
      collect() {
        this.reset();
        for (const [outcome, count] of Object.entries(counts())) this.inc({ outcome }, count);
      },
    });
  gauge(
    'terrier_memory_bytes',
    'Memory for counties that are searched often, and for their records',
    () => memory.figures().bytes,
  );
  gauge('terrier_memory_parcels', 'Parcels of the counties in memory', () => memory.figures().parcels);
  outcomes(
    'terrier_memory_searches_total',
    'Searches that were answered from memory, and those that Elasticsearch answered',
    () => {
      const { answered, passed } = memory.figures();
      return { answered, passed };
    },
  );
  outcomes(
    'terrier_memory_counties_total',
    'Counties that were read into memory, brought up to date after a load, could not be read, and were dropped from it',
    () => {
      const { reads, updates, failures, dropped } = memory.figures();
      return { read: reads, updated: updates, failed: failures, dropped };
    },
  );
  outcomes(
    'terrier_memory_rows_total',
    'Rows of pages that were found in memory, were not, and were overwritten by others',
    () => {
      const { hits, misses, dropped } = memory.figures().rows;
      return { hit: hits, miss: misses, dropped };
    },
  );
  return { name: 'memory', registry };
}
