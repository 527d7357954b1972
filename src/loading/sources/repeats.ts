import type { Geometry, Position } from 'geojson';
import { polygonsOf } from '../../domain/geometry/area-shape.ts';
import { counted } from '../../domain/in-words.ts';
import { polygonFrom } from '../readers/rings.ts';
import { inBatches, type ReadRow, type Table, type TableRow } from '../readers/table.ts';
import type { Read } from './columns.ts';
import { keyedRows } from './keyed-rows.ts';

const ROWS_AT_ONCE = 500;

/** The polygons of several geometries as one; each outline once, since units are published with that of their building. */
function joined(geometries: readonly (Geometry | null)[]): Geometry | null {
  const polygons = new Map<string, Position[][]>();
  for (const geometry of geometries)
    for (const polygon of geometry === null ? [] : polygonsOf(geometry))
      polygons.set(JSON.stringify(polygon), polygon);
  const all = [...polygons.values()];
  return all.length > 0 ? polygonFrom(all) : (geometries.find((geometry) => geometry !== null) ?? null);
}

/**
 * A table in which rows with the same parcel number become one row, with the values of the first and all their outlines.
 * Such rows come last; rows without a number stay as they are. The table is read twice.
 */
export function oneRowEach(table: Table, numberOf: Read<string>): Table {
  const numbers = keyedRows<null>();
  const repeated = keyedRows<TableRow>();
  const remarks = [...table.remarks];

  async function* read(): AsyncGenerator<ReadRow[]> {
    numbers.clear();
    repeated.clear();
    for await (const rows of table.read())
      for (const row of rows) if ('cells' in row) numbers.add(numberOf(row.cells), null);
    let count = 0;
    for await (const rows of table.read()) {
      yield rows.filter((row) => {
        const number = 'cells' in row ? numberOf(row.cells) : '';
        if (number === '' || !('cells' in row) || numbers.first(number)?.isOnly !== false) return true;
        repeated.add(number, row);
        count++;
        return false;
      });
    }
    let parcels = 0;
    function* parcelRows(): Generator<ReadRow> {
      for (const rows of repeated.groups()) {
        parcels++;
        yield { ...rows[0]!, geometry: joined(rows.map(({ geometry }) => geometry)) };
      }
    }
    yield* inBatches(parcelRows(), ROWS_AT_ONCE);
    remarks.splice(0, remarks.length, ...table.remarks);
    if (parcels > 0)
      remarks.push(
        `${counted(count, 'row')} of ${counted(parcels, 'number')} are one parcel each: their outlines are joined, and the values of the first row count.`,
      );
  }

  return {
    ...table,
    remarks,
    read,
    async close() {
      numbers.close();
      repeated.close();
      await table.close();
    },
  };
}
