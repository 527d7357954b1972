import { hash } from 'node:crypto';
import type { estypes } from '@elastic/elasticsearch';
import { isCounty } from '../../../../domain/geography.ts';
import { type Described, featuresOf } from '../../../../domain/value/features.ts';
import { type ClassAccuracy, LEAST_TESTED } from '../../../../domain/value/intervals.ts';
import { LEAST_SALES, type ValueModel } from '../../../../domain/value/model.ts';
import { type ValueFigures, type Valuer, valueFor } from '../../../../domain/value/value.ts';
import { modelOf, type StoredModel, storedModel } from '../../../../records/value-model.ts';
import { type BulkWriter, bulkDeletion, bulkEntry, bulkWriter } from '../../bulk.ts';
import type { StoredDocument } from '../../kinds/kind.ts';
import { noteChange, touched } from '../changes.ts';
import type { DeriveContext } from '../context.ts';
import { inParallel, scan, searchTogether } from '../scan.ts';
import { writeComparables } from './comparables.ts';
import { createFitter, type Fitter } from './fitter.ts';
import { dateOf, type ParcelSale, usableSales } from './sales.ts';

/** Goes up when the same sales give another model. */
const VERSION = 1;
const PARCELS_AT_ONCE = 1_000;
const MOST_COUNTIES = 1_000;

type Scope = 'county' | 'state' | 'assessment';

/** A stored model: of a county, or of the counties of a state that have few sales. */
interface ModelDocument {
  state_fips: string;
  scope: Scope;
  as_of: string;
  accuracy: ClassAccuracy[];
  knows: string[];
  measured_at: string;
  model: StoredModel;
  /** `found`: the sales that it is made of. */
  internal: { key: string; found: string };
}

/** How the parcels of a county are valued. */
interface CountyDocument {
  county_fips: string;
  state_fips: string;
  scope: Scope;
  as_of: string;
  accuracy: object[];
  /** `model`: the key of its model; `served`: the sales that the model was made of. */
  internal: { key: string; model: string; served: string };
}

/** Of all counties and states, so that each index is refreshed once. */
interface Writers {
  parcels: BulkWriter;
  sales: BulkWriter;
  models: BulkWriter;
}

/** A model and what is not stored with it. */
interface Serving {
  document: ModelDocument;
  valuer: Valuer;
  /** Parcels that the model knows sales of, with their estimates without these; null where they stay as they are stored. */
  sold: ReadonlyMap<string, number | null>;
}

type StoredParcel = StoredDocument & Described & ValueFigures & { id: string; county_fips: string };
type Query = estypes.QueryDslQueryContainer;

const fingerprint = (sales: readonly ParcelSale[]): string =>
  hash(
    'sha256',
    JSON.stringify([VERSION, sales.map(({ of, ...sale }) => [sale, of.address, of.internal.suppressed])]),
  );

/** Values parcels again and writes those whose value changes. */
async function valueParcels(
  context: DeriveContext,
  { parcels }: Writers,
  query: Query,
  by: Serving | null,
): Promise<void> {
  const { client, indices, load, at } = context;
  const pages = scan<StoredParcel>(client, indices.parcels, { query, size: PARCELS_AT_ONCE });
  await inParallel(pages, async (hits) => {
    const entries = hits.flatMap(({ _source: parcel }) => {
      const outOfFold = by?.sold.get(parcel.id);
      if (outOfFold === null) return [];
      const value = valueFor(by?.valuer ?? null, featuresOf(parcel), outOfFold);
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

const modelId = (key: string) => `model:${key}`;

/** The stored model of a county or state while its sales are the same, else a new one with its comparables; null without. */
async function servingOf(
  context: DeriveContext,
  fitter: Fitter,
  { sales: comparables, models }: Writers,
  key: string,
  sales: readonly ParcelSale[],
): Promise<Serving | null> {
  const { client, indices, today } = context;
  const found = fingerprint(sales);
  const { docs } = await client.mget<ModelDocument>({ index: indices.values, ids: [modelId(key)] });
  const before = docs[0] && 'found' in docs[0] && docs[0].found ? docs[0]._source! : null;
  if (before?.internal.found === found && !context.all && !context.unfinished) {
    const valuer = { model: modelOf(before.model), accuracy: before.accuracy };
    return { document: before, valuer, sold: new Map(sales.map(({ parcel }) => [parcel, null])) };
  }
  const fitted = await fitter.fit(sales);
  if (fitted === null && before === null) return null;
  const hasTrees = fitted !== null && 'trees' in fitted.model;
  await writeComparables(context, comparables, key, hasTrees ? (fitted.model as ValueModel) : null, sales);
  if (fitted === null) {
    await models.add([bulkDeletion(modelId(key))]);
    return null;
  }
  const { model, accuracy, knows, outOfFold } = fitted;
  const document: ModelDocument = {
    state_fips: key.slice(0, 2),
    scope: !hasTrees ? 'assessment' : key.length === 2 ? 'state' : 'county',
    as_of: dateOf(model.as_of),
    ...{ accuracy, knows, measured_at: today, model: storedModel(model) },
    internal: { key: modelId(key), found },
  };
  await models.add([bulkEntry(modelId(key), document)]);
  return { document, valuer: fitted, sold: new Map(sales.map(({ parcel }, at) => [parcel, outOfFold[at]!])) };
}

function accuracyRows(county_fips: string, { accuracy, scope, measured_at, knows }: ModelDocument): object[] {
  return accuracy.map(({ class: of, method, from, to, ...figures }) => ({
    ...{ county_fips, class: of, scope, method, sold_from: dateOf(from), sold_to: dateOf(to) },
    ...{ ...figures, measured_at, knows },
  }));
}

/**
 * Values the parcels of a county by what serves it now: all of them, or the changed ones if it served it before.
 * @returns its document; null where nothing serves it.
 */
async function serve(
  context: DeriveContext,
  writers: Writers,
  county: string,
  by: Serving | null,
  before: CountyDocument | undefined,
  isTouched: boolean,
): Promise<CountyDocument | null> {
  const { all, changes, unfinished } = context;
  const isNew = all || unfinished || by?.document.internal.found !== before?.internal.served;
  const changed = isTouched ? changes.parcels.query : null;
  const filter: Query[] = [{ term: { county_fips: county } }, ...(isNew || !changed ? [] : [changed])];
  if (isNew || (by && changed)) await valueParcels(context, writers, { bool: { filter } }, by);
  if (by === null) return null;
  const { scope, as_of, internal } = by.document;
  return {
    county_fips: county,
    state_fips: county.slice(0, 2),
    ...{ scope, as_of, accuracy: accuracyRows(county, by.document) },
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
async function valueState(
  context: DeriveContext,
  fitter: Fitter,
  writers: Writers,
  state: string,
  counties: string[],
): Promise<string[]> {
  const { before, sold } = await knownOf(context, state);
  const total = [...sold.values()].reduce((sum, count) => sum + count, 0);
  const { all } = context;
  if (total < LEAST_TESTED && before.size === 0 && !all) return [];
  const documents = new Map<string, CountyDocument | null>();
  const own = new Set(
    [...before.values()].filter(({ scope }) => scope === 'county').map((one) => one.county_fips),
  );
  for (const county of counties) {
    const mayBe = (sold.get(county) ?? 0) >= LEAST_SALES;
    if (!mayBe && !own.has(county)) continue;
    const sales = mayBe ? await usableSales(context, county) : [];
    const by = await servingOf(context, fitter, writers, county, sales.length >= LEAST_SALES ? sales : []);
    if (by) documents.set(county, await serve(context, writers, county, by, before.get(county), true));
    if (by) own.add(county);
    else own.delete(county);
  }
  const few = [...sold.keys()].filter((county) => !own.has(county)).sort();
  const isOfUse = few.length > 0 && total >= LEAST_TESTED;
  const wasOfUse = [...before.values()].some(({ scope }) => scope !== 'county');
  const sales = isOfUse ? await usableSales(context, state) : [];
  const by = isOfUse || wasOfUse ? await servingOf(context, fitter, writers, state, sales) : null;
  for (const county of few)
    if (by || before.has(county) || all)
      documents.set(
        county,
        await serve(context, writers, county, by, before.get(county), counties.includes(county)),
      );
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
  const writers = {
    parcels: bulkWriter(client, indices.parcels),
    sales: bulkWriter(client, indices.sales),
    models: bulkWriter(client, indices.values),
  };
  const served: string[] = [];
  const fitter = createFitter(context);
  try {
    for (const [state, touched] of states)
      served.push(...(await valueState(context, fitter, writers, state, touched)));
  } finally {
    await fitter.close();
  }
  await writers.parcels.finish();
  await writers.sales.finish();
  await writers.models.add(served);
  await writers.models.finish();
}
