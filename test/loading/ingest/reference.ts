/**
 * What the derive step must compute, written a second time: slow, over plain source records in memory, and without any
 * code of src/. It knows only the values that records.ts makes.
 */
import type { Mail, Source } from './records.ts';

export interface Made {
  mail: Mail;
  record: Source;
}

export interface Expected {
  sale_price: number | null;
  sale_date: string | null;
  sale_arms_length: boolean | null;
  latest_deed_date: string | null;
  /** The grantees of that date; only null when there is none. */
  latest_grantees: (string | null)[];
  /** Exact points of each part; null when it has no data. */
  points: Record<Part, number | null>;
  /** Exact score; null when less than half of the weight is known. */
  score: number | null;
}

export const WEIGHTS = { absentee: 25, held: 25, value_gap: 25, improvement: 15, permits: 10 };
export type Part = keyof typeof WEIGHTS;
const PARTS = Object.keys(WEIGHTS) as Part[];

interface Sale {
  price: number | null;
  date: string | null;
  recorded: string | null;
  armsLength: boolean | null;
}

/** A permit may name no parcel. */
type Permit = Record<string, unknown> & { county_fips: string; parcel_id: string | null };

const idOf = ({ county_fips, parcel_id }: Permit) => `${county_fips}:${parcel_id}`;
const textOf = (value: unknown) => (value ?? null) as string | null;
const numberOf = (value: unknown) => (value ?? null) as number | null;
const clamp = (share: number) => Math.max(0, Math.min(1, share));

/** Whether a price is at arm's length, for parties who are strangers or unknown. */
function judged(price: number | null, flag: boolean | null): boolean | null {
  if (flag === true) return price === null || price > 0;
  if (flag === false) return false;
  if (price === null || price === 0) return null;
  return price > 1_000;
}

function saleOfDeed(deed: Source): Sale {
  const price = numberOf(deed.sale_price_usd);
  const recorded = textOf(deed.recorded_date);
  const flag = (deed.is_arm_length ?? null) as boolean | null;
  return { price, date: textOf(deed.sale_date) ?? recorded, recorded, armsLength: judged(price, flag) };
}

function ownSale({ record }: Made): Sale {
  const price = numberOf(record.sale_price);
  const government = record.owner_name === 'CITY OF LINCOLN';
  const armsLength = government ? false : judged(price, null);
  return { price, date: textOf(record.sale_date), recorded: null, armsLength };
}

/** The newest by date, then by recorded date; undated ones count as the oldest. */
function newest(sales: Sale[]): Sale | null {
  const key = ({ date, recorded }: Sale) => `${date ?? '0000-00-00'} ${recorded ?? '0000-00-00'}`;
  return [...sales].sort((a, b) => (key(a) < key(b) ? 1 : -1))[0] ?? null;
}

/** The newer of the record's own sale and the newest deed's; at equal dates, the deed's. */
function newer(own: Sale, deed: Sale | null, counts: (sale: Sale) => boolean): Sale | null {
  if (!counts(own)) return deed;
  if (deed === null) return own;
  return (own.date ?? '') > (deed.date ?? '') ? own : deed;
}

const isPriced = ({ price }: Sale) => price !== null && price > 0;
/** The newest sale with a price, else only the date of the record's own. */
function shownSale(own: Sale, deeds: Sale[]): Sale | null {
  const priced = newer(own, newest(deeds.filter(isPriced)), isPriced);
  return priced ?? (own.date === null ? null : { ...own, price: null });
}

/** The newest deed, by recorded else sale date, that names a grantee. */
function latestNamed(deeds: Source[]) {
  const dateOf = (deed: Source) => textOf(deed.recorded_date) ?? textOf(deed.sale_date);
  const named = deeds.filter(({ grantee }) => grantee);
  const dates = named.map((deed) => dateOf(deed) ?? '').sort();
  const newestOnes = named.filter((deed) => (dateOf(deed) ?? '') === dates.at(-1));
  return { date: dates.at(-1) || null, grantees: newestOnes.map(({ grantee }) => grantee as string) };
}

const isRealSale = (sale: Sale) => isPriced(sale) && sale.armsLength === true;

/** Everything that is known about one parcel. */
function historyOf(made: Made, deeds: Source[], permits: Permit[]) {
  const own = ownSale(made);
  const sales = deeds.filter((deed) => idOf(deed) === idOf(made.record)).map(saleOfDeed);
  const its = permits.filter((permit) => permit.parcel_id !== null && idOf(permit) === idOf(made.record));
  const dates = its.flatMap((permit) => textOf(permit.filed_date) ?? textOf(permit.issued_date) ?? []);
  const transfers = [own, ...sales].flatMap(({ date }) => date ?? []);
  return {
    sale: shownSale(own, sales),
    latest: latestNamed(deeds.filter((deed) => idOf(deed) === idOf(made.record))),
    price: newer(own, newest(sales.filter(isRealSale)), isRealSale)?.price ?? null,
    lastTransfer: transfers.sort().at(-1) ?? null,
    linked: its.length > 0,
    lastPermit: dates.sort().at(-1) ?? null,
  };
}

function median(values: number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.floor(sorted.length / 2)]!) / 2;
}

/** The sale and the deal score of each parcel, as of `today`. */
export function expectedParcels(parcels: Made[], deeds: Source[], permits: Permit[], today: string) {
  const yearsSince = (date: string) => (Date.parse(today) - Date.parse(date)) / 86_400_000 / 365.25;
  const histories = parcels.map((made) => ({ made, ...historyOf(made, deeds, permits) }));
  const expected = new Map<string, Expected>();
  for (const { made, sale, latest, price, lastTransfer, lastPermit } of histories) {
    const { record, mail } = made;
    const neighbors = histories.filter(({ made }) => made.record.county_fips === record.county_fips);
    const ratios = neighbors.flatMap(({ made, price }) => {
      const assessed = numberOf(made.record.total_assessed_value);
      return price && assessed ? [assessed / price] : [];
    });
    const ratio = median(ratios);
    const assessed = numberOf(record.total_assessed_value);
    const [land, improvement] = [numberOf(record.land_value), numberOf(record.improvement_value)];
    const built = numberOf(record.year_built);
    const old = built !== null && Number(today.slice(0, 4)) - built > 30;
    const shares: Record<Part, number | null> = {
      absentee: { home: 0, near: 0.6, far: 1, unknown: null }[mail],
      held: lastTransfer === null ? null : clamp((yearsSince(lastTransfer) - 5) / 15),
      value_gap: assessed === null || !price || !ratio ? null : clamp(assessed / price / ratio - 1),
      improvement:
        land === null || improvement === null || land + improvement === 0
          ? null
          : clamp((0.5 - improvement / (land + improvement)) / 0.5),
      permits:
        built === null || !neighbors.some(({ linked }) => linked)
          ? null
          : Number(old && (lastPermit === null || yearsSince(lastPermit) > 15)),
    };
    const points = Object.fromEntries(
      PARTS.map((part) => [part, shares[part] === null ? null : shares[part] * WEIGHTS[part]]),
    ) as Expected['points'];
    const known = PARTS.filter((part) => points[part] !== null);
    const weight = known.reduce((sum, part) => sum + WEIGHTS[part], 0);
    const got = known.reduce((sum, part) => sum + points[part]!, 0);
    expected.set(idOf(record), {
      sale_price: sale?.price ?? null,
      sale_date: sale?.date ?? null,
      sale_arms_length: sale?.armsLength ?? null,
      latest_deed_date: latest.date,
      latest_grantees: latest.grantees.length > 0 ? latest.grantees : [null],
      points,
      score: weight < 50 ? null : (100 * got) / weight,
    });
  }
  return expected;
}

/** Whether two deeds convey several parcels for one price. */
function oneTransfer(a: Source, b: Source): boolean {
  if (a.county_fips !== b.county_fips || a.parcel_id === b.parcel_id) return false;
  const year = (deed: Source) => (textOf(deed.recorded_date) ?? textOf(deed.sale_date))?.slice(0, 4) ?? null;
  if (a.document_number && a.document_number === b.document_number && year(a) === year(b)) return true;
  const [one, two] = [saleOfDeed(a), saleOfDeed(b)];
  if (one.date === null || one.date !== two.date || !one.price || one.price !== two.price) return false;
  return Boolean((a.grantor && a.grantor === b.grantor) || (a.grantee && a.grantee === b.grantee));
}

/** Whether each deed is usable for statistics, by its `book`. */
export function expectedUsable(deeds: Source[]): Map<string, boolean> {
  return new Map(
    deeds.map((deed) => {
      const { price, date, armsLength } = saleOfDeed(deed);
      const alone =
        ((deed.parcel_count ?? 1) as number) === 1 && !deeds.some((other) => oneTransfer(deed, other));
      return [deed.book as string, armsLength === true && Boolean(price) && date !== null && alone];
    }),
  );
}
