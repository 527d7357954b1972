import { collectDefaultMetrics, Gauge, Registry, register } from 'prom-client';
import { timed } from '../../stores/mysql/database.ts';

/** Metrics that are read together, and left out together when they cannot be read. */
export interface Part {
  name: string;
  registry: Registry;
}

export const METRICS_TYPE = register.contentType;

/**
 * The text of all parts that can be read within a second and a half. `terrier_metrics_failed` is 1 for those that cannot.
 * @returns the text that Prometheus reads; it never throws.
 */
export async function renderMetrics(parts: Part[]): Promise<string> {
  const own = new Registry();
  const failed = new Gauge({
    name: 'terrier_metrics_failed',
    help: '1 where a part of the metrics could not be read, and is left out',
    labelNames: ['part'] as const,
    registers: [own],
  });
  const texts = await Promise.all(
    parts.map(async ({ name, registry }) => {
      const text = await timed(registry.metrics()).catch(() => null);
      failed.set({ part: name }, text === null ? 1 : 0);
      return text ?? '';
    }),
  );
  return [...texts, await own.metrics()].filter((text) => text.trim() !== '').join('\n');
}

// Once per process: CPU, memory, garbage collection, event loop.
collectDefaultMetrics();

/** The process itself, and what its dispatcher has done. */
export const processPart: Part = { name: 'process', registry: register };
