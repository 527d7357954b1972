import { leavesOf, priceToday, type ValueModel } from '../../../../domain/value/model.ts';
import { sequenceOf } from '../../../../stores/elastic/sequence.ts';
import { type BulkWriter, bulkDeletion, bulkEntry } from '../../bulk.ts';
import type { DeriveContext } from '../changes.ts';
import { scan } from '../scan.ts';
import type { ParcelSale } from './sales.ts';

function saleDocument(key: string, model: ValueModel, sale: ParcelSale) {
  const { of, date, price, words } = sale;
  const id = `${key}:${of.id}:${date}:${price}`;
  const price_today = Math.round(priceToday(model, sale));
  const { address, location, zip, city, building_sqft, lot_sqft, year_built, bedrooms, bathrooms } = of;
  const document = {
    ...{ id: of.id, address, sale_date: date, sale_price: price, price_today, location },
    ...{ class: words[0], zip: zip?.slice(0, 5) ?? null, city, land_use: of.land_use ?? of.land_use_code },
    ...{ building_sqft, lot_sqft, year_built, bedrooms, bathrooms },
    internal: { key, seq: sequenceOf(id), leaves: leavesOf(model, sale) },
  };
  return { id, document };
}

/** Stores the sales of a model as comparables, in place of those of its predecessor; without a model, there are none. */
export async function writeComparables(
  { client, indices }: DeriveContext,
  { add }: BulkWriter,
  key: string,
  model: ValueModel | null,
  sales: readonly ParcelSale[],
): Promise<void> {
  const gone = new Set<string>();
  const stored = { query: { term: { 'internal.key': key } }, size: 10_000, _source: false };
  for await (const hits of scan(client, indices.sales, stored, [])) for (const { _id } of hits) gone.add(_id);
  for (const sale of model ? sales : []) {
    // A suppressed parcel is not shown beside another one.
    if ((sale.of.internal.suppressed ?? []).length > 0) continue;
    const { id, document } = saleDocument(key, model!, sale);
    gone.delete(id);
    await add([bulkEntry(id, document)]);
  }
  await add([...gone].map(bulkDeletion));
}
