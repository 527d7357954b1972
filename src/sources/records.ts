import type { Input } from '../ingest/input.ts';
import type { InputRow } from '../readers/rows.ts';
import type { ReadRow, Table } from '../readers/table.ts';
import type { Area } from './area.ts';
import { compileConform, type ToRecord } from './conform.ts';
import { type Box, countyBox, isInside } from './county-box.ts';
import { outlineCheck } from './outlines.ts';
import type { Layer } from './source.ts';

/** When this many of the first locations are outside of the county, the projection is taken to be wrong. */
const LOOKED_AT = 200;
const MOST_OUTSIDE = 0.9;
/** Rows that are held back at most until there are so many locations. */
const MOST_HELD = 5_000;

type Prepared = { file: string; rows: InputRow[]; share: number | null };

class OtherCounty extends Error {}

interface Located {
  all: number;
  outside: number;
}

function pointOf(record: Record<string, unknown>): { lat: number; lon: number } | null {
  const given = (record.location ?? record) as { lat?: unknown; lon?: unknown };
  if (given.lat === undefined || given.lat === '' || given.lat === null) return null;
  const point = { lat: Number(given.lat), lon: Number(given.lon) };
  return Number.isFinite(point.lat) && Number.isFinite(point.lon) ? point : null;
}

const HINT =
  'Is it the right county, and the right coordinate system? Name the system as conform.srs ("EPSG:…") in the source file, or with --srs.';

/** Counts the locations that are outside of their county's bounding box. */
function locationCheck() {
  const boxes = new Map<string, Box | null>();
  const located: Located = { all: 0, outside: 0 };
  return {
    located,
    /** @throws OtherCounty when nearly all of the first locations are outside. */
    look(record: Record<string, unknown>): void {
      const point = pointOf(record);
      if (point === null) return;
      const county = String(record.county_fips);
      if (!boxes.has(county)) boxes.set(county, countyBox(county));
      const box = boxes.get(county);
      if (!box) return;
      located.all++;
      if (!isInside(box, point)) located.outside++;
      if (located.all === LOOKED_AT && located.outside > LOOKED_AT * MOST_OUTSIDE)
        throw new OtherCounty(
          `${located.outside} of the first ${LOOKED_AT} locations are outside of county ${county}. ${HINT}`,
        );
    },
  };
}

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
      const checks = { outlines: outlineCheck(), locations: locationCheck() };
      // Nothing is loaded before the first locations are looked at: they may tell that it is the wrong county.
      let held: Prepared[] = [];
      let rows = 0;
      try {
        for await (const batch of table.read()) {
          rows += batch.length;
          const made = batch.map((row) => toRow(row, toRecord, checks)).filter((row) => row !== null);
          held.push({ file: table.name, rows: made, share: table.share() });
          if (checks.locations.located.all < LOOKED_AT && rows < MOST_HELD) continue;
          yield* held;
          held = [];
        }
      } catch (error) {
        // Of a table that breaks off, what could be read is loaded.
        if (!(error instanceof OtherCounty)) yield* held;
        throw error;
      }
      yield* held;
      const sentences = new Set([...table.remarks, ...checks.outlines.remarks()]);
      for (const sentence of sentences) remark(sentence.replace(/\.$/, ''));
      const { located } = checks.locations;
      if (located.outside > 0) {
        const few = `${located.outside} of ${located.all} locations are outside of their county's bounding box`;
        remark(located.outside > located.all / 20 ? `${few}. ${HINT.replace(/\.$/, '')}` : few);
      }
    },
  };
}
