import { type Cells, columnFinder } from '../../../src/loading/sources/columns.ts';
import { compileConform, type SourceRow } from '../../../src/loading/sources/conform.ts';
import type { SourceKind } from '../../../src/loading/sources/keys.ts';
import { parseMapping } from '../../../src/loading/sources/mapping.ts';
import { readSource, type Source } from '../../../src/loading/sources/source.ts';

/** A source file of one layer in Lancaster County, Nebraska. */
export function fileOf(conform: object, layer: object = {}, kind: SourceKind = 'parcels'): object {
  const data = { name: 'assessor', data: 'roll.csv', protocol: 'file' };
  return {
    schema: 2,
    coverage: { 'US Census': { geoid: '31109' }, country: 'us', state: 'ne' },
    layers: { [kind]: [{ ...data, ...layer, conform: { format: 'csv', ...conform } }] },
  };
}

/** The same, parsed. */
export const sourceOf = (conform: object, layer?: object, kind?: SourceKind): Source =>
  readSource(fileOf(conform, layer, kind), 'roll.json');

/** Reads a field from rows of cells, with one or several columns. */
export function reader(given: unknown, columns = ['A'], field = 'street'): (cells: Cells) => unknown {
  const fail = (place: string, words: string) => {
    throw new Error(`${place}: ${words}`);
  };
  return parseMapping(given, field, field, fail).bind(columnFinder(columns, fail));
}

/** The value of a field, read from one row of cells. */
export const readValue = (given: unknown, cells: Cells, field?: string): unknown =>
  reader(given, Object.keys(cells), field)(cells);

/** The record of one row of cells, whose columns are those of the row. */
export function recordOf(
  conform: object,
  cells: Cells,
  { kind = 'parcels', ...row }: { kind?: SourceKind } & Partial<SourceRow> = {},
): Record<string, unknown> | null {
  const pid = kind === 'permits' ? {} : { pid: 'PID' };
  const source = sourceOf({ ...pid, ...conform }, {}, kind);
  const all = { PID: '7', ...cells };
  const toRecord = compileConform(source.layers[0]!.conform, kind, Object.keys(all), source.area);
  const record = toRecord({ geometry: null, ...row, cells: all });
  return record && { ...record };
}
