import type { Batch, Input } from '../ingest/input.ts';
import type { InputRow } from '../readers/rows.ts';
import { heldBack, type ReadRow } from '../readers/table.ts';
import type { Area } from './area.ts';
import { codesIn, columnFinder, type Printed, type PrintedTable, type Read } from './columns.ts';
import { compileConform } from './conform.ts';
import { damagedNumbers } from './damaged-numbers.ts';
import { oneRowEach } from './join.ts';
import { locationCheck, outlineCheck } from './locations.ts';
import { bindKey } from './mapping.ts';
import type { Layer } from './source.ts';

/** The most rows that are held back until there are enough locations. */
const MOST_HELD = 5_000;

/** The parcel number of a row, in the form that it is stored in. */
function numberReader(
  { conform: { fields } }: Layer,
  columns: readonly string[],
  printed: Printed,
): Read<string> {
  const value = fields.get('pid') ?? fields.get('parcel_id');
  // Unknown columns were refused before.
  return value === undefined
    ? () => ''
    : bindKey(
        value,
        columnFinder(columns, () => {}),
        printed,
      );
}

/**
 * The records of a layer as the input of a load. Its remarks include those of the table, and how many locations are outside
 * of their county.
 * @throws Error with a line for each column that the table does not have.
 */
export function layerRecords(layer: Layer, published: PrintedTable, area: Area): Input {
  const columns = published.columns.map(({ name }) => name);
  const toRecord = compileConform(
    layer.conform,
    layer.kind,
    columns,
    area,
    codesIn(published.columns),
    published.printed,
  );
  const table = layer.joinsRepeats
    ? oneRowEach(published, numberReader(layer, columns, published.printed))
    : published;
  return {
    names: [table.name],
    isCanonical: false,
    async *read({ remark }) {
      const outlines = outlineCheck();
      const locations = locationCheck();
      const damaged = damagedNumbers(layer.kind !== 'permits');
      let rows = 0;
      let isPassed = false;
      function prepare(batch: readonly ReadRow[]): Batch {
        rows += batch.length;
        let skipped = 0;
        const made = batch.flatMap((row): InputRow[] => {
          if ('reason' in row) return [row];
          const record: Record<string, unknown> | null = toRecord(outlines.checked(row));
          if (record === null) {
            skipped++;
            return [];
          }
          locations.look(record);
          return damaged.take({ line: row.line, cells: row.cells, record });
        });
        return { file: table.name, rows: made, skipped, share: table.share() };
      }
      async function* prepared(): AsyncGenerator<Batch> {
        for await (const batch of table.read()) yield prepare(batch);
      }
      function check(): void {
        if (isPassed && !locations.isEnough()) return;
        const refused = locations.elsewhere(outlines.lost() + (table.unusable?.() ?? 0));
        if (refused !== null) throw new Error(refused);
        isPassed = true;
      }
      // Nothing is loaded before the first locations are checked: they may show that it is the wrong county.
      const isOpen = () => !isPassed && !locations.isEnough() && rows < MOST_HELD;
      yield* heldBack(prepared(), isOpen, check);
      yield { file: table.name, rows: damaged.rest(), share: 1 };
      const sentences = new Set([...table.remarks, ...outlines.remarks(), ...damaged.remarks()]);
      for (const sentence of sentences) remark?.(sentence.replace(/\.$/, ''));
      for (const sentence of locations.remarks()) remark?.(sentence);
    },
  };
}
