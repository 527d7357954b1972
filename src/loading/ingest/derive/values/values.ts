import { hash } from 'node:crypto';
import type { estypes } from '@elastic/elasticsearch';
import PQueue from 'p-queue';
import { Piscina } from 'piscina';
import { isCounty } from '../../../../domain/geography.ts';
import {
  type AssessmentModel,
  assessmentValuation,
  isAssessed,
} from '../../../../domain/value/assessment.ts';
import { LEAST_TESTED } from '../../../../domain/value/intervals.ts';
import {
  isEnough,
  LEAST_SALES,
  PARTS,
  type Valuation,
  type ValuationPart,
  type ValueModel,
  valuation,
} from '../../../../domain/value/model.ts';
import { stopSignal, throwIfStopped } from '../../../../stores/elastic/client.ts';
import { type BulkWriter, bulkDeletion, bulkEntry, bulkWriter } from '../../bulk.ts';
import { type DeriveContext, touched } from '../changes.ts';
import { type MovedFigures, scoredBy } from '../counties.ts';
import type { Facts } from '../parcel.ts';
import { PARCELS_AT_ONCE, renewed, type StoredParcel } from '../renew.ts';
import { inParallel, scan, searchTogether } from '../scan.ts';
import { writeComparables } from './comparables.ts';
import { dateOf, type ParcelSale, usableSales } from './sales.ts';

/** Goes up when the same sales give another model. */
const VERSION = 2;
const MOST_COUNTIES = 1_000;

type Fitted = Valuation<ValueModel | AssessmentModel>;

/** A stored model: of a county, or of the counties of a state that have few sales. */
interface ModelDocument extends Omit<Fitted, 'outOfFold'> {
  state_fips: string;
  scope: 'county' | 'state' | 'assessment';
  as_of: string;
  measured_at: string;
  /** `found`: the sales that it is made of. */
  internal: { key: string; found: string };
}

/** How the parcels of a county are valued. */
interface CountyDocument extends Pick<ModelDocument, 'state_fips' | 'scope' | 'as_of'> {
  county_fips: string;
  accuracy: object[];
  /** `model`: the key of its model; `served`: the sales that the model was made of. */
  internal: { key: string; model: string; served: string };
}

/** Idle threads stay while the sales of the next model are read. A larger young generation would take memory and save no time. */
const THREADS = {
  filename: new URL('../../../../../workers/value.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: PARTS,
  idleTimeout: 1_000,
  resourceLimits: { maxYoungGenerationSizeMb: 12 },
};

/** Shared by all counties and states: threads stay, and each index is refreshed once. */
interface Run {
  context: DeriveContext;
  /** Counties whose parcels must be scored again, by figures that moved; without those that are done. */
  moved: Map<string, MovedFigures>;
  threads: Piscina;
  /** Makes one model at a time, since all of its sales are in memory. */
  making: PQueue;
  parcels: BulkWriter;
  sales: BulkWriter;
  models: BulkWriter;
}

type ServingModel = ModelDocument & { sold: ReadonlyMap<string, number | null> };

type Query = estypes.QueryDslQueryContainer;

const fingerprint = (sales: readonly ParcelSale[]): string =>
  hash(
    'sha256',
    JSON.stringify([VERSION, sales.map(({ of, ...sale }) => [sale, of.address, of.internal.suppressed])]),
  );

/** Which parcels of a county are valued, and by what. */
interface Valuing {
  query: Query;
  by: ServingModel | null;
}

/** Scores and values parcels of a county again, and writes those that change, each once. */
async function renewCounty(
  { context, moved, parcels }: Run,
  county: string,
  valuing: Valuing | null,
): Promise<void> {
  const figures = moved.get(county);
  moved.delete(county);
  const scored = figures && scoredBy(figures);
  const should = [valuing?.query, scored?.query].filter((query) => query !== undefined);
  if (should.length === 0) return;
  const query = { bool: { filter: [{ term: { county_fips: county } }], should, minimum_should_match: 1 } };
  const { client, indices } = context;
  const pages = scan<StoredParcel>(client, indices.parcels, { query, size: PARCELS_AT_ONCE });
  await inParallel(pages, async (hits) => {
    const changed = hits.flatMap(({ _source: parcel }) => {
      const facts = (parcel.internal.facts as Facts | null) ?? null;
      const isScored = figures && scored?.has(parcel);
      const score = isScored && { scored: { facts, county: figures.now } };
      return renewed(parcel, { ...score, ...(valuing && { by: valuing.by }) }, context);
    });
    await parcels.add(changed);
    context.onProgress(hits.length);
  });
}

/** Makes a model; null if the sales are too few for any. */
async function fit(
  { context: { client }, threads }: Run,
  sales: readonly ParcelSale[],
): Promise<Fitted | null> {
  if (!isEnough(sales)) return assessmentValuation(sales);
  const known = sales.map(({ of: _of, date: _date, ...sale }) => sale);
  try {
    const parts: Promise<ValuationPart>[] = Array.from({ length: PARTS }, (_, part) =>
      threads.run({ sales: known, part }, { signal: stopSignal(client) }),
    );
    return valuation(known, await Promise.all(parts));
  } catch (error) {
    throwIfStopped(client);
    throw error;
  }
}

/**
 * The stored model of a county or state while its sales are the same, else a new one with its comparables; null without.
 * @param served the counties that it will value, as they were valued before. The sold parcels of those that another model
 *   valued need estimates that only a new model has.
 */
async function servingOf(
  run: Run,
  key: string,
  sales: readonly ParcelSale[],
  served: readonly CountyDocument[],
): Promise<ServingModel | null> {
  const { client, indices, today, all, unfinished } = run.context;
  const [id, print] = [`model:${key}`, fingerprint(sales)];
  const { docs } = await client.mget<ModelDocument>({ index: indices.values, ids: [id] });
  const before = docs[0] && '_source' in docs[0] ? docs[0]._source! : null;
  const isSame = served.every((county) => county.internal.served === print);
  if (before?.internal.found === print && isSame && !all && !unfinished) {
    // By assessment, only what was assessed before its sale has an estimate without it.
    const known = before.scope === 'assessment' ? sales.filter(isAssessed) : sales;
    return { ...before, sold: new Map(known.map(({ parcel }) => [parcel, null])) };
  }
  const fitted = await fit(run, sales);
  if (fitted === null && before === null) return null;
  const trees = fitted !== null && 'trees' in fitted.model ? fitted.model : null;
  await writeComparables(run.context, run.sales, key, trees, sales);
  if (fitted === null) {
    await run.models.add([bulkDeletion(id)]);
    return null;
  }
  const { outOfFold: sold, ...known } = fitted;
  const document: ModelDocument = {
    state_fips: key.slice(0, 2),
    scope: !trees ? 'assessment' : key.length === 2 ? 'state' : 'county',
    as_of: dateOf(fitted.model.as_of),
    measured_at: today,
    ...known,
    internal: { key: id, found: print },
  };
  await run.models.add([bulkEntry(id, document)]);
  return { ...document, sold };
}

const publishedOf = (county_fips: string, { accuracy, scope, measured_at, knows }: ModelDocument): object[] =>
  accuracy.map(({ class: of, method, from, to, ...figures }) => ({
    ...{ county_fips, class: of, scope, method, sold_from: dateOf(from), sold_to: dateOf(to) },
    ...{ ...figures, measured_at, knows },
  }));

/**
 * Values the parcels of a county by what serves it now: all of them, or the changed ones if it served it before.
 * @returns its document; null where nothing serves it.
 */
async function serve(
  run: Run,
  county: string,
  by: ServingModel | null,
  before: CountyDocument | undefined,
  isTouched: boolean,
): Promise<CountyDocument | null> {
  const { all, changes, unfinished } = run.context;
  const isNew = all || unfinished || by?.internal.found !== before?.internal.served;
  const changed = isTouched ? changes.parcels.query : null;
  const query = isNew ? { match_all: {} } : by && changed;
  await renewCounty(run, county, query ? { query, by } : null);
  if (by === null) return null;
  const { scope, as_of, internal } = by;
  return {
    county_fips: county,
    state_fips: county.slice(0, 2),
    ...{ scope, as_of, accuracy: publishedOf(county, by) },
    internal: { key: county, model: internal.key, served: internal.found },
  };
}

/** The stored documents of a state's counties, and how many parcels of each of its counties were sold. */
async function knownOf({ client, indices }: DeriveContext, state_fips: string) {
  type Counties = { counties: { buckets: { key: string; sold: { doc_count: number } }[] } };
  const term = { term: { state_fips } };
  const filter = [term, { exists: { field: 'county_fips' } }];
  const counties = {
    terms: { field: 'county_fips', size: MOST_COUNTIES },
    aggs: { sold: { filter: { range: { sale_price: { gt: 0 } } } } },
  };
  const [stored, parcels] = await searchTogether<
    [estypes.SearchResponseBody<CountyDocument>, estypes.SearchResponseBody<unknown, Counties>]
  >(client, [
    { index: indices.values, body: { size: MOST_COUNTIES, query: { bool: { filter } } } },
    { index: indices.parcels, body: { size: 0, query: term, aggs: { counties } } },
  ]);
  return {
    before: new Map(stored.hits.hits.map(({ _source }) => [_source!.county_fips, _source!])),
    sold: new Map(parcels.aggregations!.counties.buckets.map(({ key, sold }) => [key, sold.doc_count])),
  };
}

/**
 * Values a state's touched counties by their own sales, and those with few by the sales of the state.
 * @returns what to write of its counties once their parcels are written.
 */
async function valueState(run: Run, state: string, counties: string[]): Promise<string[]> {
  const { all, unfinished } = run.context;
  const { before, sold } = await knownOf(run.context, state);
  const total = [...sold.values()].reduce((sum, count) => sum + count, 0);
  // A killed load may have valued parcels of counties that are not noted.
  const mayBeValued = before.size > 0 || all || unfinished;
  // Nothing to value, and nothing valued: no more requests.
  if (total < LEAST_TESTED && !mayBeValued) return [];
  const documents = new Map<string, CountyDocument | null>();
  const valued = (some: string[]) => some.flatMap((county) => before.get(county) ?? []);
  const own = new Set([...before.keys()].filter((county) => before.get(county)!.scope === 'county'));
  for (const county of counties) {
    const mayBe = (sold.get(county) ?? 0) >= LEAST_SALES;
    if (!mayBe && !own.has(county)) continue;
    const by = await run.making.add(async () => {
      const sales = mayBe ? await usableSales(run.context, county) : [];
      return servingOf(run, county, isEnough(sales) ? sales : [], valued([county]));
    });
    own.delete(county);
    if (by === null) continue;
    own.add(county);
    documents.set(county, await serve(run, county, by, before.get(county), true));
  }
  const few = [...sold.keys()].filter((county) => !own.has(county));
  const wasOfUse = [...before.values()].some(({ scope }) => scope !== 'county');
  const by = await run.making.add(async () => {
    const sales = few.length > 0 && total >= LEAST_TESTED ? await usableSales(run.context, state) : [];
    return sales.length > 0 || wasOfUse ? servingOf(run, state, sales, valued(few)) : null;
  });
  for (const county of few) {
    const was = before.get(county);
    if (by || was || all || unfinished)
      documents.set(county, await serve(run, county, by, was, counties.includes(county)));
  }
  for (const county of before.keys()) if (!sold.has(county)) documents.set(county, null);
  return [...documents].flatMap(([county, now]) => {
    const was = before.get(county);
    if (now === null) return was ? [bulkDeletion(county)] : [];
    return JSON.stringify(now) === JSON.stringify(was) ? [] : [bulkEntry(county, now)];
  });
}

/**
 * Scores the parcels of counties whose figures moved, and values those of the counties that a load touched: by a model of the
 * county's usable sales, or of its state's where these are few. A model is made again only when its sales change, so a load
 * of other records values only what it changed.
 * @returns how many parcels were written.
 */
export async function deriveValues(
  context: DeriveContext,
  scored: ReadonlyMap<string, MovedFigures>,
): Promise<number> {
  const counties = new Set<string>();
  const kinds = ['parcels', 'sales', 'deeds', 'removals'] as const;
  for await (const page of touched(context, kinds, 'county_fips', MOST_COUNTIES))
    for (const county of page) if (isCounty(county)) counties.add(county);
  const states = Map.groupBy([...counties].sort(), (county) => county.slice(0, 2));
  const { client, indices } = context;
  const moved = new Map(scored);
  const parcels = bulkWriter(client, indices.parcels);
  const sales = bulkWriter(client, indices.sales);
  const models = bulkWriter(client, indices.values);
  const threads = new Piscina(THREADS);
  const served: string[] = [];
  const making = new PQueue({ concurrency: 1 });
  const run = { context, moved, threads, making, parcels, sales, models };
  try {
    await inParallel(states, async ([state, touched]) => {
      served.push(...(await valueState(run, state, touched)));
    });
  } finally {
    await threads.destroy();
  }
  await inParallel(scored.keys(), (county) => renewCounty(run, county, null));
  const rewritten = await parcels.finish();
  await sales.finish();
  await models.add(served);
  await models.finish();
  return rewritten;
}
