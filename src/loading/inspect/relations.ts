import { normalizeStreet, splitOneLine } from '../../domain/address.ts';
import { readNumber } from '../../domain/written-number.ts';
import type { Candidate } from './candidates.ts';
import { shareOf } from './look.ts';
import type { Meaning } from './vocabulary.ts';

const FEWEST_ROWS = 5;
const ADDS_UP = 0.8;
const MOST_AMOUNTS = 24;
const ROWS = 500;

/** How much other columns confirm (above 0) or contradict (below 0) that a candidate has a meaning. */
export type Relations = ReadonlyMap<Meaning, ReadonlyMap<number, number>>;

/** The share of rows in which two candidates add up to a third, within a dollar; null with too few rows to tell. */
export function sums(a: Candidate, b: Candidate, total: Candidate): number | null {
  let rows = 0;
  let right = 0;
  for (let row = 0; row < Math.min(ROWS, a.values.length); row++) {
    const [one, two, both] = [a.values[row], b.values[row], total.values[row]].map((value) =>
      value == null ? null : readNumber(value),
    );
    if (one == null || two == null || both == null || both <= 0) continue;
    rows++;
    if (Math.abs(one + two - both) <= 1) right++;
  }
  return rows < FEWEST_ROWS ? null : right / rows;
}

/** The street of an address, normalized for comparison. */
export const plainStreet = (text: string): string => normalizeStreet(splitOneLine(text).street ?? text);

const leadingFigure = (text: string) => /^\d+/.exec(text)?.[0] ?? '';

/** Whether addresses begin with the house numbers of another column in nearly every row. */
export const beginsWith = (address: Candidate, houseNumber: Candidate): boolean =>
  shareOf(address.profile, 'street_address') > 0.5 &&
  (equalShare(address, houseNumber, leadingFigure) ?? 0) > 0.95;

/** Whether two candidates say the same in nearly every sampled row. */
export function sameValues(a: Candidate, b: Candidate): boolean {
  const share = equalShare(a, b, (text) => text, a.values.length, 1);
  return share !== null && share >= 0.95;
}

/** The share of rows in which two candidates say the same once `plain` is applied; null with too few rows. */
export function equalShare(
  a: Candidate,
  b: Candidate,
  plain: (text: string) => string,
  most = 1_000,
  fewest = FEWEST_ROWS,
): number | null {
  let both = 0;
  let same = 0;
  for (let row = 0; row < Math.min(most, a.values.length); row++) {
    const [one, other] = [a.values[row], b.values[row]];
    if (one == null || other == null) continue;
    both++;
    if (plain(one) === plain(other)) same++;
  }
  return both < fewest ? null : same / both;
}

/** Whether each value of one column nearly always goes with the same value of another, and some values repeat. */
function tells(a: Candidate, b: Candidate): boolean {
  const found = new Map<string, string>();
  let rows = 0;
  let same = 0;
  for (let row = 0; row < a.values.length; row++) {
    const [code, kind] = [a.values[row], b.values[row]];
    if (code == null || kind == null) continue;
    const before = found.get(code);
    if (before === undefined) found.set(code, kind);
    else {
      rows++;
      if (before === kind) same++;
    }
  }
  return found.size > 2 && rows > 10 && same >= 0.95 * rows;
}

/** The median of one amount divided by another; null with too few rows. */
function ratio(a: Candidate, b: Candidate): number | null {
  const shares = a.values.slice(0, ROWS).flatMap((value, row) => {
    const [one, other] = [value, b.values[row]].map((text) => (text == null ? null : readNumber(text)));
    return one != null && other != null && one > 0 && other > 0 ? [one / other] : [];
  });
  return shares.length < FEWEST_ROWS ? null : shares.sort((x, y) => x - y)[shares.length >> 1]!;
}

/** Whether a column repeats a part of another, such as a part of the parcel number. */
function isPiece(part: Candidate, whole: Candidate): boolean {
  const both = part.values
    .slice(0, ROWS)
    .flatMap((value, row) =>
      value === null || whole.values[row] == null ? [] : [[value, whole.values[row]!] as const],
    );
  return (
    both.length >= FEWEST_ROWS &&
    both.filter(([one, all]) => all.length > one.length && all.includes(one)).length > 0.8 * both.length
  );
}

const TOTALS = ['total_assessed_value', 'market_value'] as const;

/** What the columns of a table say about each other. */
export function relationsOf(candidates: readonly Candidate[]): Relations {
  const found = new Map<Meaning, Map<number, number>>();
  const add = (meaning: Meaning, index: number, much: number) => {
    const all = found.get(meaning) ?? new Map<number, number>();
    found.set(meaning, all);
    all.set(index, Math.max(-1, Math.min(1, (all.get(index) ?? 0) + much)));
  };
  const says = (index: number, meaning: Meaning) => candidates[index]!.said.scores.get(meaning) ?? 0;
  const plain = candidates.flatMap(({ made }, index) => (made === null ? [index] : []));
  const like = (meaning: Meaning, least = 0.4) => plain.filter((index) => says(index, meaning) >= least);
  const at = (index: number) => candidates[index]!;
  const near = (a: number, b: number, most: number) =>
    a !== b && Math.abs(at(a).columns[0]! - at(b).columns[0]!) <= most;

  const amounts = plain
    .filter(
      (index) => shareOf(at(index).profile, 'money') > 0.8 && (at(index).profile.numbers?.most ?? 0) > 500,
    )
    .slice(0, MOST_AMOUNTS);
  for (const land of amounts.filter((index) => says(index, 'land_value') >= 0.4)) {
    for (const building of amounts.filter(
      (index) => index !== land && says(index, 'improvement_value') >= 0.4,
    )) {
      for (const total of amounts) {
        if (total === land || total === building || (sums(at(land), at(building), at(total)) ?? 0) < ADDS_UP)
          continue;
        add('land_value', land, 1);
        add('improvement_value', building, 1);
        for (const meaning of TOTALS)
          if (says(total, meaning) > Math.max(0.2, says(total, '-taxable'))) add(meaning, total, 1);
      }
    }
  }
  for (const tax of like('tax_amount'))
    for (const total of TOTALS.flatMap((meaning) => like(meaning))) {
      const share = ratio(at(tax), at(total));
      if (share !== null && share > 0.002 && share < 0.05) add('tax_amount', tax, 1);
    }
  for (const price of like('sale_price')) {
    for (const date of like('sale_date')) {
      if (!near(price, date, 3)) continue;
      add('sale_price', price, 0.7);
      add('sale_date', date, 0.7);
    }
    for (const meaning of TOTALS)
      for (const total of like(meaning, 0.6))
        if (total !== price && sameValues(at(price), at(total))) add('sale_price', price, -1);
  }
  for (const code of like('land_use_code')) {
    for (const kind of like('land_use', 0.25)) {
      if (code === kind || !tells(at(code), at(kind))) continue;
      if (shareOf(at(code).profile, 'code') > 0.8) add('land_use_code', code, near(code, kind, 2) ? 1 : 0.5);
      add('land_use', kind, near(code, kind, 2) ? 1 : 0.5);
    }
  }
  // A column of states is seldom anything else: the columns next to it belong to the same address.
  const looks = (index: number, shape: 'city' | 'state' | 'zip', least: number) =>
    plain.includes(index) &&
    at(index).profile.judged >= FEWEST_ROWS &&
    shareOf(at(index).profile, shape) >= least;
  for (const state of plain) {
    if (!looks(state, 'state', 0.95) || !looks(state - 1, 'city', 0.9) || !looks(state + 1, 'zip', 0.8))
      continue;
    for (const side of ['', 'mailing_'] as const) {
      add(`${side}city`, state - 1, 0.7);
      add(`${side}state`, state, 0.7);
      add(`${side}zip`, state + 1, 0.7);
    }
  }
  // An address that begins with the parcel's house number is the parcel's.
  for (const number of like('house_number'))
    for (const address of plain)
      if (!at(address).said.concepts.has('MAIL') && beginsWith(at(address), at(number))) {
        add('address', address, 1);
        add('mailing_address', address, -1);
      }
  // Without a mailing address, a city is the parcel's.
  const isMail = (index: number) => (found.get('mailing_address')?.get(index) ?? 0) >= 0;
  if (![...like('mailing_address', 0.5), ...like('mailing_city_line', 0.5)].some(isMail))
    for (const city of like('mailing_city')) add('mailing_city', city, -1);
  for (const unit of like('unit'))
    for (const number of like('parcel_id', 0.6)) if (isPiece(at(unit), at(number))) add('unit', unit, -1);
  for (const acres of like('acreage'))
    for (const feet of like('lot_sqft')) {
      const times = acres === feet ? null : ratio(at(feet), at(acres));
      if (times === null || times < 43_000 || times > 44_100) continue;
      add('acreage', acres, 1);
      add('lot_sqft', feet, 1);
    }
  for (const lat of like('lat'))
    for (const lon of like('lon'))
      if (near(lat, lon, 2)) {
        add('lat', lat, 0.5);
        add('lon', lon, 0.5);
      }
  return found;
}
