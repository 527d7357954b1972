import { hash } from 'node:crypto';
import { resolve } from 'node:path';
import type { Layer, PublishedData } from './source.ts';

const ARCGIS = /\/(?:MapServer|FeatureServer)(?:\/|\?|$)/i;

/** How a path or address given by hand is read. */
export function protocolOf(place: string): Exclude<PublishedData['protocol'], 'ftp'> {
  if (!/^https?:\/\//i.test(place)) return 'file';
  return ARCGIS.test(place) ? 'ESRI' : 'http';
}

function placeOf(place: string): Pick<Layer, 'data' | 'protocol'> {
  const protocol = protocolOf(place);
  return { data: protocol === 'file' ? resolve(place) : place, protocol };
}

/**
 * The layer with these files or addresses in place of those in its source file, in the same order: the table, then those
 * joined to it. A table that is joined several times is given once; those that are not given stay.
 * @param file what messages call the source file.
 * @throws Error when more are given than it reads.
 */
export function withFiles(layer: Layer, places: readonly string[], file: string): Layer {
  const named = [...new Set([layer, ...layer.joins].map(({ data }) => data))];
  if (places.length > named.length)
    throw new Error(
      `${file} reads ${named.length} files (${named.join(', ')}), and ${places.length} are given.`,
    );
  const instead = new Map(places.map((place, at) => [named[at]!, placeOf(place)]));
  const joins = layer.joins.map((join) => ({ ...join, ...instead.get(join.data) }));
  return { ...layer, ...instead.get(layer.data), joins };
}

/** What is read: a file or an address, and the file or layer within it. */
export type LayerAddress = Pick<PublishedData, 'data' | 'protocol'> & {
  reading: Pick<PublishedData['reading'], 'file' | 'layer'>;
};

/** An address without the parts that do not change what it returns. */
function addressOf(data: string): string {
  const url = URL.parse(data);
  if (url === null) return data;
  url.hash = '';
  url.pathname = url.pathname.replace(/\/+$/, '');
  return url.href;
}

const partsOf = ({ data, protocol, reading: { file, layer } }: LayerAddress, base: string): string[] => [
  protocol === 'file' ? resolve(base, data) : addressOf(data),
  file === undefined ? '' : String(file),
  layer === undefined ? '' : String(layer),
];

/**
 * The key of a place: 64 hexadecimal digits, the same for the same file or address and the same file or layer within it.
 * An address may hold a secret, so it is not stored itself.
 * @param base the folder where the paths of the source file begin.
 */
export const layerAddressKey = (place: LayerAddress, base: string): string =>
  hash('sha256', partsOf(place, base).join('\n'), 'hex');

/** A place in words, without what may be secret in an address. */
export function layerInWords(place: LayerAddress, base: string): string {
  const [data, ...within] = partsOf(place, base);
  const url = place.protocol === 'file' ? null : URL.parse(data!);
  const shown = url === null ? data! : `${url.origin}${url.pathname}${url.search === '' ? '' : '?…'}`;
  return [shown, ...within.filter((part) => part !== '')].join(', ');
}
