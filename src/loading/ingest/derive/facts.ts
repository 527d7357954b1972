import type { Client, estypes } from '@elastic/elasticsearch';
import type { Facts } from './parcel.ts';
import { firstPageOf, type ScannedHit, type Search, scan, searchTogether } from './scan.ts';

const DEEDS_AT_ONCE = 5_000;
const NO_FACTS: Facts = {
  deed: null,
  arms_length: null,
  grantee: null,
  last_transfer: null,
  permits: false,
  last_permit: null,
};

interface DeedFields {
  parcel: string;
  price: number | null;
  sale: string | null;
  recorded: string | null;
  arms_length: boolean | null;
  grantee: string | null;
  /** Whether it names a grantee; the name may be withheld. */
  isNamed: boolean;
  /** See `deedOrder`. */
  order: string;
}

const FIELDS = [
  'internal.parcel',
  'internal.order',
  'sale_price_usd',
  'sale_date',
  'recorded_date',
  'is_arm_length',
];

function deedFields(fields: Record<string, unknown[]>, source: DeedSource): DeedFields {
  const { grantee, internal } = source;
  const first = <T>(name: string) => (fields[name]?.[0] as T | undefined) ?? null;
  return {
    parcel: first<string>('internal.parcel')!,
    price: first<number>('sale_price_usd'),
    sale: first<string>('sale_date'),
    recorded: first<string>('recorded_date'),
    arms_length: first<boolean>('is_arm_length'),
    grantee,
    isNamed: grantee !== null || internal?.suppressed !== undefined,
    order: first<string>('internal.order')!,
  };
}

const dateOf = (deed: DeedFields) => deed.sale ?? deed.recorded;
const recordedOf = (deed: DeedFields) => deed.recorded ?? deed.sale;

const isNewer = (a: DeedFields, b: DeedFields | undefined): boolean => b === undefined || a.order > b.order;

function isRecordedLater(a: DeedFields, b: DeedFields | undefined): boolean {
  if (!b) return true;
  const [left, right] = [recordedOf(a) ?? '', recordedOf(b) ?? ''];
  return left === right ? isNewer(a, b) : left > right;
}

interface Newest {
  priced?: DeedFields;
  armsLength?: DeedFields;
  named?: DeedFields;
  transfer: string | null;
}

type DeedSource = { grantee: string | null; internal?: { suppressed?: string[] } };
type DeedHit = ScannedHit<DeedSource>;

const deedsOf = (parcels: string[]): Search => ({
  query: { terms: { 'internal.parcel': parcels } },
  size: DEEDS_AT_ONCE,
  _source: ['grantee', 'internal.suppressed'],
  docvalue_fields: FIELDS,
});

async function newestDeeds(pages: AsyncIterable<DeedHit[]>): Promise<Map<string, Newest>> {
  const found = new Map<string, Newest>();
  for await (const hits of pages) {
    for (const hit of hits) {
      const { fields = {}, _source } = hit;
      const deed = deedFields(fields, _source);
      let newest = found.get(deed.parcel);
      if (!newest) {
        newest = { transfer: null };
        found.set(deed.parcel, newest);
      }
      const date = dateOf(deed);
      if (date !== null && (newest.transfer === null || date > newest.transfer)) newest.transfer = date;
      if (deed.isNamed && isRecordedLater(deed, newest.named)) newest.named = deed;
      if (deed.price === null || deed.price <= 0) continue;
      if (isNewer(deed, newest.priced)) newest.priced = deed;
      if (deed.arms_length && isNewer(deed, newest.armsLength)) newest.armsLength = deed;
    }
  }
  return found;
}

interface NewestPermits {
  parcels: { buckets: { key: string; newest: { value: number | null; value_as_string?: string } }[] };
}

const newestPermitsOf = (parcels: string[]): estypes.SearchSearchRequestBody => ({
  size: 0,
  query: { terms: { 'internal.parcel': parcels } },
  aggs: {
    parcels: {
      terms: { field: 'internal.parcel', size: parcels.length },
      aggs: { newest: { max: { field: 'internal.date' } } },
    },
  },
});

/** null where no permit is dated. */
function newestPermits(
  answer: estypes.SearchResponseBody<unknown, NewestPermits>,
): Map<string, string | null> {
  const { buckets } = answer.aggregations!.parcels;
  return new Map(
    buckets.map(({ key, newest }) => [key, newest.value === null ? null : newest.value_as_string!]),
  );
}

/** What the stored deeds and permits say about each parcel. */
export async function computeFacts(
  client: Client,
  indices: { deeds: string; permits: string },
  parcels: string[],
): Promise<Map<string, Facts | null>> {
  const search = deedsOf(parcels);
  const [page, newest] = await searchTogether<
    [estypes.SearchResponseBody<DeedSource>, estypes.SearchResponseBody<unknown, NewestPermits>]
  >(client, [
    { index: indices.deeds, body: firstPageOf(search) },
    { index: indices.permits, body: newestPermitsOf(parcels) },
  ]);
  const first = page.hits.hits as DeedHit[];
  const deeds = await newestDeeds(scan(client, indices.deeds, search, undefined, first));
  const permits = newestPermits(newest);
  return new Map(
    parcels.map((parcel) => {
      const deed = deeds.get(parcel);
      if (!deed && !permits.has(parcel)) return [parcel, null];
      const { priced, armsLength, named } = deed ?? {};
      const facts: Facts = {
        ...NO_FACTS,
        deed: priced ? { price: priced.price, date: dateOf(priced), arms_length: priced.arms_length } : null,
        arms_length: armsLength ? { price: armsLength.price!, date: dateOf(armsLength) } : null,
        grantee: named ? { name: named.grantee, date: recordedOf(named) } : null,
        last_transfer: deed?.transfer ?? null,
        permits: permits.has(parcel),
        last_permit: permits.get(parcel) ?? null,
      };
      return [parcel, facts];
    }),
  );
}
