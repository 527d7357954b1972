import { hash } from 'node:crypto';
import type { LayerAddress } from '../sources/layer-address.ts';
import { layerName, shortName } from './draft.ts';
import type { TableKind } from './proposal.ts';

/** The most characters in the name of a source. */
const LONGEST = 100;
const DIGITS = 8;

/**
 * The name for the proposal of a table: county, kind, the file's name or the address's host and path, and the file or layer
 * within it. Digits of a hash stand for what does not fit, and for a query, which may hold a secret.
 */
export function sourceName(county: string, kind: TableKind, place: LayerAddress): string {
  const { data, protocol, reading } = place;
  const url = protocol === 'file' ? null : URL.parse(data);
  const within = [reading.file, reading.layer].filter((part) => part !== undefined).map(String);
  const outer = url === null ? layerName(data) : shortName(`${url.host}${url.pathname}`);
  const name = [county, kind, outer, ...within.map(shortName)].filter((part) => part !== '').join('-');
  const query = url?.search ?? '';
  if (name.length <= LONGEST && query === '') return name;
  const digits = hash('sha256', `${name}${query}`, 'hex').slice(0, DIGITS);
  return `${name.slice(0, LONGEST - DIGITS - 1)}-${digits}`;
}
