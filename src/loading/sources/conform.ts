import type { Geometry } from 'geojson';
import { polygonsOf } from '../../domain/geometry/area-shape.ts';
import { isObject } from '../../domain/json-object.ts';
import { dateFault } from '../../domain/written-date.ts';
import { readNumber, saysNothing } from '../../domain/written-number.ts';
import { squareMeters } from '../geometry/area.ts';
import { locationOf } from '../geometry/point.ts';
import type { CanonicalRecord } from '../ingest/adapters/adapter.ts';
import type { Area } from './area.ts';
import type { Report } from './checks.ts';
import {
  type Cells,
  type Codes,
  type Columns,
  columnFinder,
  decodedColumns,
  keyText,
  type Printed,
  type Read,
  textOf,
  wordsOf,
} from './columns.ts';
import { fieldOf, type SourceKind } from './keys.ts';
import { bindMailing } from './mailing.ts';
import { bindKey, type Mapping } from './mapping.ts';
import type { Conform } from './source.ts';
import { areaOf } from './units.ts';

/** A row of a table, with what joined tables add to it. */
export interface SourceRow {
  cells: Cells;
  geometry: Geometry | null;
  /** The geometry may be that of several parcels: it shows where the parcel is, but not how large. */
  shared?: boolean;
}

/** Makes the record of a row, with values as published; null for a row that is left out or says nothing. */
export type ToRecord<K extends SourceKind = SourceKind> = (row: SourceRow) => CanonicalRecord<K> | null;

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';
const isNothing = (value: unknown): boolean =>
  isBlank(value) || saysNothing(String(value)) || readNumber(String(value)) === 0;

/** Fields that are keys, not figures: `75.0` is 75. */
const KEYS = new Set(['parcel_id', 'county_fips', 'zip', 'mailing_zip', 'number', 'unit']);

/** Texts whose codes are replaced by their meanings, if the publisher lists them: not numbers, dates or identifiers. */
const MEANINGS = new Set(
  (
    'address street city owner_name owner_name_2 mailing_address mailing_city mailing_state mailing_country land_use zoning ' +
    'zoning_category grantor grantee prior_owner new_owner document_type permit_type permit_status work_class description ' +
    'contractor_name applicant_name'
  ).split(' '),
);
/** Whether a field is read from columns with their codes replaced: one that looks at the codes itself needs them. */
function readsWords(json: unknown): boolean {
  if (Array.isArray(json)) return json.every(readsWords);
  if (!isObject(json)) return true;
  const { column, columns, first, field, fields, function: name = 'join' } = json;
  const isPut = name === 'join' || name === 'first_non_empty';
  return (
    isPut && !('values' in json || 'pattern' in json) && readsWords([column, columns, first, field, fields])
  );
}

function binder(columns: Columns, codes: Codes, printed: Printed) {
  const decoded = decodedColumns(columns, codes);
  return (mapping: Mapping, field: string): Read<unknown> => {
    if (KEYS.has(field)) return bindKey(mapping, columns, printed);
    return mapping.bind(MEANINGS.has(field) && readsWords(mapping.json) ? decoded : columns);
  };
}

/** A county as its 5 digits, also where a state's own source gives only the last three. */
function countyReader(read: Read<unknown> | undefined, { county, state }: Area): Read<unknown> {
  if (read === undefined) return () => county;
  return (cells) => {
    const code = String(read(cells) ?? '');
    return state !== null && /^\d{1,3}$/.test(code) ? state + code.padStart(3, '0') : code;
  };
}

const DEED_FACTS = ['record_id', 'document_number', 'recorded_date', 'sale_date'];

const isNoFact = (value: unknown): boolean =>
  isBlank(value) ||
  (typeof value === 'string' && (saysNothing(value) || dateFault(value) === 'placeholder_date'));

/** A row of a roll without a sale is not a deed. */
function isNoRecord(kind: SourceKind, record: Record<string, unknown>): boolean {
  if (kind !== 'deeds') return false;
  return DEED_FACTS.every((key) => isNoFact(record[key])) && isNothing(record.sale_price_usd);
}

/** Adds what the columns lack: the location of a parcel or permit, and the outline and size of a parcel. */
function addGeometry(
  kind: SourceKind,
  record: Record<string, unknown>,
  { geometry, shared }: SourceRow,
): void {
  if (geometry === null || kind === 'deeds') return;
  if (isBlank(record.lat) && isBlank(record.lon)) {
    const point = locationOf(geometry);
    if (point !== null) record.location = point;
  }
  if (kind === 'parcels' && polygonsOf(geometry).length > 0) record.outline ??= geometry;
  // A published zero stays: a stacked condominium has the outline of its building, but no lot of its own.
  if (kind !== 'parcels' || shared || !isBlank(record.acreage) || !isBlank(record.lot_sqft)) return;
  const area = squareMeters(geometry);
  if (area !== null) Object.assign(record, areaOf(area));
}

/** The street line from a house number and a street name, each of which may be missing; zero is not a house number. */
function streetOf(number: unknown, street: unknown): string {
  const [house, name] = [number, street].map((part) => wordsOf(String(part ?? '')));
  return [isNothing(house) ? '' : house, name].filter(Boolean).join(' ');
}

const LINES = ['street', 'address'];
/** What fills up a house number, or stands for none: `000100 ELM ST`, `0 ELM ST`. */
const ZEROS = /^0+(?=[1-9]\d*[A-Z]?(?:-\d+)? )|^0+ +(?=\D)/i;

function onlyReader({ only }: Conform, columns: Columns): Read<boolean> {
  const rules = [...only.values()].map(({ bind, allowed }) => ({ read: bind(columns), allowed }));
  return (cells) =>
    rules.every(({ read, allowed }) => {
      const cell = read(cells);
      const text = typeof cell === 'string' || typeof cell === 'number' ? cell : String(cell ?? '');
      return allowed.has(textOf(text).trim()) || allowed.has(keyText(text));
    });
}

/**
 * Makes the reader of a layer's rows from what its source file says. Patterns, units and dates are compiled once.
 * @param columns of the table, to which names are matched exactly, else in any case.
 * @param codes what the codes in columns mean; texts get the meanings in place of the codes.
 * @param area whose county is used where no column gives one; its state completes three-digit codes.
 * @param printed the columns whose numbers are not whole ones.
 * @throws Error with a line for each column that the table does not have.
 */
export function compileConform<K extends SourceKind>(
  conform: Conform,
  kind: K,
  columns: readonly string[],
  area: Area,
  codes: Codes = new Map(),
  printed: Printed = new Set(),
): ToRecord<K> {
  const problems: string[] = [];
  const report: Report = (place, words) => problems.push(`${place}: ${words}`);
  const find = columnFinder(columns, report);
  const bind = binder(find, codes, printed);
  const reads = new Map<string, Read<unknown>>();
  for (const [key, mapping] of conform.fields) reads.set(fieldOf(key), bind(mapping, fieldOf(key)));
  const mailing = conform.mailing && bindMailing(conform.mailing, decodedColumns(find, codes));
  const isWanted = onlyReader(conform, find);
  if (problems.length > 0)
    throw new Error(
      `The table is not as the source file says:\n${problems.map((line) => `  ${line}`).join('\n')}`,
    );

  const county = countyReader(reads.get('county_fips'), area);
  const number = reads.get('number');
  reads.delete('county_fips');
  reads.delete('number');
  const entries = [...reads];

  return (row) => {
    if (!isWanted(row.cells)) return null;
    const record: CanonicalRecord & Record<string, unknown> = {
      county_fips: county(row.cells),
      ...mailing?.(row.cells),
    };
    for (const [field, read] of entries) {
      const value = read(row.cells);
      if (!isBlank(value)) record[field] = value;
    }
    // Publishers write 0 where there is no unit.
    if (isNothing(record.unit)) delete record.unit;
    if (number) record.street = streetOf(number(row.cells), record.street);
    for (const key of LINES) {
      const line = record[key];
      if (typeof line === 'string') record[key] = line.replace(ZEROS, '');
    }
    if (isNoRecord(kind, record)) return null;
    addGeometry(kind, record, row);
    return record;
  };
}
