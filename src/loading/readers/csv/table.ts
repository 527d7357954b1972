import type { Geometry } from 'geojson';
import { listed } from '../../../domain/in-words.ts';
import { fromCell } from '../../../domain/spreadsheet.ts';
import { readNumber } from '../../../domain/written-number.ts';
import { hasLost, LOST, lostLetters, uniqueNames } from '../cells.ts';
import { inDegrees, invalidGeometries, kindsOf, positionInDegrees, type ToDegrees } from '../degrees.ts';
import { openInput, type ReadableFile } from '../input.ts';
import { projectionOf } from '../projection.ts';
import {
  about,
  type Cell,
  type OpenOptions,
  type ReadRow,
  some,
  type Table,
  tallied,
  tally,
} from '../table.ts';
import { type GeometryColumn, geometryColumn, geometryOf } from '../wkb.ts';
import { delimiterName, dialectOf } from './dialect.ts';
import { type CsvRecord, fitting, SEPARATOR, unreadableHeader } from './records.ts';

/** Rows per batch. With more, they outlive V8's young generation, which takes twice the time. */
const BATCH = 100;

const SUFFIX = /\.(csv|tsv|txt)$/i;

const NO_TEXT =
  'it is not valid text; give its encoding with --encoding, such as windows-1252 (conform.encoding in a source file)';

/** Columns for a table without a header line, named as in OpenAddresses. */
const numbered = (values: readonly string[]) => values.map((_, at) => `COLUMN${at + 1}`);

function headerOf(record: CsvRecord | undefined, hasHeader: boolean): string[] {
  if (!hasHeader && record && 'values' in record) return numbered(record.values);
  if (!record) throw new Error('it is empty: the first line of a CSV file names its columns.');
  if ('values' in record && record.values.some((name) => name.includes(LOST)))
    throw new Error(`its header line cannot be read: ${NO_TEXT}.`);
  if ('reason' in record) throw unreadableHeader(record.reason);
  return uniqueNames(record.values);
}

/** Counts lines that hold no row: without any value, or with what a program says at the end of its output. */
const emptyLines = () =>
  tally(
    (count, line) =>
      `${some(count, 'line')} (the first is ${line}) ${count === 1 ? 'holds' : 'hold'} no row: left out.`,
  );

/** Blanks and control characters, such as the Ctrl-Z of DOS and the form feeds of printed lists. */
const NOTHING = /^[\s\p{Cc}]*$/u;
const FOOTER =
  /^(?:\(?\s*(?:total\s+)?[\d,]+\s+(?:rows?|records?)(?:\s+(?:affected|selected|returned|exported|fetched|processed))?\s*\)?\.?|completion time:.*)$/i;

/** In characters. In a longer text, the search for a footer would take time that grows with the square of its length. */
const LONGEST_FOOTER = 200;

const isFooter = (text: string) => text.length <= LONGEST_FOOTER && FOOTER.test(text);

const holdsNothing = (values: readonly string[]): boolean =>
  values.every((value) => NOTHING.test(value)) || (values.length === 1 && isFooter(values[0]!.trim()));

/** Counts rows that repeat the column names, as in files joined from several exports, or that consist of dashes. */
const repeatedNames = () =>
  tally(
    (count, line) =>
      `${some(count, 'row')} (the first is ${line}) ${count === 1 ? 'repeats' : 'repeat'} the names of the columns, or ${count === 1 ? 'is' : 'are'} of dashes: left out.`,
  );

const DASHES = /^\s*[-=]{2,}\s*$/;

function isNames([first = '', ...rest]: readonly string[], columns: readonly string[]): boolean {
  if (DASHES.test(first)) return rest.every((value) => DASHES.test(value));
  if (first.replace(/^\ufeff/, '').trim() !== columns[0]) return false;
  // Blank and repeated names were changed among the columns, so not all of them can match.
  return rest.filter((value, at) => value.trim() === columns[at + 1]).length >= rest.length / 2;
}

/** The Ctrl-Z of DOS. */
const END_OF_FILE = '\u001a';

/** What such marks have: nearly no row has any of it. */
const MARKED = new RegExp(`['=\\f${END_OF_FILE}]`);

/** The value of a cell, without the formula or apostrophe that makes a spreadsheet keep it as it is: `="0123"`, `'0123`, `'-`. */
function written(value: string): string {
  if (!MARKED.test(value)) return value;
  if (value.startsWith('\f')) return written(value.trimStart());
  if (value.endsWith(END_OF_FILE)) {
    let end = value.length;
    while (value[end - 1] === END_OF_FILE) end--;
    return written(value.slice(0, end));
  }
  if (value.startsWith('="') && value.endsWith('"')) return value.slice(2, -1).replaceAll('""', '"');
  return /^'\d[\d.-]*$/.test(value) ? value.slice(1) : fromCell(value);
}

type Locate = (values: readonly string[]) => Geometry | null | 'invalid';

function locator(columns: readonly string[], { lat, lon }: OpenOptions, toDegrees: ToDegrees): Locate {
  if (lat === undefined && lon === undefined) return () => null;
  if (lat === undefined || lon === undefined)
    throw new Error('lat and lon name a column each: give both, or none.');
  const [y, x] = [lat, lon].map((name) => columns.indexOf(name)) as [number, number];
  for (const name of [lat, lon])
    if (!columns.includes(name)) throw new Error(`it has no column ${name}, only ${listed(columns)}.`);
  return (values) => {
    const [first, second] = [values[x]!.trim(), values[y]!.trim()];
    if (first === '' || second === '') return null;
    const [east, north] = [readNumber(first), readNumber(second)];
    if (east === null || north === null) return 'invalid';
    const coordinates = positionInDegrees(east, north, toDegrees);
    return coordinates === null ? 'invalid' : { type: 'Point', coordinates };
  };
}

const outlineReader =
  ({ at }: GeometryColumn, toDegrees: ToDegrees): Locate =>
  (values) => {
    const text = values[at]!;
    if (text.trim() === '') return null;
    const geometry = geometryOf(text);
    return geometry === null ? 'invalid' : inDegrees(geometry, toDegrees);
  };

async function tableOf(file: ReadableFile, options: OpenOptions): Promise<Table> {
  const { isStrict = false } = options;
  const {
    encoding,
    delimiter,
    recordsOf,
    first,
    remarks,
    hasLost: mayHaveLost,
  } = await dialectOf(file, options);
  const [header, ...records] = first;
  const hasHeader = options.headers !== -1;
  const columns = headerOf(header, hasHeader);
  const sample = records.flatMap((record) => {
    const values = 'values' in record ? fitting(record.values, columns.length) : null;
    return values === null ? [] : [values];
  });
  const hasPosition = options.lat !== undefined || options.lon !== undefined;
  const outlines = hasPosition || isStrict ? null : geometryColumn(sample, columns.length);
  const system = options.srs ?? outlines?.system ?? null;
  const projection = projectionOf(system ?? 'EPSG:4326');
  const locate =
    outlines === null
      ? locator(columns, options, projection.toDegrees)
      : outlineReader(outlines, projection.toDegrees);
  const kinds = kindsOf(sample.map(locate), system !== null);
  const geometry = outlines === null && !hasPosition ? null : kinds || 'Point';
  const repeated = repeatedNames();
  const empty = emptyLines();
  const names = columns.join(SEPARATOR) + SEPARATOR;
  const unspelled = lostLetters(() => encoding);
  const unlocated = invalidGeometries();
  let share: () => number | null = () => null;

  /** The row of a record; null for one that is left out. */
  function toRow(record: CsvRecord): ReadRow | null {
    const { line } = record;
    if ('reason' in record) return record;
    if (!isStrict && holdsNothing(record.values)) {
      empty.add(line);
      return null;
    }
    const values = fitting(record.values, columns.length);
    if (values === null) return { line, reason: 'wrong_column_count' };
    if (hasHeader && isNames(values, columns)) {
      repeated.add(line);
      return null;
    }
    const text = isStrict ? values.join(SEPARATOR) : undefined;
    // One look at a row is faster than one at each of its values.
    const isMarked = text === undefined || MARKED.test(text);
    const cells: Record<string, Cell> = {};
    for (let column = 0; column < columns.length; column++) {
      const value = values[column]!;
      cells[columns[column]!] = column === outlines?.at ? null : (isMarked ? written(value) : value) || null;
    }
    if (mayHaveLost() && hasLost(cells)) unspelled.add(line);
    if (text !== undefined) return { line, raw: names + text, cells, geometry: null };
    return { line, cells, geometry: unlocated.usable(line, locate(values)) };
  }

  async function* rows(): AsyncGenerator<ReadRow[]> {
    const source = await file.open();
    share = source.progress;
    let isHeader = hasHeader;
    let isEmpty = true;
    for await (const records of recordsOf(source.bytes)) {
      let batch: ReadRow[] = [];
      for (const record of records) {
        if (!isHeader) {
          isEmpty = false;
          const row = toRow(record);
          if (row !== null) batch.push(row);
        }
        isHeader = false;
        if (batch.length < BATCH) continue;
        yield batch;
        batch = [];
      }
      yield batch;
    }
    const noRows = 'It has a header line and no rows.';
    if (isEmpty && !remarks.includes(noRows)) remarks.push(noRows);
  }

  return {
    name: file.name,
    format: delimiter === ',' ? 'CSV' : `CSV, separated by ${delimiterName(delimiter)}`,
    columns: columns.map((name) => ({ name, alias: null, type: 'text', length: null, codes: null })),
    encoding,
    projection: geometry === null ? null : projection.name,
    geometry,
    count: null,
    remarks,
    unusable: unlocated.count,
    read: tallied(file.name, remarks, [unspelled, unlocated, repeated, empty], rows),
    share: () => share(),
    close: file.close,
  };
}

/**
 * Opens a CSV file, also a gzip one or one in a zip. All columns are text; an empty value is null. Options that are not
 * given are found from the beginning of the file. A column of WKT, GeoJSON or hexadecimal well-known binary is the geometry
 * of its rows. Without a header line, the columns are COLUMN1, COLUMN2 and so on. Rows with more or fewer columns than the
 * header are rejected, unless the extra ones are blank; rows that repeat the header are left out.
 * @throws Error with a sentence when it is not such a table, or an option does not fit it.
 */
export const openCsv = async (path: string, options: OpenOptions = {}): Promise<Table> =>
  csvTable(await openInput(path, SUFFIX, 'CSV file', options.file), options);

/** The same for a file that is open already, which may be a pipe. */
export const csvTable = (file: ReadableFile, options: OpenOptions): Promise<Table> =>
  tableOf(file, options).catch((error) => {
    throw about(file.name, error);
  });
