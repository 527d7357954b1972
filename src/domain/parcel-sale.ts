/**
 * A sale as a parcel record or a deed reports it: USD, `YYYY-MM-DD` (a deed's sale date, else its recorded date), and
 * whether it was at arm's length; null is unknown.
 */
export type SaleFacts = { price: number | null; date: string | null; arms_length: boolean | null };

/**
 * The sale shown with a parcel: the newer of the record's own and the newest deed with a price above 0; null when
 * nothing is known. At equal dates it is the deed's; an undated sale is older than any dated one.
 *
 * A priced sale is shown even if a transfer without a known price above 0 came after it. If nothing has a price, the
 * record's own date is shown with a null price.
 */
export function parcelSale(own: SaleFacts | null, newestPricedDeed: SaleFacts | null): SaleFacts | null {
  if (isPriced(newestPricedDeed))
    return isPriced(own) && isNewer(own, newestPricedDeed) ? own : newestPricedDeed;
  if (isPriced(own)) return own;
  return own?.date ? { ...own, price: null } : null;
}

function isPriced(sale: SaleFacts | null): sale is SaleFacts & { price: number } {
  return sale !== null && sale.price !== null && sale.price > 0;
}

function isNewer(a: SaleFacts, b: SaleFacts): boolean {
  // ISO dates sort correctly as text; '' comes before every date.
  return (a.date ?? '') > (b.date ?? '');
}
