import type { IndexKind } from '../../../stores/elastic/indices.ts';
import { type BulkWriter, bulkWriter } from '../bulk.ts';
import { type DeriveContext, touchedCounties, touchedParcels } from './changes.ts';
import {
  type CountyFigures,
  computeCountyFigures,
  type MovedFigures,
  readCountyFigures,
  type StoredFigures,
  writeCountyFigures,
} from './counties.ts';
import { computeFacts } from './facts.ts';
import { deriveDeedGroups } from './groups.ts';
import { PARCELS_AT_ONCE, renewed, type StoredParcel } from './renew.ts';
import { inParallel, scan } from './scan.ts';
import { deriveValues } from './values/values.ts';
import { contractorsView } from './views/contractors.ts';
import { coverageView } from './views/coverage.ts';
import { flippersView } from './views/flippers.ts';
import { flipsView } from './views/flips.ts';
import { marketView } from './views/market.ts';
import { ownersView } from './views/owners.ts';
import { packsView } from './views/packs.ts';
import { trendsView } from './views/trends.ts';
import { deriveView, kindsOf, touchedKinds, type View } from './views/view.ts';

export const VIEWS: readonly View[] = [
  coverageView,
  ownersView,
  contractorsView,
  flipsView,
  flippersView,
  marketView,
  trendsView,
  packsView,
];

const STEPS = 4 + VIEWS.length;

/** Numbers steps in their order: `owners (step 5 of 12)`. */
export function stepNames(): (what: string) => string {
  let step = 0;
  return (what) => `${what} (step ${++step} of ${STEPS})`;
}

async function storedParcels({ client, indices }: DeriveContext, ids: string[]): Promise<StoredParcel[]> {
  const { docs } = await client.mget<StoredParcel>({ index: indices.parcels, ids });
  return docs.flatMap((doc) => ('found' in doc && doc.found ? [doc._source!] : []));
}

interface SomeParcels {
  ids: string[];
  read(): Promise<StoredParcel[]>;
}

/** The parcels that a change affects; when everything is recomputed, each parcel once, in the order of the index. */
async function* concernedParcels(context: DeriveContext): AsyncGenerator<SomeParcels> {
  const { client, indices, all } = context;
  if (!all) {
    for await (const ids of touchedParcels(context, ['deeds', 'permits'], PARCELS_AT_ONCE))
      yield { ids, read: () => storedParcels(context, ids) };
    return;
  }
  const everything = { query: { match_all: {} }, size: PARCELS_AT_ONCE };
  for await (const hits of scan<StoredParcel>(client, indices.parcels, everything, [])) {
    const parcels = hits.map(({ _source }) => _source);
    yield { ids: parcels.map(({ id }) => id), read: async () => parcels };
  }
}

/** How many of these parcels deeds or permits of this load name. */
async function countNamed({ client, indices, load }: DeriveContext, parcels: string[]): Promise<number> {
  if (parcels.length === 0) return 0;
  const field = 'internal.parcel';
  const { aggregations } = await client.search<unknown, { named: { buckets: unknown[] } }>({
    index: [indices.deeds, indices.permits],
    size: 0,
    query: { bool: { filter: [{ term: { 'internal.load': load } }, { terms: { [field]: parcels } }] } },
    aggs: { named: { terms: { field, size: parcels.length } } },
  });
  return aggregations!.named.buckets.length;
}

/** Returns how many parcels this load names that are not stored. */
async function deriveFacts(
  context: DeriveContext,
  writer: BulkWriter,
  { ids, read }: SomeParcels,
  figures: (fips: string) => CountyFigures,
): Promise<number> {
  const { client, indices } = context;
  const parcels = await read();
  const stored = new Set(parcels.map(({ id }) => id));
  const absent = await countNamed(
    context,
    ids.filter((id) => !stored.has(id)),
  );
  if (parcels.length === 0) return absent;
  const facts = await computeFacts(
    client,
    indices,
    parcels.map(({ id }) => id),
  );
  await writer.add(
    parcels.flatMap((parcel) => {
      const scored = { facts: facts.get(parcel.id) ?? null, county: figures(parcel.county_fips) };
      return renewed(parcel, { scored }, context);
    }),
  );
  return absent;
}

export interface Derived {
  rewritten: number;
  /** Parcels that deeds and permits of this load name, and that are not stored. */
  absent: number;
  /** Counties scored again: their figures are settled once readers find those scores. */
  settled: StoredFigures[];
}

/** Brings the sales of parcels up to date. Returns how many were written, and how many this load names that are not stored. */
async function deriveSales(context: DeriveContext, figures: (fips: string) => CountyFigures) {
  const writer = bulkWriter(context.client, context.indices.parcels);
  let absent = 0;
  await inParallel(concernedParcels(context), async (some) => {
    const unknown = await deriveFacts(context, writer, some, figures);
    absent += unknown;
    context.onProgress(some.ids.length);
  });
  return { resold: await writer.finish(), absent };
}

/** The counties whose figures moved. They are stored, but not settled: their parcels must be scored by them. */
async function moveFigures(
  context: DeriveContext,
  figures: (fips: string) => StoredFigures,
): Promise<Map<string, MovedFigures>> {
  const { client, indices } = context;
  const moved = new Map<string, MovedFigures>();
  await inParallel(touchedCounties(context), async (county_fips) => {
    const before = figures(county_fips);
    const computed = await computeCountyFigures(client, indices.parcels, county_fips);
    const isRight = before.ratio === computed.ratio && before.permits_linked === computed.permits_linked;
    if (before.settled && isRight) return;
    const now = { county_fips, ...computed, settled: true };
    await writeCountyFigures(client, indices.counties, { ...now, settled: false });
    moved.set(county_fips, { before, now });
  });
  return moved;
}

async function deriveParcels(context: DeriveContext): Promise<Derived> {
  const figures = await readCountyFigures(context.client, context.indices.counties);
  context.onStep('sales of parcels');
  const { resold, absent } = await deriveSales(context, figures);
  context.onStep('figures of counties');
  const moved = await moveFigures(context, figures);
  context.onStep('deal scores and values');
  const rewritten = resold + (await deriveValues(context, moved));
  return { rewritten, absent, settled: [...moved.values()].map(({ now }) => now) };
}

/**
 * Brings everything that depends on several records up to date after loads: `usable_for_stats` of deeds, the sale, deal
 * score and value of parcels, the ratio of counties, and the views. Figures are recomputed completely, but only for what changed
 * since the last complete derive step, whichever load changed it. After a crash the next step does the same, until the mark
 * of the derived load says that all is done and in use.
 */
export async function derive(context: DeriveContext): Promise<Derived> {
  context.onStep('deeds');
  await deriveDeedGroups(context);
  const derived = await deriveParcels(context);
  const rewritten = new Set<IndexKind>();
  for (const view of VIEWS) {
    context.onStep(kindsOf(view)[0]!);
    const kinds = touchedKinds(context, view, rewritten);
    if (kinds.length === 0) continue;
    for (const kind of await deriveView(context, view, kinds)) rewritten.add(kind);
  }
  return derived;
}
