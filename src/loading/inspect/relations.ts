import { normalizeStreet, splitOneLine } from '../../domain/address.ts';
import { readNumber } from '../../domain/written-number.ts';
import type { Candidate } from './candidates.ts';
import { shareOf } from './look.ts';
import type { ShapeName } from './shapes.ts';
import type { Meaning } from './vocabulary.ts';

const FEWEST_ROWS = 5;
const ADDS_UP = 0.8;
const MOST_AMOUNTS = 24;
const ROWS = 500;

/** How much other columns confirm (above 0) or contradict (below 0) that a candidate has a meaning. */
type Relations = ReadonlyMap<Meaning, ReadonlyMap<number, number>>;

/** What two candidates say in the sampled rows where both say something. */
const together = (a: Candidate, b: Candidate, most = ROWS) =>
  a.values.slice(0, most).flatMap((value, row) => {
    const other = b.values[row];
    return value === null || other == null ? [] : [[value, other] as const];
  });

/** The share of rows in which something holds; null with too few rows to tell. */
const shareIn = <T>(rows: readonly T[], holds: (row: T) => boolean, fewest = FEWEST_ROWS): number | null =>
  rows.length < fewest ? null : rows.filter(holds).length / rows.length;

/** The share of rows in which two candidates add up to a third, within a dollar; null with too few rows to tell. */
export function sums(a: Candidate, b: Candidate, total: Candidate): number | null {
  const rows = a.values.slice(0, ROWS).flatMap((value, row) => {
    const [first, second, both] = [value, b.values[row], total.values[row]].map((text) =>
      readNumber(text ?? ''),
    );
    return first == null || second == null || both == null || both <= 0 ? [] : [first + second - both];
  });
  return shareIn(rows, (rest) => Math.abs(rest) <= 1);
}

/** The street of an address, normalized for comparison. */
export const plainStreet = (text: string): string => normalizeStreet(splitOneLine(text).street ?? text);

const leadingFigure = (text: string) => /^\d+/.exec(text)?.[0] ?? '';

/** Whether addresses begin with the house numbers of another column in nearly every row. */
export const beginsWith = (address: Candidate, houseNumber: Candidate): boolean =>
  shareOf(address.profile, 'street_address', 'numbered') > 0.5 &&
  (equalShare(address, houseNumber, leadingFigure) ?? 0) > 0.95;

/** Whether two candidates say the same in nearly every sampled row. */
export const sameValues = (a: Candidate, b: Candidate): boolean =>
  (equalShare(a, b, (text) => text, a.values.length, 1) ?? 0) >= 0.95;

/** The share of rows in which two candidates say the same once `plain` is applied; null with too few rows. */
export const equalShare = (
  a: Candidate,
  b: Candidate,
  plain: (text: string) => string,
  most = 1_000,
  fewest = FEWEST_ROWS,
): number | null => shareIn(together(a, b, most), ([value, other]) => plain(value) === plain(other), fewest);

/** Whether each value of one column nearly always goes with the same value of another, and some values repeat. */
function tells(a: Candidate, b: Candidate): boolean {
  const kinds = new Map<string, string>();
  const repeated = together(a, b, a.values.length).filter(([code, kind]) => {
    const isKnown = kinds.has(code);
    if (!isKnown) kinds.set(code, kind);
    return isKnown;
  });
  return kinds.size > 2 && (shareIn(repeated, ([code, kind]) => kinds.get(code) === kind, 11) ?? 0) >= 0.95;
}

/** The median of one amount divided by another; null with too few rows. */
function ratio(a: Candidate, b: Candidate): number | null {
  const shares = together(a, b).flatMap((row) => {
    const [amount, other] = row.map((text) => readNumber(text) ?? 0) as [number, number];
    return amount > 0 && other > 0 ? [amount / other] : [];
  });
  return shares.length < FEWEST_ROWS ? null : shares.sort((x, y) => x - y)[shares.length >> 1]!;
}

/** Whether a column repeats a part of another, such as a part of the parcel number. */
const isPiece = (part: Candidate, whole: Candidate): boolean =>
  (shareIn(together(part, whole), ([piece, all]) => all.length > piece.length && all.includes(piece)) ?? 0) >
  0.8;

const SALE_DAYS = ['sale_date', 'sale_year', 'recorded_date'] as const;
const MOST_TAXES = 3;
const TOTALS = ['total_assessed_value', 'market_value'] as const;

/** What the columns of a table say about each other. */
export function relationsOf(candidates: readonly Candidate[]): Relations {
  const relations = new Map<Meaning, Map<number, number>>();
  const add = (meaning: Meaning, index: number, much: number) => {
    const all = relations.get(meaning) ?? new Map<number, number>();
    relations.set(meaning, all);
    all.set(index, Math.max(-1, Math.min(1, (all.get(index) ?? 0) + much)));
  };
  const at = (index: number) => candidates[index]!;
  const says = (index: number, meaning: Meaning) => at(index).said.scores.get(meaning) ?? 0;
  const plain = candidates.flatMap(({ made }, index) => (made === null ? [index] : []));
  const like = (meaning: Meaning, least = 0.4) => plain.filter((index) => says(index, meaning) >= least);
  const near = (a: number, b: number, most: number) =>
    a !== b && Math.abs(at(a).columns[0]! - at(b).columns[0]!) <= most;
  /** The pairs of different columns that could have these two meanings. */
  const pairs = (meaning: Meaning, other: Meaning, least?: number) =>
    like(meaning).flatMap((a) => like(other, least).flatMap((b) => (a === b ? [] : [[a, b] as const])));

  const amounts = plain
    .filter(
      (index) => shareOf(at(index).profile, 'money') > 0.8 && (at(index).profile.numbers?.most ?? 0) > 500,
    )
    .slice(0, MOST_AMOUNTS);
  for (const [land, building] of pairs('land_value', 'improvement_value')) {
    if (!amounts.includes(land) || !amounts.includes(building)) continue;
    for (const total of amounts) {
      if (total === land || total === building || (sums(at(land), at(building), at(total)) ?? 0) < ADDS_UP)
        continue;
      add('land_value', land, 1);
      add('improvement_value', building, 1);
      for (const meaning of TOTALS)
        if (says(total, meaning) > Math.max(0.2, says(total, '-taxable'))) add(meaning, total, 1);
    }
  }
  for (const meaning of TOTALS)
    for (const [tax, total] of pairs('tax_amount', meaning)) {
      const share = ratio(at(tax), at(total)) ?? 0;
      if (share > 0.002 && share < 0.05) add('tax_amount', tax, 1);
    }
  for (const [price, date] of pairs('sale_price', 'sale_date')) {
    if (!near(price, date, 3)) continue;
    add('sale_price', price, 0.7);
    add('sale_date', date, 0.7);
  }
  // A price without any date is doubtful, and one of about the tax is what is due at a sale for unpaid taxes.
  const isDated = SALE_DAYS.some((meaning) => like(meaning).length > 0);
  if (!isDated) for (const price of like('sale_price')) add('sale_price', price, -0.3);
  for (const [price, tax] of pairs('sale_price', 'tax_amount', 0.6))
    if ((ratio(at(price), at(tax)) ?? MOST_TAXES) < MOST_TAXES) add('sale_price', price, -1);
  for (const [code, kind] of pairs('land_use_code', 'land_use', 0.25)) {
    if (!tells(at(code), at(kind))) continue;
    const much = near(code, kind, 2) ? 1 : 0.5;
    if (shareOf(at(code).profile, 'code') > 0.8) add('land_use_code', code, much);
    add('land_use', kind, much);
  }
  // A column of states is seldom anything else: the columns next to it belong to the same address.
  const looks = (index: number, shape: ShapeName, least: number) =>
    plain.includes(index) &&
    at(index).profile.judged >= FEWEST_ROWS &&
    shareOf(at(index).profile, shape) >= least;
  for (const state of plain) {
    if (!looks(state, 'state', 0.95) || !looks(state - 1, 'city', 0.9) || !looks(state + 1, 'zip', 0.8))
      continue;
    for (const side of ['', 'mailing_'] as const) {
      if (looks(state - 2, 'street_address', 0.5)) add(`${side}address`, state - 2, 0.7);
      for (const [away, part] of (['city', 'state', 'zip'] as const).entries())
        add(`${side}${part}`, state - 1 + away, 0.7);
    }
  }
  // An address that begins with the parcel's house number is the parcel's.
  for (const number of like('house_number'))
    for (const address of plain)
      if (!at(address).said.concepts.has('MAIL') && beginsWith(at(address), at(number))) {
        add('address', address, 1);
        add('mailing_address', address, -1);
      }
  // Without a mailing address, a city is the parcel's, also as a part of a line.
  const isMail = (index: number) => (relations.get('mailing_address')?.get(index) ?? 0) >= 0;
  if (![...like('mailing_address', 0.5), ...like('mailing_city_line', 0.5)].some(isMail))
    for (const meaning of ['mailing_city', 'mailing_state', 'mailing_zip'] as const)
      for (const index of candidates.keys()) if (says(index, meaning) >= 0.4) add(meaning, index, -1);
  for (const [unit, number] of pairs('unit', 'parcel_id', 0.6))
    if (isPiece(at(unit), at(number))) add('unit', unit, -1);
  for (const [unit, lot] of pairs('unit', 'lot', 0.6)) if (near(unit, lot, 1)) add('unit', unit, -1);
  for (const [acres, feet] of pairs('acreage', 'lot_sqft')) {
    const times = ratio(at(feet), at(acres)) ?? 0;
    if (times < 43_000 || times > 44_100) continue;
    add('acreage', acres, 1);
    add('lot_sqft', feet, 1);
  }
  return relations;
}
