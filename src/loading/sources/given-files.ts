import { resolve } from 'node:path';
import { protocolOf } from './protocol.ts';
import type { Layer } from './source.ts';

function placeOf(given: string): Pick<Layer, 'data' | 'protocol'> {
  const protocol = protocolOf(given);
  return { data: protocol === 'file' ? resolve(given) : given, protocol };
}

/**
 * The layer with these files or addresses in place of those in its source file, in the same order: the table, then those
 * joined to it. A table that is joined several times is given once; those that are not given stay.
 * @param file what messages call the source file.
 * @throws Error when more are given than it reads.
 */
export function withFiles(layer: Layer, given: readonly string[], file: string): Layer {
  const named = [...new Set([layer, ...layer.joins].map(({ data }) => data))];
  if (given.length > named.length)
    throw new Error(
      `${file} reads ${named.length} files (${named.join(', ')}), and ${given.length} are given.`,
    );
  const instead = new Map(given.map((one, at) => [named[at]!, placeOf(one)]));
  const joins = layer.joins.map((join) => ({ ...join, ...instead.get(join.data) }));
  return { ...layer, ...instead.get(layer.data), joins };
}
