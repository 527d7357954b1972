import { sequenceOf, stableId } from '../../src/ingest/kinds/kind.ts';
import type { Mail, Source } from './records.ts';

/**
 * What a load derives, computed the plain and slow way from the source records alone, by the rules as they are
 * written down: arm's length and the ways to judge it are simple here, for `records.ts` makes no odd names.
 */

type Sale = { price: number | null; date: string | null; arms: boolean | null };
type Permit = Record<string, unknown>;

const text = (value: unknown) => (value === null || value === undefined ? null : String(value));
const number = (value: unknown) => (typeof value === 'number' ? value : null);

function arms(price: number | null, flag: unknown): boolean | null {
  if (flag === true) return price !== 0;
  if (flag === false) return false;
  return price === null || price === 0 ? null : price > 1_000;
}

/** A sale to a government is none at arm's length, as if its publisher said so. */
const ofGovernment = (parcel: Source) => (parcel.owner_name === 'CITY OF LINCOLN' ? false : null);

const saleOf = (deed: Source): Sale => ({
  price: number(deed.sale_price_usd),
  date: text(deed.sale_date) ?? text(deed.recorded_date),
  arms: arms(number(deed.sale_price_usd), deed.is_arm_length),
});

/** Newest first: by sale else recorded date, then by recorded date, then in the stable order of the service. */
function newestFirst(a: Source, b: Source): number {
  const key = (deed: Source) => [saleOf(deed).date ?? '', text(deed.recorded_date) ?? ''];
  const [left, right] = [key(a), key(b)];
  for (const at of [0, 1]) if (left[at] !== right[at]) return left[at]! < right[at]! ? 1 : -1;
  const order = (deed: Source) => sequenceOf(stableId('record', 'made up', String(deed.record_id)));
  return order(b) - order(a);
}

/** Whether the deed is one of several parcels under one price. */
function shared(deed: Source, deeds: Source[]): boolean {
  if (((deed.parcel_count as number | null) ?? 1) > 1) return true;
  return deeds.some((other) => {
    if (other.county_fips !== deed.county_fips || other.parcel_id === deed.parcel_id) return false;
    if (deed.document_number && deed.document_number === other.document_number) return true;
    const [one, two] = [saleOf(deed), saleOf(other)];
    if (!one.price || one.price !== two.price || one.date === null || one.date !== two.date) return false;
    const same = (key: string) => deed[key] !== null && deed[key] === other[key];
    return same('grantor') || same('grantee');
  });
}

/** `usable_for_stats` of each deed, by its book. */
export function usableDeeds(deeds: Source[]): Record<string, boolean> {
  return Object.fromEntries(
    deeds.map((deed) => {
      const { price, date, arms } = saleOf(deed);
      return [deed.book, arms === true && (price ?? 0) > 0 && date !== null && !shared(deed, deeds)];
    }),
  );
}

function median(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  if (sorted.length === 0) return null;
  const middle = sorted.length / 2;
  return sorted.length % 2 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

const years = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000 / 365.25;
const clamp = (share: number) => Math.max(0, Math.min(1, share));
const isParcel = (parcel: Source) => (record: Permit) =>
  record.county_fips === parcel.county_fips && record.parcel_id === parcel.parcel_id;

interface Derived {
  sale_price: number | null;
  sale_date: string | null;
  sale_arms_length: boolean | null;
  deal_score: number | null;
  deal_score_parts: Record<string, { points: number; weight: number } | null>;
}

/** The derived keys of each parcel, by its id. */
export function derivedParcels(
  parcels: { record: Source; mail: Mail }[],
  deeds: Source[],
  permits: Permit[],
  today: string,
): Record<string, Derived> {
  const known = parcels.map(({ record, mail }) => {
    const mine = deeds.filter(isParcel(record)).sort(newestFirst);
    const priced = mine.filter((deed) => (saleOf(deed).price ?? 0) > 0);
    const ownPrice = number(record.sale_price);
    const own: Sale = {
      price: ownPrice,
      date: text(record.sale_date),
      arms: arms(ownPrice, ofGovernment(record)),
    };
    const ownSale = (ownPrice ?? 0) > 0 ? own : null;
    // An own sale is the older one at equal dates.
    const newer = (deed: Sale | null) =>
      deed === null || (ownSale !== null && (own.date ?? '') > (deed.date ?? '')) ? ownSale : deed;
    const sale = newer(priced[0] ? saleOf(priced[0]) : null);
    const fair = priced.map(saleOf).find((deed) => deed.arms === true) ?? null;
    const ownFair = ownSale?.arms === true ? ownSale : null;
    const lastFair =
      ownFair === null ? fair : fair === null || (own.date ?? '') > (fair.date ?? '') ? ownFair : fair;
    const assessed = number(record.total_assessed_value);
    const ratio = lastFair && assessed ? assessed / lastFair.price! : null;
    const transfers = [own.date, ...mine.map((deed) => saleOf(deed).date)].filter((date) => date !== null);
    const work = permits.filter(isParcel(record));
    const filed = work.map((permit) => text(permit.filed_date) ?? text(permit.issued_date));
    return { record, mail, sale, lastFair, assessed, ratio, transfers, work, filed };
  });

  return Object.fromEntries(
    known.map(({ record, mail, sale, lastFair, assessed, transfers, filed }) => {
      const county = known.filter((other) => other.record.county_fips === record.county_fips);
      const m = median(county.map(({ ratio }) => ratio).filter((ratio) => ratio !== null));
      const linked = county.some(({ work }) => work.length > 0);
      const land = number(record.land_value);
      const improvement = number(record.improvement_value);
      const built = number(record.year_built);
      const lastTransfer = transfers.sort().at(-1);
      const lastPermit = filed
        .filter((date) => date !== null)
        .sort()
        .at(-1);
      const unworked = lastPermit === undefined || years(lastPermit, today) > 15;
      const shares: [string, number, number | null][] = [
        ['absentee', 25, { home: 0, near: 0.6, far: 1, unknown: null }[mail]],
        ['held', 25, lastTransfer === undefined ? null : clamp((years(lastTransfer, today) - 5) / 15)],
        [
          'value_gap',
          25,
          m !== null && m > 0 && assessed !== null && lastFair
            ? clamp(assessed / lastFair.price! / m - 1)
            : null,
        ],
        [
          'improvement',
          15,
          land === null || improvement === null || land + improvement === 0
            ? null
            : clamp((0.5 - improvement / (land + improvement)) / 0.5),
        ],
        [
          'permits',
          10,
          linked && built !== null ? (Number(today.slice(0, 4)) - built > 30 && unworked ? 1 : 0) : null,
        ],
      ];
      const told = shares.filter((part): part is [string, number, number] => part[2] !== null);
      const weight = told.reduce((sum, [, part]) => sum + part, 0);
      const points = told.reduce((sum, [, part, share]) => sum + part * share, 0);
      const derived: Derived = {
        sale_price: sale?.price ?? null,
        sale_date: sale?.date ?? null,
        sale_arms_length: sale?.arms ?? null,
        deal_score: weight < 50 ? null : (100 * points) / weight,
        deal_score_parts: Object.fromEntries(
          shares.map(([name, part, share]) => [
            name,
            share === null ? null : { points: part * share, weight: part },
          ]),
        ),
      };
      return [`${record.county_fips}:${record.parcel_id}`, derived];
    }),
  );
}
