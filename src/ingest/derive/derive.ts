import type { Client, estypes } from '@elastic/elasticsearch';
import { bulkEntry, bulkRewrite } from '../bulk.ts';
import type { StoredDocument } from '../kinds/kind.ts';
import {
  type CountyFigures,
  computeCountyFigures,
  readCountyFigures,
  readDerivedLoad,
  writeCountyFigures,
} from './counties.ts';
import { computeFacts } from './facts.ts';
import { deriveDeedGroups } from './groups.ts';
import { derivedKeys, type Facts, type OwnSale, type ParcelFigures } from './parcel.ts';
import { changedSince, distinct, scan } from './scan.ts';

/** The indices or aliases that a derive step reads and writes. */
export interface DeriveIndices {
  parcels: string;
  deeds: string;
  permits: string;
  counties: string;
}

const PARCELS_AT_ONCE = 500;

type StoredParcel = StoredDocument & ParcelFigures & { id: string; county_fips: string };

interface Context {
  client: Client;
  indices: DeriveIndices;
  load: number;
  today: string;
  onProgress: (done: number) => void;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The parcel with its derived keys as `facts` and `county` make them, or null when nothing changes. */
function rederive(parcel: StoredParcel, facts: Facts | null, county: CountyFigures, context: Context) {
  const own = parcel.internal.own as OwnSale | null;
  const { shown, internal } = derivedKeys(parcel, own, facts, county, context.today);
  const unchanged =
    same(facts, parcel.internal.facts) &&
    same(internal.ratio, parcel.internal.ratio) &&
    Object.entries(shown).every(([key, value]) => same(value, parcel[key]));
  if (unchanged) return null;
  return {
    ...parcel,
    ...shown,
    internal: { ...parcel.internal, ...internal, facts, load: context.load },
  };
}

async function writeParcels(context: Context, parcels: (StoredParcel | null)[]): Promise<number> {
  const changed = parcels.filter((parcel) => parcel !== null);
  const { client, indices } = context;
  const entries = changed.map((parcel) => bulkEntry(parcel.id, parcel));
  if (entries.length > 0) await bulkRewrite(client, indices.parcels, entries);
  return changed.length;
}

/** Recomputes the facts of these parcels, as far as they are loaded. */
async function deriveFacts(context: Context, ids: string[], figures: (fips: string) => CountyFigures) {
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
async function rescoreCounty(context: Context, county: string, figures: CountyFigures): Promise<number> {
  const search = { query: { term: { county_fips: county } }, size: PARCELS_AT_ONCE * 2 };
  let changed = 0;
  for await (const hits of scan<StoredParcel>(context.client, context.indices.parcels, search)) {
    const parcels = hits.map(({ _source: parcel }) =>
      rederive(parcel, (parcel.internal.facts as Facts | null) ?? null, figures, context),
    );
    changed += await writeParcels(context, parcels);
    context.onProgress(hits.length);
  }
  return changed;
}

async function collect(pages: AsyncGenerator<string[]>): Promise<string[]> {
  const all: string[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

/** Counties, at most some three thousand, that have deeds or permits. */
async function countiesWithHistory({ client, indices }: Context): Promise<string[]> {
  const everything: estypes.QueryDslQueryContainer = { match_all: {} };
  const lists = await Promise.all(
    [indices.deeds, indices.permits].map((index) =>
      collect(distinct(client, index, 'county_fips', everything, 5_000)),
    ),
  );
  return [...new Set(lists.flat())];
}

/** The parcels whose deeds or permits changed, and the changed parcels where deeds or permits exist. */
async function* parcelsToDerive(context: Context, derivedLoad: number): AsyncGenerator<string[]> {
  const { client, indices } = context;
  const changed = changedSince(derivedLoad);
  for (const index of [indices.deeds, indices.permits]) {
    yield* distinct(client, index, 'internal.touched', changed, PARCELS_AT_ONCE);
  }
  const counties = await countiesWithHistory(context);
  if (counties.length === 0) return;
  const query = { bool: { filter: [changed, { terms: { county_fips: counties } }] } };
  yield* distinct(client, indices.parcels, 'id', query, PARCELS_AT_ONCE);
}

async function refresh({ client, indices }: Context): Promise<void> {
  const { parcels, deeds, permits, counties } = indices;
  await client.indices.refresh({ index: [parcels, deeds, permits, counties] });
}

/**
 * Brings everything that depends on several records up to date after loads: `usable_for_stats` of deeds, the sale
 * and the deal score of parcels, the ratio of counties. Figures are recomputed whole, only for what changed since
 * the last complete derive step; a crash anywhere is mended by the next one, until `writeDerivedLoad` says that all
 * is done and in use. Returns the parcels rewritten.
 */
export async function derive(
  client: Client,
  indices: DeriveIndices,
  stamp: { load: number; today: string },
  onProgress: (done: number) => void = () => {},
): Promise<number> {
  const context: Context = { client, indices, load: stamp.load, today: stamp.today, onProgress };
  const derivedLoad = await readDerivedLoad(client, indices.counties);
  await refresh(context);
  if ((await deriveDeedGroups(client, indices.deeds, derivedLoad)) > 0) await refresh(context);

  const figures = await readCountyFigures(client, indices.counties);
  let changed = 0;
  for await (const ids of parcelsToDerive(context, derivedLoad)) {
    changed += await deriveFacts(context, ids, figures);
    onProgress(ids.length);
  }
  await refresh(context);

  const counties = await collect(
    distinct(client, indices.parcels, 'county_fips', changedSince(derivedLoad), 5_000),
  );
  for (const county of counties) {
    const computed = await computeCountyFigures(client, indices.parcels, county);
    const stored = figures(county);
    const next = { county_fips: county, ...computed, settled: true };
    if (stored.settled && stored.ratio === next.ratio && stored.permits_linked === next.permits_linked)
      continue;
    await writeCountyFigures(client, indices.counties, { ...next, settled: false });
    changed += await rescoreCounty(context, county, computed);
    await writeCountyFigures(client, indices.counties, next);
  }
  await refresh(context);
  return changed;
}
