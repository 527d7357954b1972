import type { Readable } from 'node:stream';
import type { GeoJson } from './geojson.ts';

/**
 * Returns bytes where a route's schema describes an object. Records are passed on as they are stored, and their form
 * is what was stored: the type checker cannot see it.
 */
export const asAnswer = (answer: Buffer | GeoJson | Readable): never => answer as never;
