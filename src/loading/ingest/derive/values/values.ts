import { hash } from 'node:crypto';
import type { estypes } from '@elastic/elasticsearch';
import { Piscina } from 'piscina';
import { isCounty } from '../../../../domain/geography.ts';
import {
  type AssessmentModel,
  assessmentValuation,
  isAssessed,
} from '../../../../domain/value/assessment.ts';
import { type Described, featuresOf } from '../../../../domain/value/features.ts';
import { LEAST_TESTED } from '../../../../domain/value/intervals.ts';
import { isEnough, LEAST_SALES, type Valuation, type ValueModel } from '../../../../domain/value/model.ts';
import { type ValueFigures, valueFor } from '../../../../domain/value/value.ts';
import { stopSignal, throwIfStopped } from '../../../../stores/elastic/client.ts';
import { type BulkWriter, bulkDeletion, bulkEntry, bulkWriter } from '../../bulk.ts';
import type { StoredDocument } from '../../kinds/kind.ts';
import { noteChange, touched } from '../changes.ts';
import type { DeriveContext } from '../context.ts';
import { inParallel, scan, searchTogether } from '../scan.ts';
import { writeComparables } from './comparables.ts';
import { dateOf, type ParcelSale, usableSales } from './sales.ts';

/** Goes up when the same sales give another model. */
const VERSION = 2;
const PARCELS_AT_ONCE = 1_000;
const MOST_COUNTIES = 1_000;
const WORKER = new URL('../../../../../workers/value.ts', import.meta.url).href;

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

/** Shared by all counties and states: a thread starts once, and each index is refreshed once. */
interface Run {
  context: DeriveContext;
  threads: Piscina;
  parcels: BulkWriter;
  sales: BulkWriter;
  models: BulkWriter;
}

/** Parcels that a model knows sales of, with their estimates without these; null where they stay as they are stored. */
type Sold = ReadonlyMap<string, number | null>;
type Serving = ModelDocument & { sold: Sold };

type StoredParcel = StoredDocument & Described & ValueFigures & { id: string; county_fips: string };
type Query = estypes.QueryDslQueryContainer;

const fingerprint = (sales: readonly ParcelSale[]): string =>
  hash(
    'sha256',
    JSON.stringify([VERSION, sales.map(({ of, ...sale }) => [sale, of.address, of.internal.suppressed])]),
  );

/** Values parcels again and writes those whose value changes. */
async function valueParcels({ context, parcels }: Run, query: Query, by: Serving | null): Promise<void> {
  const { client, indices, load, at } = context;
  const pages = scan<StoredParcel>(client, indices.parcels, { query, size: PARCELS_AT_ONCE });
  await inParallel(pages, async (hits) => {
    const entries = hits.flatMap(({ _source: parcel }) => {
      const outOfFold = by?.sold.get(parcel.id);
      if (outOfFold === null) return [];
      const value = valueFor(by, featuresOf(parcel), outOfFold);
      const { internal, ...record } = parcel;
      if (Object.entries(value).every(([key, amount]) => record[key] === amount)) return [];
      noteChange(context, 'scores', load, parcel);
      const changed = { ...record, ...value, updated_at: at, internal: { ...internal, shown_load: load } };
      return [bulkEntry(record.id, changed)];
    });
    await parcels.add(entries);
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
    return await threads.run(known, { signal: stopSignal(client) });
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
): Promise<Serving | null> {
  const { client, indices, today, all, unfinished } = run.context;
  const [id, found] = [`model:${key}`, fingerprint(sales)];
  const { docs } = await client.mget<ModelDocument>({ index: indices.values, ids: [id] });
  const before = docs[0] && '_source' in docs[0] ? docs[0]._source! : null;
  const isSame = served.every((county) => county.internal.served === found);
  if (before?.internal.found === found && isSame && !all && !unfinished) {
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
    internal: { key: id, found },
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
  by: Serving | null,
  before: CountyDocument | undefined,
  isTouched: boolean,
): Promise<CountyDocument | null> {
  const { all, changes, unfinished } = run.context;
  const isNew = all || unfinished || by?.internal.found !== before?.internal.served;
  const changed = isTouched ? changes.parcels.query : null;
  const filter: Query[] = [{ term: { county_fips: county } }, ...(isNew || !changed ? [] : [changed])];
  if (isNew || (by && changed)) await valueParcels(run, { bool: { filter } }, by);
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
    const sales = mayBe ? await usableSales(run.context, county) : [];
    const by = await servingOf(run, county, isEnough(sales) ? sales : [], valued([county]));
    own.delete(county);
    if (by === null) continue;
    own.add(county);
    documents.set(county, await serve(run, county, by, before.get(county), true));
  }
  const few = [...sold.keys()].filter((county) => !own.has(county));
  const wasOfUse = [...before.values()].some(({ scope }) => scope !== 'county');
  const sales = few.length > 0 && total >= LEAST_TESTED ? await usableSales(run.context, state) : [];
  const by = sales.length > 0 || wasOfUse ? await servingOf(run, state, sales, valued(few)) : null;
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
 * Values the parcels of the counties that a load touched, by a model of the county's usable sales, or of its state's where
 * these are few. A model is made again only when its sales change, so a load of other records values only what it changed.
 */
export async function deriveValues(context: DeriveContext): Promise<void> {
  const counties = new Set<string>();
  const kinds = ['parcels', 'sales', 'deeds', 'removals'] as const;
  for await (const page of touched(context, kinds, 'county_fips', MOST_COUNTIES))
    for (const county of page) if (isCounty(county)) counties.add(county);
  const states = Map.groupBy([...counties].sort(), (county) => county.slice(0, 2));
  const { client, indices } = context;
  const parcels = bulkWriter(client, indices.parcels);
  const sales = bulkWriter(client, indices.sales);
  const models = bulkWriter(client, indices.values);
  const threads = new Piscina({ filename: WORKER, minThreads: 0, maxThreads: 1 });
  const served: string[] = [];
  try {
    for (const [state, touched] of states)
      served.push(...(await valueState({ context, threads, parcels, sales, models }, state, touched)));
  } finally {
    await threads.destroy();
  }
  await parcels.finish();
  await sales.finish();
  await models.add(served);
  await models.finish();
}
