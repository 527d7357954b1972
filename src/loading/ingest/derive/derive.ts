import { type Situs, suggestionKeys } from '../../../domain/suggestion.ts';
import { packsTouching } from '../../../records/tiles/packed-tiles.ts';
import type { IndexKind } from '../../../stores/elastic/indices.ts';
import { bulkEntry, bulkWriter } from '../bulk.ts';
import type { StoredDocument } from '../kinds/kind.ts';
import { noteChange, touchedCounties, touchedParcels } from './changes.ts';
import type { DeriveContext } from './context.ts';
import {
  type CountyFigures,
  computeCountyFigures,
  readCountyFigures,
  type StoredFigures,
  withRatio,
  writeCountyFigures,
} from './counties.ts';
import { computeFacts } from './facts.ts';
import { deriveDeedGroups } from './groups.ts';
import { derivedKeys, type Facts, type OwnSale, type ParcelFigures } from './parcel.ts';
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

const PARCELS_AT_ONCE = 1_000;

interface StoredParcel extends StoredDocument, ParcelFigures, Situs {
  id: string;
  county_fips: string;
  parcel_id: string;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What earlier versions did not store. */
function lackingKeys(parcel: StoredParcel) {
  const { number, touched_packs, cells } = parcel.internal;
  if (number !== undefined && touched_packs !== undefined) return null;
  return {
    ...(number === undefined && suggestionKeys(parcel, parcel.parcel_id)),
    ...(touched_packs === undefined && {
      touched_packs: packsTouching((cells as string[] | undefined) ?? []),
    }),
  };
}

/** null when nothing changes. */
function rederive(parcel: StoredParcel, facts: Facts | null, county: CountyFigures, context: DeriveContext) {
  const own = parcel.internal.own as OwnSale | null;
  const { shown, internal } = derivedKeys(parcel, own, facts, county, context.today);
  const sameFacts = same(facts, parcel.internal.facts) && same(internal.ratio, parcel.internal.ratio);
  const lacking = lackingKeys(parcel);
  const sameShown = Object.entries(shown).every(([key, value]) => same(value, parcel[key]));
  if (sameFacts && !lacking && sameShown) return null;
  // Of what is derived here, the views of owners read only the sale date, for the first and last acquisition.
  const resold = shown.sale_date !== parcel.sale_date;
  const { internal: stored, ...record } = parcel;
  const before = { ...stored, ...lacking };
  if (resold) noteChange(context, 'sales', context.load, parcel);
  if (!sameShown) noteChange(context, 'scores', context.load, { ...parcel, internal: before });
  const updated_at = sameShown ? parcel.updated_at : context.at;
  // `internal` stays the last key, even where an earlier version stored fewer keys.
  return {
    ...record,
    ...shown,
    updated_at,
    internal: {
      ...before,
      ...internal,
      facts,
      ...(resold && { sale_load: context.load }),
      ...(!sameShown && { shown_load: context.load }),
    },
  };
}

function parcelWriter({ client, indices }: DeriveContext) {
  const { add, finish } = bulkWriter(client, indices.parcels);
  let count = 0;
  return {
    async add(parcels: (StoredParcel | null)[]): Promise<void> {
      const changed = parcels.filter((parcel) => parcel !== null);
      count += changed.length;
      await add(changed.map((parcel) => bulkEntry(parcel.id, parcel)));
    },
    /** Makes searches find the parcels. Returns how many were written. */
    async finish(): Promise<number> {
      await finish();
      return count;
    },
  };
}
type ParcelWriter = ReturnType<typeof parcelWriter>;

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
  const { client, indices, all, foreseen } = context;
  if (!all) {
    for await (const ids of touchedParcels(context, ['deeds', 'permits'], PARCELS_AT_ONCE, foreseen))
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
  writer: ParcelWriter,
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
    parcels.map((parcel) =>
      rederive(parcel, facts.get(parcel.id) ?? null, figures(parcel.county_fips), context),
    ),
  );
  return absent;
}

const onlyRatioMoved = (before: StoredFigures, after: CountyFigures): boolean =>
  before.settled &&
  before.permits_linked === after.permits_linked &&
  (before.ratio ?? 0) > 0 &&
  (after.ratio ?? 0) > 0;

async function rescoreCounty(
  context: DeriveContext,
  writer: ParcelWriter,
  before: StoredFigures,
  figures: CountyFigures,
): Promise<void> {
  const { county_fips } = before;
  const query = onlyRatioMoved(before, figures) ? withRatio(county_fips) : { term: { county_fips } };
  const pages = scan<StoredParcel>(context.client, context.indices.parcels, { query, size: PARCELS_AT_ONCE });
  await inParallel(pages, async (hits) => {
    await writer.add(
      hits.map(({ _source: parcel }) =>
        rederive(parcel, (parcel.internal.facts as Facts | null) ?? null, figures, context),
      ),
    );
    context.onProgress(hits.length);
  });
}

export interface Derived {
  rewritten: number;
  /** Parcels that deeds and permits of this load name, and that are not stored. */
  absent: number;
  /** Counties scored again: their figures are settled once readers find those scores. */
  settled: StoredFigures[];
}

async function deriveParcels(context: DeriveContext): Promise<Derived> {
  const { client, indices } = context;
  let read: ReturnType<typeof readCountyFigures> | undefined;
  const readFigures = () => {
    read ??= readCountyFigures(client, indices.counties);
    return read;
  };

  context.onStep('sales of parcels');
  const sales = parcelWriter(context);
  let absent = 0;
  await inParallel(concernedParcels(context), async (some) => {
    const unknown = await deriveFacts(context, sales, some, await readFigures());
    absent += unknown;
    context.onProgress(some.ids.length);
  });
  const resold = await sales.finish();

  context.onStep('deal scores');
  const scores = parcelWriter(context);
  const settled: StoredFigures[] = [];
  await inParallel(touchedCounties(context), async (county) => {
    const stored = (await readFigures())(county);
    const guess = context.foreseen.has(county) ? stored.ratio : null;
    const computed = await computeCountyFigures(client, indices.parcels, county, guess);
    const next = { county_fips: county, ...computed, settled: true };
    const isRight = stored.ratio === next.ratio && stored.permits_linked === next.permits_linked;
    if (stored.settled && isRight) return;
    await writeCountyFigures(client, indices.counties, { ...next, settled: false });
    await rescoreCounty(context, scores, stored, computed);
    settled.push(next);
  });
  return { rewritten: resold + (await scores.finish()), absent, settled };
}

/**
 * Brings everything that depends on several records up to date after loads: `usable_for_stats` of deeds, the sale and
 * deal score of parcels, the ratio of counties, and the views. Figures are recomputed completely, but only for what changed
 * since the last complete derive step, whichever load changed it. After a crash the next step does the same, until the mark
 * of the derived load says that all is done and in use.
 */
export async function derive(context: DeriveContext): Promise<Derived> {
  context.onStep('deeds');
  await deriveDeedGroups(context);
  const derived = await deriveParcels(context);
  context.onStep('values');
  await deriveValues(context);
  const rewritten = new Set<IndexKind>();
  for (const view of VIEWS) {
    context.onStep(kindsOf(view)[0]!);
    const kinds = touchedKinds(context, view, rewritten);
    if (kinds.length === 0) continue;
    for (const kind of await deriveView(context, view, kinds)) rewritten.add(kind);
  }
  return derived;
}
