import type { Reader } from './reads.ts';

/** Uses up a small monthly limit through both processes, and counts what was granted. */
export function createSpender({ ledger, records, api }: Reader, key: string, limit: number) {
  const month = new Date().getUTCMonth();
  let granted = 0;
  let refused = 0;
  return {
    async spend(): Promise<void> {
      const path = `/api/v1/parcels/${records.riskOf}`;
      const { status, json } = await ledger.ask('limited', api(), {
        key,
        route: 'get /api/v1/parcels/{id}',
        path,
      });
      if (status === 200) granted++;
      if (status === 429) refused++;
      if (status === 429 && json.code !== 'monthly_limit') ledger.find(`limited: refused for ${json.code}`);
    },
    judge(): void {
      // A new month has a new limit.
      if (granted > limit && new Date().getUTCMonth() === month)
        ledger.find(`limited: ${granted} were granted of ${limit}`);
    },
    figures: () => `limit of a key: ${limit} lookups, ${granted} granted, ${refused} requests refused`,
  };
}
