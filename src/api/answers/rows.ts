import { stringify } from 'csv-stringify/sync';
import { asCell } from '../../domain/spreadsheet.ts';
import type { Hit } from '../../records/cut.ts';
import type { Parcel } from '../../records/schemas/parcel.ts';
import { type FieldName, inOrder, picker } from './fields.ts';

/** How rows are written; each row ends in a cursor that resumes after it. */
export interface RowFormat {
  type: string;
  head: string;
  rows(hits: Hit[], cursorOf: (hit: Hit) => string): Buffer;
}

const recordOf = ({ open }: Hit) => JSON.parse(`${open}}`) as Parcel;

/** One JSON object a line, with `cursor` as its last key. Whole records are passed on as they are stored. */
function ndjson(fields: FieldName[] | undefined): RowFormat {
  const pick = picker(fields);
  const row = (hit: Hit, cursor: string) =>
    fields
      ? [Buffer.from(`${JSON.stringify({ ...pick(recordOf(hit)), cursor })}\n`)]
      : [hit.open, Buffer.from(`,"cursor":"${cursor}"}\n`)];
  return {
    type: 'application/x-ndjson; charset=utf-8',
    head: '',
    rows: (hits, cursorOf) => Buffer.concat(hits.flatMap((hit) => row(hit, cursorOf(hit)))),
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
function csv(fields: FieldName[] | undefined, { raw, bom }: CsvOptions): RowFormat {
  const options = raw ? PLAIN : SAFE;
  const columns = inOrder(fields).flatMap(columnsOf);
  const row = (hit: Hit, cursor: string) => {
    const parcel = recordOf(hit);
    return [...columns.map(({ value }) => value(parcel)), cursor];
  };
  return {
    type: 'text/csv; charset=utf-8; header=present',
    head: (bom ? BOM : '') + stringify([[...columns.map(({ name }) => name), 'cursor']], options),
    rows: (hits, cursorOf) =>
      Buffer.from(
        stringify(
          hits.map((hit) => row(hit, cursorOf(hit))),
          options,
        ),
      ),
  };
}

export const ROW_FORMATS = { ndjson, csv } satisfies Record<
  string,
  (fields: FieldName[] | undefined, options: CsvOptions) => RowFormat
>;
