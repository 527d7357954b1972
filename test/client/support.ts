import { createTerrier, type TerrierOptions } from 'terrier/client';
import { retrying } from '../../clients/typescript/retry.mjs';
import type { Clock } from '../../src/domain/timer.ts';
import type { Harness } from '../helper.ts';

/** Parcels of two invented owners, `count` of them in Lancaster County, Nebraska. */
export const parcels = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    county_fips: '31109',
    parcel_id: `R-${at}/1`,
    street: `${100 + at} N OAK ST`,
    city: 'LINCOLN',
    zip: '68508',
    location: { lat: 40.8 + at / 10_000, lon: -96.7 },
    owner_name: at % 5 === 4 ? 'WREN, ODETTE' : 'OAK STREET HOLDINGS LLC',
    mailing_address: '12 PINE AVE',
    mailing_city: 'OMAHA',
    mailing_state: at % 2 === 0 ? 'IA' : 'NE',
    mailing_zip: '68101',
    total_assessed_value: 100_000 + at * 1_000,
  }));

/** An API that listens on loopback, with clients that count the requests they make. */
export async function listening(harness: Harness, settings: Record<string, string> = {}, now?: () => number) {
  const app = await harness.app(settings, now);
  const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    app,
    baseUrl,
    /** @param startTimer waits in place of the client, which then tries once. */
    client(options: Partial<TerrierOptions> = {}, startTimer?: Clock['startTimer']) {
      const sent: string[] = [];
      const counting = (request: Request) => {
        sent.push(`${request.method} ${new URL(request.url).pathname}`);
        return fetch(request);
      };
      const { tries = 4, maxWait = 60_000 } = options;
      const own = startTimer
        ? { ...options, fetch: retrying(counting, { tries, maxWait }, startTimer), tries: 1 }
        : { fetch: counting, ...options };
      return { terrier: createTerrier({ baseUrl, ...own }), sent };
    },
  };
}
