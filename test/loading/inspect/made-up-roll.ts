/** Shared by the tests of proposals: a made-up roll, and what a proposal says of a field. */

import type { Certainty, Proposal, TableKind } from '../../../src/loading/inspect/proposal.ts';
import { inspectTable } from '../../../src/loading/inspect/run.ts';
import type { Column } from '../../../src/loading/readers/table.ts';
import { columnsOf } from '../../../src/loading/sources/mapping.ts';
import { type Row, rowsTable, square } from './tables.ts';

export const ROWS = 300;
export const GIVEN = 'MARY JOHN LINDA JAMES SARAH PETER NANCY FRANK'.split(' ');
export const SURNAMES = 'PENNIFOLD QUARREL STREICH ALDERWICK TOMBLIN FENWRIGHT'.split(' ');
export const STREETS = 'ELM ST;OAK AVE;QUARRY RD;MILL LN;HARBOR DR;2ND ST'.split(';');
export const CITIES = ['QUILLTON', 'EAST QUILLTON', 'CANBY'];

export const pick = <T>(list: readonly T[], i: number): T => list[i % list.length]!;
export const owner = (i: number) =>
  i % 9 === 0
    ? `${pick(SURNAMES, i)} HOLDINGS ${i} LLC`
    : `${pick(SURNAMES, i)}, ${pick(GIVEN, i * 7)} ${i % 5 === 0 ? 'J' : 'R'}`;
export const street = (i: number) => `${100 + i * 3} ${pick(STREETS, i)}`;
export const mail = (i: number) =>
  i % 10 === 0 ? `PO BOX ${i + 3}` : i % 3 === 0 ? street(i + 11) : street(i);
export const state = (i: number) => (i % 12 === 0 ? 'CO' : 'NE');
export const land = (i: number) => 20_000 + i * 100;
export const building = (i: number) => 90_000 + i * 311;
export const number = (i: number) => `10-${String(17 + (i >> 2)).padStart(2, '0')}-${String(100 + i)}`;

export type Maker = Record<string, (i: number) => Row[string]>;

/** A table of made-up parcels. */
export function parcels(
  maker: Maker,
  more: { geometry?: boolean; columns?: readonly Column[]; rows?: number } = {},
) {
  const rows = Array.from({ length: more.rows ?? ROWS }, (_, i) =>
    Object.fromEntries(Object.entries(maker).map(([name, make]) => [name, make(i)])),
  );
  const geometry = more.geometry ? (_: Row, i: number) => square(800 + i * 10) : undefined;
  return rowsTable(rows, { geometry, columns: more.columns });
}

export async function proposed(
  maker: Maker,
  more: Parameters<typeof parcels>[1] & { kind?: TableKind } = {},
) {
  return (await inspectTable(parcels(maker, more), more.kind ?? 'parcels')).proposal;
}

/** The columns that a proposal gives each field. */
export const columnsBy = ({ fields }: Proposal): Record<string, string> =>
  Object.fromEntries(fields.map(({ field, form }) => [field, columnsOf(form).join('+')]));
export const columnOf = (proposal: Proposal, field: string): string | undefined => columnsBy(proposal)[field];
export const certainty = ({ fields }: Proposal, field: string): Certainty | undefined =>
  fields.find((one) => one.field === field)?.certainty;

export const ROLL: Maker = {
  APN: number,
  OWN_NAME: owner,
  SITUS_ADDR: street,
  SITUS_CITY: (i) => pick(CITIES, i),
  MAIL_ADDR: mail,
  MAIL_CITY: (i) => pick(CITIES, i),
  MAIL_STATE: state,
  MAIL_ZIP: (i) => String(68_500 + (i % 20)),
  LAND_VAL: land,
  BLDG_VAL: building,
  TOTAL_VAL: (i) => land(i) + building(i),
  YR_BLT: (i) => 1900 + (i % 110),
  SALE_DT: (i) => `${(i % 12) + 1}/${(i % 28) + 1}/${1990 + (i % 30)}`,
  SALE_PRICE: (i) => (i % 4 === 0 ? 0 : 150_000 + i * 500),
};

export const patternOf = ({ fields }: Proposal, field: string) => {
  const form = fields.find((one) => one.field === field)?.form;
  return form && 'column' in form && form.pattern !== undefined ? new RegExp(form.pattern) : undefined;
};
