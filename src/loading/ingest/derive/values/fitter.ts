import { Piscina } from 'piscina';
import type { AssessmentModel } from '../../../../domain/value/assessment.ts';
import { ASSESSED } from '../../../../domain/value/features.ts';
import { LEAST_TESTED } from '../../../../domain/value/intervals.ts';
import { LEAST_SALES, type Sale, type Valuation, type ValueModel } from '../../../../domain/value/model.ts';
import { stopSignal, throwIfStopped } from '../../../../stores/elastic/client.ts';
import type { DeriveContext } from '../context.ts';

const WORKER = new URL('../../../../../workers/value.ts', import.meta.url).href;

export type Fitted = Valuation<ValueModel | AssessmentModel>;

/** Whether there are sales enough for a model, or for a ratio of prices to what was assessed. */
const isOfUse = (sales: readonly Sale[]): boolean =>
  sales.length >= LEAST_SALES || sales.filter(({ numbers }) => numbers[ASSESSED]! > 0).length >= LEAST_TESTED;

/** Fits models in a thread, which starts with the first one. Close it at the end. */
export function createFitter({ client }: DeriveContext) {
  let pool: Piscina | null = null;
  return {
    /** null where the sales allow no estimates. */
    async fit(sales: readonly Sale[]): Promise<Fitted | null> {
      if (!isOfUse(sales)) return null;
      pool ??= new Piscina({ filename: WORKER, minThreads: 1, maxThreads: 1 });
      const known = sales.map(({ parcel, day, price, numbers, words }) => ({
        parcel,
        day,
        price,
        numbers,
        words,
      }));
      try {
        return await pool.run(known, { signal: stopSignal(client) });
      } catch (error) {
        throwIfStopped(client);
        throw error;
      }
    },
    close: async (): Promise<void> => pool?.destroy(),
  };
}
export type Fitter = ReturnType<typeof createFitter>;
