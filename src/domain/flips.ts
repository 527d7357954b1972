import { deedOrder, sortedBy } from './deed-order.ts';
import { normalizeOwnerName } from './owner-name.ts';

export const FLIP_TIERS = ['quick', 'standard', 'long'] as const;
export type FlipTier = (typeof FLIP_TIERS)[number];

/** A sale usable for statistics: USD, `YYYY-MM-DD`. */
export interface UsableSale {
  id: string;
  /** Sale, else recorded date. */
  date: string;
  recorded_date: string | null;
  document_number: string | null;
  price: number;
  grantor: string | null;
  grantee: string | null;
}

export interface Flip {
  buy: UsableSale;
  sell: UsableSale;
  /** USD, negative for a loss. */
  profit: number;
  hold_days: number;
  flip_tier: FlipTier;
  /** The flipper: the first sale's grantee, else the second's grantor. */
  buyer_name: string | null;
  seller_name: string | null;
}

const DAY = 86_400_000;
const LEAST_DAYS = 14;

/** The same day of the month, `months` later; the last day if that month is shorter. */
export function addMonths(date: string, months: number): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const moved = new Date(0);
  moved.setUTCFullYear(year, month - 1 + months, 1);
  const last = new Date(moved);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  moved.setUTCDate(Math.min(day, last.getUTCDate()));
  return moved.toISOString().slice(0, 10);
}

/** The tier of a hold; null when it was too short or too long for a flip. */
export function flipTier(buy: string, sell: string): FlipTier | null {
  const days = (Date.parse(sell) - Date.parse(buy)) / DAY;
  if (days < LEAST_DAYS || sell > addMonths(buy, 24)) return null;
  if (sell < addMonths(buy, 6)) return 'quick';
  return sell < addMonths(buy, 12) ? 'standard' : 'long';
}

const known = (name: string | null) => (name === null ? '' : normalizeOwnerName(name));

function sameOwner(buy: UsableSale, sell: UsableSale): boolean {
  const buyer = known(buy.grantee);
  const seller = known(sell.grantor);
  return buyer === '' || seller === '' || buyer === seller;
}

/**
 * The flips among one parcel's usable sales, oldest first: two consecutive ones, the second 14 days to 24 calendar months
 * after the first, sold by the owner who bought. Losses count. `deedOrder`, then id, orders the sales of one day. A chain
 * A→B→C yields each adjacent pair once.
 */
export function flipsOf(sales: readonly UsableSale[]): Flip[] {
  const flips: Flip[] = [];
  const ordered = sortedBy(sales, (sale) => `${deedOrder({ ...sale, sale_date: sale.date })} ${sale.id}`);
  for (let at = 1; at < ordered.length; at++) {
    const buy = ordered[at - 1]!;
    const sell = ordered[at]!;
    const flip_tier = flipTier(buy.date, sell.date);
    if (flip_tier === null || !sameOwner(buy, sell)) continue;
    flips.push({
      buy,
      sell,
      profit: Math.round((sell.price - buy.price) * 100) / 100,
      hold_days: (Date.parse(sell.date) - Date.parse(buy.date)) / DAY,
      flip_tier,
      buyer_name: known(buy.grantee) ? buy.grantee : known(sell.grantor) ? sell.grantor : null,
      seller_name: buy.grantor,
    });
  }
  return flips;
}
