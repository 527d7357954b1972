import { type Flip, flipsOf, type UsableSale } from '../../../../domain/flips.ts';
import { normalizeOwnerName, ownerId } from '../../../../domain/owner-name.ts';
import type { Deed } from '../../../../records/schemas/deed.ts';
import { sequenceOf } from '../../../../stores/elastic/sequence.ts';
import { type DeriveContext, touchedParcels } from '../changes.ts';
import type { Fold } from '../figures.ts';
import { KEYS_AT_ONCE, type View, type ViewDocument } from './view.ts';

const DAY = 86_400_000;

const SOURCE = [
  'id',
  'county_fips',
  'parcel_id',
  'sale_date',
  'recorded_date',
  'document_number',
  'sale_price_usd',
  'grantor',
  'grantee',
] as const;

type UsableDeed = Pick<Deed, (typeof SOURCE)[number]> & { sale_price_usd: number };

interface Sold {
  county_fips: string;
  parcel_id: string;
  sales: UsableSale[];
}

const fold: Fold<UsableDeed, Sold> = {
  kind: 'deeds',
  field: 'internal.parcel',
  keysOf: ({ county_fips, parcel_id }) => [`${county_fips}:${parcel_id}`],
  filter: [{ term: { usable_for_stats: true } }, { exists: { field: 'internal.parcel' } }],
  source: SOURCE,
  start: () => ({ county_fips: '', parcel_id: '', sales: [] }),
  add(sold, deed) {
    sold.county_fips = deed.county_fips;
    sold.parcel_id = deed.parcel_id;
    sold.sales.push({
      id: deed.id,
      date: deed.sale_date ?? deed.recorded_date!,
      recorded_date: deed.recorded_date,
      document_number: deed.document_number,
      price: deed.sale_price_usd,
      grantor: deed.grantor,
      grantee: deed.grantee,
    });
  },
};

function flipperOf(buyer: string | null): string | null {
  const name = buyer === null ? '' : normalizeOwnerName(buyer);
  return name === '' ? null : ownerId(name);
}

function row(key: string, sold: Sold, address: string | null, flip: Flip): ViewDocument {
  const id = `${flip.buy.id}:${flip.sell.id}`;
  return {
    kind: 'flips',
    id,
    document: {
      county_fips: sold.county_fips,
      parcel_id: sold.parcel_id,
      address,
      buy_date: flip.buy.date,
      buy_price: flip.buy.price,
      sell_date: flip.sell.date,
      sell_price: flip.sell.price,
      profit: flip.profit,
      hold_days: flip.hold_days,
      flip_tier: flip.flip_tier,
      buyer_name: flip.buyer_name,
      seller_name: flip.seller_name,
      internal: {
        key,
        seq: sequenceOf(id),
        state_fips: sold.county_fips.slice(0, 2),
        sold: Date.parse(flip.sell.date) / DAY,
        flipper: flipperOf(flip.buyer_name),
      },
    },
  };
}

async function addressesOf({ client, indices }: DeriveContext, ids: string[]) {
  if (ids.length === 0) return new Map<string, string | null>();
  const { docs } = await client.mget<{ address: string | null }>({
    index: indices.parcels,
    ids,
    _source_includes: ['address'],
  });
  return new Map(docs.map((doc) => [doc._id, ('found' in doc && doc._source?.address) || null]));
}

export const flipsView: View<UsableDeed, Sold> = {
  madeOf: { flips: { deeds: [...SOURCE, 'usable_for_stats'], parcels: ['address'] } },
  keys: (context) => touchedParcels(context, ['deeds'], KEYS_AT_ONCE),
  fold,
  async documents(context, keys, sold) {
    const flipped = keys
      .map((key) => ({ key, parcel: sold.get(key)!, flips: flipsOf(sold.get(key)!.sales) }))
      .filter(({ flips }) => flips.length > 0);
    const addresses = await addressesOf(
      context,
      flipped.map(({ key }) => key),
    );
    return flipped.flatMap(({ key, parcel, flips }) =>
      flips.map((flip) => row(key, parcel, addresses.get(key) ?? null, flip)),
    );
  },
};
