import type { Client } from '@elastic/elasticsearch';
import { type Fold, figuresFrom, recordsWith } from './figures.ts';
import type { Facts } from './parcel.ts';
import { scanTogether } from './scan.ts';

interface Deed {
  sale_price_usd: number | null;
  sale_date: string | null;
  recorded_date: string | null;
  is_arm_length: boolean | null;
  grantee: string | null;
  /** `order`: see `deedOrder`. */
  internal: { parcel: string; order: string; suppressed?: string[] };
}

const dateOf = (deed: Deed) => deed.sale_date ?? deed.recorded_date;
const recordedOf = (deed: Deed) => deed.recorded_date ?? deed.sale_date;

const isNewer = (a: Deed, b: Deed | undefined): boolean =>
  b === undefined || a.internal.order > b.internal.order;

function isRecordedLater(a: Deed, b: Deed | undefined): boolean {
  if (!b) return true;
  const [left, right] = [recordedOf(a) ?? '', recordedOf(b) ?? ''];
  return left === right ? isNewer(a, b) : left > right;
}

interface Newest {
  priced?: Deed;
  armsLength?: Deed;
  /** Names a grantee; the name may be withheld. */
  named?: Deed;
  transfer: string | null;
}

const newestDeeds: Fold<Deed, Newest> = {
  kind: 'deeds',
  field: 'internal.parcel',
  keysOf: ({ internal }) => [internal.parcel],
  source: (
    'sale_price_usd sale_date recorded_date is_arm_length grantee ' +
    'internal.parcel internal.order internal.suppressed'
  ).split(' '),
  start: () => ({ transfer: null }),
  add(newest, deed) {
    const date = dateOf(deed);
    if (date !== null && (newest.transfer === null || date > newest.transfer)) newest.transfer = date;
    const isNamed = deed.grantee !== null || deed.internal.suppressed !== undefined;
    if (isNamed && isRecordedLater(deed, newest.named)) newest.named = deed;
    if (deed.sale_price_usd === null || deed.sale_price_usd <= 0) return;
    if (isNewer(deed, newest.priced)) newest.priced = deed;
    if (deed.is_arm_length && isNewer(deed, newest.armsLength)) newest.armsLength = deed;
  },
};

/** Doc values. */
interface Permit {
  'internal.parcel': string[];
  'internal.date'?: string[];
}

const newestPermits: Fold<Permit, { date: string | null }> = {
  kind: 'permits',
  field: 'internal.parcel',
  keysOf: (permit) => permit['internal.parcel'],
  source: ['internal.parcel', 'internal.date'],
  docValues: true,
  start: () => ({ date: null }),
  add(newest, permit) {
    const date = permit['internal.date']?.[0] ?? null;
    if (date !== null && (newest.date === null || date > newest.date)) newest.date = date;
  },
};

function factsOf(deeds: Newest | undefined, permits: { date: string | null } | undefined): Facts | null {
  if (!deeds && !permits) return null;
  const { priced, armsLength, named, transfer } = deeds ?? { transfer: null };
  return {
    deed: priced
      ? { price: priced.sale_price_usd, date: dateOf(priced), arms_length: priced.is_arm_length }
      : null,
    arms_length: armsLength ? { price: armsLength.sale_price_usd!, date: dateOf(armsLength) } : null,
    grantee: named ? { name: named.grantee, date: recordedOf(named) } : null,
    last_transfer: transfer,
    permits: permits !== undefined,
    last_permit: permits?.date ?? null,
  };
}

/** What the stored deeds and permits say about each parcel. */
export async function computeFacts(
  client: Client,
  indices: { deeds: string; permits: string },
  parcels: string[],
): Promise<Map<string, Facts | null>> {
  const [ofDeeds, ofPermits] = await scanTogether(client, [
    { index: indices.deeds, ...recordsWith(newestDeeds, parcels) },
    { index: indices.permits, ...recordsWith(newestPermits, parcels) },
  ]);
  const deeds = await figuresFrom(ofDeeds!, newestDeeds, parcels);
  const permits = await figuresFrom(ofPermits!, newestPermits, parcels);
  return new Map(parcels.map((parcel) => [parcel, factsOf(deeds.get(parcel), permits.get(parcel))]));
}
