import { readNumber } from '../../../domain/written-number.ts';
import type { CanonicalRecord, PublishedRow, TableAdapter } from './adapter.ts';

const BOOK_PAGE = /^\s*0*(\d+)\/0*(\d+)\s*$/;

/**
 * Sales of Lebanon, New Hampshire: the last sale of each parcel and up to three before it.
 *
 * The columns of the prior prices are shifted: "ID2" repeats the price of the first prior sale in every row, and "ID3"
 * holds the price of the second (it agrees with the other parcels of the same deed in 99 of 100 cases, "ID2" in 67).
 * So the third prior sale has no price. A prior sale has no names.
 *
 * Book and page are the document number: they are the same for all parcels of a deed, and in next year's file, which has
 * the sale as a prior one.
 */
export const lebanonNhDeeds: TableAdapter<'deeds'> = {
  reads: 'table',
  name: 'lebanon-nh-deeds',
  kind: 'deeds',
  summary: 'Lebanon, New Hampshire, assessor: last sale and three prior sales of each parcel',
  file: 'parcels_owners_sales.csv',
  columns: [
    'parcel_id',
    'owner_name',
    'nhdra_book pg',
    'nhdra_saleprice',
    'nhdra_saledate',
    'nhdra_qualified',
    'nhdra_grantor',
    'nhdra_ID1 Prior Sale Price',
    'nhdra_ID1 Prior Sale Date',
    'nhdra_ID1 Prior Book Page',
    'nhdra_ID2 Prior Sale Date',
    'nhdra_ID2 Prior Book Page',
    'nhdra_ID3 Prior Sale Price',
    'nhdra_ID3 Prior Sale Date',
    'nhdra_ID3 Prior Book Page',
  ],
  map(row): CanonicalRecord<'deeds'>[] {
    const seen = new Set<string>();
    const records: CanonicalRecord<'deeds'>[] = [];
    const add = (
      bookPage: string | undefined,
      date: string | undefined,
      price: string | undefined,
      more?: CanonicalRecord<'deeds'>,
    ) => {
      const sale = saleOf(bookPage ?? '', date ?? '', price ?? '');
      // One deed can be in a row twice, with its book or page zero-filled or with either of its dates.
      const key = sale?.document_number ?? sale?.sale_date;
      if (!sale || (key && seen.has(key))) return;
      if (key) seen.add(key);
      records.push({
        county_fips: '33009',
        parcel_id: row.parcel_id,
        ...sale,
        ...more,
        source: 'lebanon-nh-assessor',
      });
    };
    add(row['nhdra_book pg'], row.nhdra_saledate, row.nhdra_saleprice, lastSale(row));
    add(
      row['nhdra_ID1 Prior Book Page'],
      row['nhdra_ID1 Prior Sale Date'],
      row['nhdra_ID1 Prior Sale Price'],
    );
    add(
      row['nhdra_ID2 Prior Book Page'],
      row['nhdra_ID2 Prior Sale Date'],
      row['nhdra_ID3 Prior Sale Price'],
    );
    add(row['nhdra_ID3 Prior Book Page'], row['nhdra_ID3 Prior Sale Date'], '');
    return records;
  },
};

/** The date, blank for the placeholder 1901-01-01; 1900-01-01 is one in every source, and counted as nulled. */
const saleDate = (published: string) => (published.startsWith('1901-01-01') ? '' : published);

/** Only the last sale has parties, and whether the state counts it as qualified (Q) or not (U). */
function lastSale(row: PublishedRow) {
  const flag = row.nhdra_qualified;
  return {
    grantor: row.nhdra_grantor,
    grantee: (row.owner_name ?? '').replace(/\s*[&+]\s*$/, ''),
    is_arm_length: flag === 'Q' ? true : flag === 'U' ? false : null,
  };
}

/** One sale, or null without a deed, a date and a price (`0/0`, 1900-01-01, 0). */
function saleOf(bookPage: string, date: string, price: string) {
  const deed = deedNumber(bookPage);
  const sale_date = saleDate(date);
  const dated = sale_date !== '' && !sale_date.startsWith('1900-01-01');
  if (deed.document_number === null && !dated && !((readNumber(price) ?? 0) > 0)) return null;
  return { ...deed, sale_date, sale_price_usd: price };
}

/** `09669/0540` as book 9669, page 540; `0/0` and blank are none, other forms stay whole. */
function deedNumber(published: string) {
  const match = BOOK_PAGE.exec(published);
  if (!match) return { document_number: published.trim() || null, book: null, page: null };
  const [, book, page] = match;
  if (book === '0' && page === '0') return { document_number: null, book: null, page: null };
  return { document_number: `${book}/${page}`, book, page };
}
