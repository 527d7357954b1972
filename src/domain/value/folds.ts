import type { Estimated } from './accuracy.ts';
import type { Features, ValueClass } from './features.ts';

/** A usable sale with the features of its parcel as far as they were known before it. */
export interface Sale extends Features {
  parcel: string;
  /** Days since 1970. */
  day: number;
  /** USD, above 0. */
  price: number;
}

export const FOLDS = 10;

/** Sales of one parcel are in one fold, whatever other sales there are. */
export function foldOf(parcel: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < parcel.length; at++) hash = Math.imul(hash ^ parcel.charCodeAt(at), 0x01000193);
  return ((hash ^ (hash >>> 15)) >>> 0) % FOLDS;
}

/** A sale that its estimator was not made of: the estimate, and the price on the day of the estimate. */
export interface Tested extends Estimated {
  parcel: string;
  class: ValueClass;
  fold: number;
  day: number;
  /** The price on the day of the sale. */
  paid: number;
}

/** Tests an estimator with sales; leaves out sales without an estimate. */
export const tested = (sales: readonly Sale[], valued: (sale: Sale) => Estimated): Tested[] =>
  sales
    .map((sale) => {
      const { parcel, day, price: paid, words } = sale;
      return { ...valued(sale), parcel, class: words[0] as ValueClass, fold: foldOf(parcel), day, paid };
    })
    .filter(({ estimate }) => estimate > 0);

/**
 * Tests each fold with an estimator made of the other folds.
 * @param learn makes an estimator of sales.
 * @param from the first fold that is tested.
 * @param end the first one after it that is not.
 */
export function tenFolds(
  sales: readonly Sale[],
  learn: (others: Sale[]) => (sale: Sale) => Estimated,
  from = 0,
  end = FOLDS,
): Tested[] {
  const byFold = Map.groupBy(sales, ({ parcel }) => foldOf(parcel));
  return [...byFold].flatMap(([fold, own]) => {
    if (fold < from || fold >= end) return [];
    const ownParcels = new Set(own);
    return tested(own, learn(sales.filter((sale) => !ownParcels.has(sale))));
  });
}
