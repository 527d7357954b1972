import type { Test } from 'tap';
import { type LayerOptions, openLayer } from '../../../../src/loading/readers/arcgis/layer.ts';
import type { ReadRow } from '../../../../src/loading/readers/table.ts';
import { IMPATIENT, serve } from '../local-server.ts';
import { type LayerServer, layerServer, PATH } from './made-up-layer.ts';

export async function opened(t: Test, layer: LayerServer, options: LayerOptions = {}) {
  const server = await serve(t, layerServer(layer));
  const table = await openLayer(`${server.origin}${PATH}`, {
    allowPrivate: true,
    patience: IMPATIENT,
    ...options,
  });
  t.teardown(() => table.close());
  return { ...server, table };
}

export async function allRows(table: { read(): AsyncIterable<ReadRow[]> }): Promise<ReadRow[]> {
  const rows: ReadRow[] = [];
  for await (const some of table.read()) rows.push(...some);
  return rows;
}

/** As one text, which is faster to compare than a long list. */
export const linesOf = (rows: readonly ReadRow[]) => rows.map(({ line }) => line).join();

/** The queries for rows among a server's requests. */
export const pagesAsked = (seen: readonly URL[]) =>
  seen.map(({ searchParams }) => searchParams).filter((query) => query.has('outFields'));
