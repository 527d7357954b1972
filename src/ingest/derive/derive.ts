import { type Situs, type SuggestionKeys, suggestionKeys } from '../../domain/suggestion.ts';
import { bulkChange, bulkEntry } from '../bulk.ts';
import type { StoredDocument } from '../kinds/kind.ts';
import {
  type CountyFigures,
  computeCountyFigures,
  readCountyFigures,
  type StoredFigures,
  writeCountyFigures,
} from './counties.ts';
import { computeFacts } from './facts.ts';
import { deriveDeedGroups } from './groups.ts';
import { inParallel } from './parallel.ts';
import { derivedKeys, type Facts, type OwnSale, type ParcelFigures } from './parcel.ts';
import { type DeriveContext, scan } from './scan.ts';
import { touchedCounties, touchedLoadedParcels } from './touched.ts';
import { contractorsView } from './views/contractors.ts';
import { coverageView } from './views/coverage.ts';
import { flippersView } from './views/flippers.ts';
import { flipsView } from './views/flips.ts';
import { holdingsView } from './views/holdings.ts';
import { marketView } from './views/market.ts';
import { ownersView } from './views/owners.ts';
import { trendsView } from './views/trends.ts';
import { deriveView, type View } from './views/view.ts';

/** Every view, each after those that it reads. */
export const VIEWS: readonly View[] = [
  coverageView,
  ownersView,
  holdingsView,
  contractorsView,
  flipsView,
  flippersView,
  marketView,
  trendsView,
];

/** How many steps a derive step tells of: deeds, sales of parcels, deal scores, and each view. */
const STEPS = 3 + VIEWS.length;

/** Names steps in their order: `owners (step 5 of 11)`. */
export function stepNames(): (what: string) => string {
  let step = 0;
  return (what) => `${what} (step ${++step} of ${STEPS})`;
}

const PARCELS_AT_ONCE = 1_000;

interface StoredParcel extends StoredDocument, ParcelFigures, Situs {
  id: string;
  county_fips: string;
  parcel_id: string;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What a parcel is suggested by, where an earlier version stored it without. */
function lackingKeys(parcel: StoredParcel): SuggestionKeys | null {
  return parcel.internal.number === undefined ? suggestionKeys(parcel, parcel.parcel_id) : null;
}

/** The parcel with its derived keys as `facts` and `county` make them, or null when nothing changes. */
function rederive(parcel: StoredParcel, facts: Facts | null, county: CountyFigures, context: DeriveContext) {
  const own = parcel.internal.own as OwnSale | null;
  const { shown, internal } = derivedKeys(parcel, own, facts, county, context.today);
  const sameFacts = same(facts, parcel.internal.facts) && same(internal.ratio, parcel.internal.ratio);
  const lacking = lackingKeys(parcel);
  const sameShown = Object.entries(shown).every(([key, value]) => same(value, parcel[key]));
  if (sameFacts && !lacking && sameShown) return null;
  // Of what is derived, other figures are made of the sale date alone: an owner's first and last acquisition.
  const load = shown.sale_date === parcel.sale_date ? parcel.internal.load : context.load;
  const { internal: before, ...record } = parcel;
  const updated_at = sameShown ? parcel.updated_at : context.at;
  // What is internal stays the last key, also where an earlier version stored fewer keys.
  return {
    ...record,
    ...shown,
    updated_at,
    internal: { ...before, ...internal, ...lacking, facts, load },
  };
}

async function writeParcels(context: DeriveContext, parcels: (StoredParcel | null)[]): Promise<number> {
  const changed = parcels.filter((parcel) => parcel !== null);
  const { client, indices } = context;
  const entries = changed.map((parcel) => bulkEntry(parcel.id, parcel));
  if (entries.length > 0) await bulkChange(client, indices.parcels, entries);
  return changed.length;
}

/** Recomputes the facts of these parcels, as far as they are loaded. */
async function deriveFacts(context: DeriveContext, ids: string[], figures: (fips: string) => CountyFigures) {
  const { client, indices } = context;
  const [facts, { docs }] = await Promise.all([
    computeFacts(client, indices, ids),
    client.mget<StoredParcel>({ index: indices.parcels, ids }),
  ]);
  const parcels = docs.flatMap((doc) => ('found' in doc && doc.found ? [doc._source!] : []));
  return writeParcels(
    context,
    parcels.map((parcel) =>
      rederive(parcel, facts.get(parcel.id) ?? null, figures(parcel.county_fips), context),
    ),
  );
}

/** Scores every parcel of a county anew, after the county's own figures changed. */
async function rescoreCounty(context: DeriveContext, county: string, figures: CountyFigures) {
  const search = { query: { term: { county_fips: county } }, size: PARCELS_AT_ONCE };
  let changed = 0;
  const pages = scan<StoredParcel>(context.client, context.indices.parcels, search);
  await inParallel(pages, async (hits) => {
    const parcels = hits.map(({ _source: parcel }) =>
      rederive(parcel, (parcel.internal.facts as Facts | null) ?? null, figures, context),
    );
    const count = await writeParcels(context, parcels);
    changed += count;
    context.onProgress(hits.length);
  });
  return changed;
}

/** What a derive step did. */
export interface Derived {
  /** Parcels that were rewritten. */
  rewritten: number;
  /** Counties that were scored anew: their figures are settled once readers find those scores. */
  settled: StoredFigures[];
}

/** Sale and score of the parcels, and the ratio of their counties. */
async function deriveParcels(context: DeriveContext, refresh: () => Promise<void>): Promise<Derived> {
  const { client, indices } = context;
  context.onStep('sales of parcels');
  const figures = await readCountyFigures(client, indices.counties);
  let rewritten = 0;
  const settled: StoredFigures[] = [];
  await inParallel(touchedLoadedParcels(context, PARCELS_AT_ONCE), async (ids) => {
    const changed = await deriveFacts(context, ids, figures);
    rewritten += changed;
    context.onProgress(ids.length);
  });
  await refresh();

  context.onStep('deal scores');
  await inParallel(touchedCounties(context), async (county) => {
    const computed = await computeCountyFigures(client, indices.parcels, county);
    const stored = figures(county);
    const next = { county_fips: county, ...computed, settled: true };
    if (stored.settled && stored.ratio === next.ratio && stored.permits_linked === next.permits_linked)
      return;
    await writeCountyFigures(client, indices.counties, { ...next, settled: false });
    const rescored = await rescoreCounty(context, county, computed);
    rewritten += rescored;
    settled.push(next);
  });
  await refresh();
  return { rewritten, settled };
}

/**
 * Brings everything that depends on several records up to date after loads: `usable_for_stats` of deeds, the sale
 * and the deal score of parcels, the ratio of counties, and every view. Figures are recomputed whole, only for what
 * changed since the last complete derive step; a crash anywhere is mended by the next one, until `writeDerivedLoad`
 * says that all is done and in use.
 */
export async function derive(context: DeriveContext): Promise<Derived> {
  const { client, indices } = context;
  const refresh = async () => {
    await client.indices.refresh({ index: Object.values(indices) });
  };
  context.onStep('deeds');
  await refresh();
  if ((await deriveDeedGroups(context)) > 0) await refresh();
  const derived = await deriveParcels(context, refresh);
  for (const view of VIEWS) {
    context.onStep(view.kind);
    await deriveView(context, view);
    await client.indices.refresh({ index: indices[view.kind] });
  }
  return derived;
}
