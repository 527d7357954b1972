import { stringify } from 'csv-stringify/sync';
import type { MultiPolygon } from 'geojson';
import { asCell } from '../../../domain/spreadsheet.ts';
import type { Hit } from '../../../records/cut.ts';
import type { RowWalk } from '../../../records/every-row.ts';
import { JSON_AT_ONCE } from '../../../records/outlines.ts';
import { pausingAfter } from '../../../records/pauses.ts';
import type { Parcel } from '../../../records/schemas/parcel.ts';
import { type FieldName, inOrder, picker } from '../../answers/fields.ts';
import { feature } from '../../answers/geojson.ts';

/** How rows are written; each row ends in a cursor that resumes after it. */
interface RowFormat {
  type: string;
  /** Before the first row; `isFirst`: of the whole walk. */
  head(isFirst: boolean): string;
  tail?: string;
  rows(hits: Hit[], cursorOf: (hit: Hit) => string): Buffer | Promise<Buffer>;
}

/** The outlines of parcels, by id, where they are known. */
type Outlines = (ids: string[]) => Promise<Map<string, MultiPolygon>>;

interface RowOptions extends CsvOptions {
  /** Null without outlines. */
  outlines: Outlines | null;
}

const recordOf = ({ row }: Hit) => JSON.parse(`${row}}`) as Parcel;

/** Rows as JSON, one by one: other requests go on between parts of them, since an outline may have many corners. */
async function jsonOf(
  hits: Hit[],
  outlines: Outlines | null,
  toJson: (parcel: Parcel, outline: MultiPolygon | null, hit: Hit) => string,
): Promise<string[]> {
  const parcels = hits.map(recordOf);
  const ids = parcels.flatMap(({ id, has_outline }) => (has_outline ? [id] : []));
  const known = (await outlines?.(ids)) ?? new Map<string, MultiPolygon>();
  const pause = pausingAfter(JSON_AT_ONCE);
  const rows: string[] = [];
  for (const [at, parcel] of parcels.entries()) {
    const json = toJson(parcel, known.get(parcel.id) ?? null, hits[at]!);
    rows.push(json);
    await pause(json.length);
  }
  return rows;
}

/** A GeoJSON FeatureCollection, complete also when it goes on after a cursor. */
function geojson(fields: FieldName[] | undefined, { outlines }: RowOptions): RowFormat {
  const pick = picker(fields);
  let separator = '\n';
  return {
    type: 'application/geo+json; charset=utf-8',
    head: () => '{"type":"FeatureCollection","features":[',
    tail: '\n]}\n',
    async rows(hits, cursorOf) {
      const features = await jsonOf(hits, outlines, (parcel, outline, hit) => {
        const geometry = { location: parcel.location, outline: outline ?? undefined };
        return JSON.stringify({ ...feature(parcel.id, geometry, pick(parcel)), cursor: cursorOf(hit) });
      });
      const part = separator + features.join(',\n');
      separator = ',\n';
      return Buffer.from(part);
    },
  };
}

/** One JSON object a line, with `cursor` as its last key. Whole records are passed on as they are stored. */
function ndjson(fields: FieldName[] | undefined, { outlines }: RowOptions): RowFormat {
  const pick = picker(fields);
  const row = (hit: Hit, cursor: string) =>
    fields
      ? [Buffer.from(`${JSON.stringify({ ...pick(recordOf(hit)), cursor })}\n`)]
      : [hit.row, Buffer.from(`,"cursor":"${cursor}"}\n`)];
  return {
    type: 'application/x-ndjson; charset=utf-8',
    head: () => '',
    async rows(hits, cursorOf) {
      if (outlines === null) return Buffer.concat(hits.flatMap((hit) => row(hit, cursorOf(hit))));
      const lines = await jsonOf(hits, outlines, (parcel, outline, hit) =>
        JSON.stringify({ ...pick(parcel), outline, cursor: cursorOf(hit) }),
      );
      return Buffer.from(`${lines.join('\n')}\n`);
    },
  };
}

/** The columns of a field; their names are those that `terrier ingest` reads. */
function columnsOf(field: FieldName): { name: string; value(parcel: Partial<Parcel>): unknown }[] {
  if (field === 'location') {
    return [
      { name: 'lat', value: ({ location }) => location?.lat },
      { name: 'lon', value: ({ location }) => location?.lon },
    ];
  }
  if (field === 'deal_score_parts') {
    return [{ name: field, value: (parcel) => parcel[field] && JSON.stringify(parcel[field]) }];
  }
  return [{ name: field, value: (parcel) => parcel[field] }];
}

const text = (value: string | number | boolean) => String(value);
const PLAIN = { record_delimiter: 'windows' as const, cast: { boolean: text, number: text } };
const SAFE = { ...PLAIN, cast: { ...PLAIN.cast, string: asCell } };

const BOM = '\ufeff';

export interface CsvOptions {
  /** Whether to leave texts unmarked. */
  raw?: boolean;
  /** Whether to begin with a byte-order mark: without one, Excel assumes another encoding. */
  bom?: boolean;
}

/**
 * Comma-separated values (RFC 4180) with a header line; an unknown value is an empty field. Unless `raw`, text that a
 * spreadsheet would run as a formula is marked as text; numbers stay as they are.
 */
function csv(fields: FieldName[] | undefined, { raw, bom }: RowOptions): RowFormat {
  const options = raw ? PLAIN : SAFE;
  const columns = inOrder(fields).flatMap(columnsOf);
  const row = (hit: Hit, cursor: string) => {
    const parcel = recordOf(hit);
    return [...columns.map(({ value }) => value(parcel)), cursor];
  };
  return {
    type: 'text/csv; charset=utf-8; header=present',
    head: (isFirst) =>
      isFirst ? (bom ? BOM : '') + stringify([[...columns.map(({ name }) => name), 'cursor']], options) : '',
    rows: (hits, cursorOf) =>
      Buffer.from(
        stringify(
          hits.map((hit) => row(hit, cursorOf(hit))),
          options,
        ),
      ),
  };
}

export const ROW_FORMATS = { ndjson, csv, geojson } satisfies Record<
  string,
  (fields: FieldName[] | undefined, options: RowOptions) => RowFormat
>;

/** Rows that are read at a time. */
const PAGE = 500;
/** About how many bytes are written at a time, and how many rows the first time. */
const PART = 64 << 10;
const FIRST_ROWS = 20;
/** How long the rest of a page is kept for its reader, in milliseconds; after that, it is read again. */
const KEPT = 1_000;

export interface ExportSteps {
  /** Runs the work that reads a page. */
  read<T>(work: () => Promise<T>): Promise<T>;
  /** Called when rows were written. */
  wrote(rows: number): void;
}

/**
 * The rows of a walk in parts of about 64 KiB, each made on request. While none is requested, nothing is read, and the rest
 * of a page is soon dropped. Closes the walk when it ends or is returned.
 */
export async function* exportRows(
  walk: RowWalk,
  format: RowFormat,
  { read, wrote }: ExportSteps,
): AsyncGenerator<Buffer> {
  let page: Hit[] = [];
  let last: string | null = null;
  let rows = FIRST_ROWS;
  let isEnd = false;
  let drop: NodeJS.Timeout | undefined;

  // No variable of the generator may hold a row: each is a slice that would keep the whole page in memory.
  async function nextPage(): Promise<void> {
    page = await read(() => walk.read(PAGE, last));
    isEnd = page.length < PAGE;
  }

  async function nextPart(): Promise<Buffer> {
    const hits = page.splice(0, rows);
    last = hits.at(-1)!.sort;
    const part = await format.rows(hits, walk.cursorAfter);
    rows = Math.min(PAGE, Math.ceil((hits.length * PART) / part.length));
    wrote(hits.length);
    return part;
  }

  function keepBriefly(): void {
    drop = setTimeout(() => {
      if (page.length > 0) isEnd = false;
      page = [];
    }, KEPT).unref();
  }

  try {
    const head = format.head(walk.isFirst);
    if (head !== '') yield Buffer.from(head);
    for (;;) {
      if (page.length === 0 && !isEnd) await nextPage();
      if (page.length === 0) break;
      const part = await nextPart();
      keepBriefly();
      yield part;
      clearTimeout(drop);
    }
    if (format.tail) yield Buffer.from(format.tail);
  } finally {
    clearTimeout(drop);
    walk.close();
  }
}
