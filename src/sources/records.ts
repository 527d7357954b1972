import type { Input } from '../ingest/input.ts';
import type { InputRow } from '../readers/rows.ts';
import type { ReadRow, Table } from '../readers/table.ts';
import type { Area } from './area.ts';
import { compileConform, type ToRecord } from './conform.ts';
import { locationCheck } from './locations.ts';
import { outlineCheck } from './outlines.ts';
import type { Layer } from './source.ts';

/** Rows that are held back at most until there are so many locations. */
const MOST_HELD = 5_000;

type Prepared = { file: string; rows: InputRow[]; share: number | null };

class OtherCounty extends Error {}

interface Checks {
  outlines: ReturnType<typeof outlineCheck>;
  locations: ReturnType<typeof locationCheck>;
}

function toRow(row: ReadRow, toRecord: ToRecord, { outlines, locations }: Checks): InputRow | null {
  if ('reason' in row) return row;
  const record: Record<string, unknown> | null = toRecord(outlines.checked(row));
  if (record === null) return null;
  locations.look(record);
  return { line: row.line, raw: JSON.stringify(record), record };
}

/**
 * The records of a layer as an input of a load. Its remarks tell what the table said, and how many locations are outside of
 * their county.
 * @throws Error with a line for each column that the table does not have.
 */
export function layerRecords(layer: Layer, table: Table, area: Area): Input {
  const columns = table.columns.map(({ name }) => name);
  const toRecord: ToRecord = compileConform(layer.conform, layer.kind, columns, area);
  return {
    name: table.name,
    async *prepared(remark) {
      const outlines = outlineCheck();
      const locations = locationCheck();
      // Nothing is loaded before the first locations are looked at: they may tell that it is the wrong county.
      let held: Prepared[] | null = [];
      let rows = 0;
      const check = (): void => {
        const elsewhere = locations.elsewhere();
        if (elsewhere !== null) throw new OtherCounty(elsewhere);
      };
      function release(): Prepared[] {
        if (held === null) return [];
        check();
        const released = held;
        held = null;
        return released;
      }
      try {
        for await (const batch of table.read()) {
          rows += batch.length;
          const made = batch.map((row) => toRow(row, toRecord, { outlines, locations }));
          const prepared = {
            file: table.name,
            rows: made.filter((row) => row !== null),
            share: table.share(),
          };
          if (locations.isEnough()) check();
          if (held === null) yield prepared;
          else held.push(prepared);
          if (locations.isEnough() || rows >= MOST_HELD) yield* release();
        }
      } catch (error) {
        // Of a table that breaks off, what could be read is loaded.
        if (!(error instanceof OtherCounty)) yield* release();
        throw error;
      }
      yield* release();
      const sentences = new Set([...table.remarks, ...outlines.remarks()]);
      for (const sentence of sentences) remark(sentence.replace(/\.$/, ''));
      for (const sentence of locations.remarks()) remark(sentence);
    },
  };
}
