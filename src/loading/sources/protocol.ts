import type { PublishedData } from './source.ts';

const ARCGIS = /\/(?:MapServer|FeatureServer)(?:\/|\?|$)/i;

/** How a path or address given by hand is read. */
export function protocolOf(given: string): Exclude<PublishedData['protocol'], 'ftp'> {
  if (!/^https?:\/\//i.test(given)) return 'file';
  return ARCGIS.test(given) ? 'ESRI' : 'http';
}
