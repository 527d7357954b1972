import { collectDefaultMetrics, register } from 'prom-client';
import type { Part } from './render.ts';

// Once per process: CPU, memory, garbage collection, event loop.
collectDefaultMetrics();

/** The process itself, and what its dispatcher has done. */
export const processPart: Part = { name: 'process', registry: register };
