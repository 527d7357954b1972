import { analysisOf } from './analysis.ts';
import { CONTRACTORS } from './contractors.ts';
import { COUNTIES } from './counties.ts';
import { COVERAGE } from './coverage.ts';
import { DEEDS } from './deeds.ts';
import { FLIPPERS } from './flippers.ts';
import { FLIPS } from './flips.ts';
import { HOLDINGS } from './holdings.ts';
import { MARKET } from './market.ts';
import { OUTLINES } from './outlines.ts';
import { OWNERS } from './owners.ts';
import { PACKS } from './packs.ts';
import { PARCELS } from './parcels.ts';
import { PERMITS } from './permits.ts';
import { REMOVALS } from './removals.ts';
import { REMOVED } from './removed.ts';
import { RISKS } from './risks.ts';
import { SALES } from './sales.ts';
import { TRENDS } from './trends.ts';
import type { Fields } from './types.ts';
import { VALUES } from './values.ts';

/** The fields of each kind of index. */
export const FIELDS = {
  parcels: PARCELS,
  outlines: OUTLINES,
  deeds: DEEDS,
  permits: PERMITS,
  risks: RISKS,
  counties: COUNTIES,
  removals: REMOVALS,
  removed: REMOVED,
  coverage: COVERAGE,
  owners: OWNERS,
  holdings: HOLDINGS,
  contractors: CONTRACTORS,
  flips: FLIPS,
  flippers: FLIPPERS,
  market: MARKET,
  trends: TRENDS,
  packs: PACKS,
  values: VALUES,
  sales: SALES,
} as const satisfies Record<string, Fields>;

/** Goes up when stored records must be rewritten by `terrier reindex`, though their fields are indexed as before. */
const FORMS: Partial<Record<keyof typeof FIELDS, number>> = { deeds: 2, permits: 2 };

/** The index template of a kind, as `npm run generate:templates` writes it to `index-templates/`. */
export function templateOf(kind: keyof typeof FIELDS) {
  const fields: Fields = FIELDS[kind];
  const form = FORMS[kind];
  return {
    settings: {
      index: {
        refresh_interval: '-1',
        max_result_window: 10_000,
        // Percent of a segment's documents; see `compact`.
        merge: { policy: { expunge_deletes_allowed: 2 } },
        analysis: analysisOf(fields),
      },
    },
    mappings: { dynamic: 'strict', ...(form !== undefined && { _meta: { form } }), properties: fields },
  } as const;
}
