import { stringify } from 'csv-stringify/sync';
import type { Hit } from '../elastic/cut.ts';
import { Parcel } from '../schemas/parcel.ts';
import { type FieldName, picker } from './fields.ts';

/** How rows are written one after another; each ends in a cursor that goes on after it. */
export interface RowFormat {
  type: string;
  /** What stands before the first row. */
  head: string;
  /** Writes one row with its cursor. */
  row(hit: Hit, cursor: string): Buffer;
}

const recordOf = ({ open }: Hit) => JSON.parse(`${open}}`) as Parcel;

/** One JSON object a line, with `cursor` as its last key. Whole records are passed on as they are stored. */
function ndjson(fields: FieldName[] | undefined): RowFormat {
  const pick = picker(fields);
  return {
    type: 'application/x-ndjson; charset=utf-8',
    head: '',
    row: (hit, cursor) =>
      fields
        ? Buffer.from(`${JSON.stringify({ ...pick(recordOf(hit)), cursor })}\n`)
        : Buffer.concat([hit.open, Buffer.from(`,"cursor":"${cursor}"}\n`)]),
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

const CSV = {
  record_delimiter: 'windows' as const,
  cast: { boolean: (value: boolean) => String(value), number: (value: number) => String(value) },
};

/** Comma-separated values (RFC 4180) with a header line; an unknown value is an empty field. */
function csv(fields: FieldName[] | undefined): RowFormat {
  const all = Object.keys(Parcel.properties) as FieldName[];
  const columns = all.filter((name) => !fields || fields.includes(name)).flatMap(columnsOf);
  const line = (values: unknown[]) => stringify([values], CSV);
  return {
    type: 'text/csv; charset=utf-8; header=present',
    head: line([...columns.map(({ name }) => name), 'cursor']),
    row(hit, cursor) {
      const parcel = recordOf(hit);
      return Buffer.from(line([...columns.map(({ value }) => value(parcel)), cursor]));
    },
  };
}

/** Every way to write rows. */
export const ROW_FORMATS = { ndjson, csv } satisfies Record<
  string,
  (fields: FieldName[] | undefined) => RowFormat
>;
