import { hash } from 'node:crypto';
import { resolve } from 'node:path';
import type { PublishedData } from './source.ts';

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
