import { LRUCache } from 'lru-cache';
import type { Static } from 'typebox';
import {
  type Described,
  type Features,
  featuresOf,
  VALUE_FIELDS,
  type ValueClass,
} from '../domain/value/features.ts';
import { errorOf, reasonOf, type ValueFigures, type Valuer } from '../domain/value/value.ts';
import { comparablesOf, type Wanted } from './comparables.ts';
import type { Records } from './records.ts';
import type { AccuracyRow, Comparable, SCOPES, Value } from './schemas/value.ts';
import { modelOf, type StoredModel } from './value-model.ts';

interface CountyValues {
  scope: (typeof SCOPES)[number];
  as_of: string;
  accuracy: Static<typeof AccuracyRow>[];
  internal: { model: string; served: string };
}

type ValuedParcel = Described & ValueFigures & { id: string; county_fips: string };
const FIELDS = ['id', 'county_fips', 'estimated_value', 'estimated_value_low', 'estimated_value_high'];

interface Read {
  parcel: ValuedParcel;
  features: Features;
  /** What the county is valued by; null without. */
  county: CountyValues | null;
  key: string;
  model: Model | null;
}

type Model = Valuer['model'];

/** Decoded models, by the sales that they were made of: decoding one takes longer than using it. */
const MODELS = new LRUCache<string, Model>({ max: 20 });

async function storedModelOf(
  records: Records,
  { model: key, served }: CountyValues['internal'],
): Promise<Model | null> {
  const name = `${key} ${served}`;
  const known = MODELS.get(name);
  if (known) return known;
  const [stored] = await records.fields<{ model: StoredModel; internal: { found: string } }>(
    'values',
    [key],
    ['model', 'internal.found'],
  );
  if (!stored) return null;
  const model = modelOf(stored.model);
  // While a load runs, the stored model may be newer than what the county is valued by.
  if (stored.internal.found === served) MODELS.set(name, model);
  return model;
}

async function read(records: Records, id: string): Promise<Read | null> {
  const county_fips = id.slice(0, 5);
  const [[parcel], [county]] = await Promise.all([
    records.fields<ValuedParcel>('parcels', [id], [...VALUE_FIELDS, ...FIELDS]),
    records.fields<CountyValues>('values', [county_fips], ['scope', 'as_of', 'accuracy', 'internal']),
  ]);
  if (!parcel) return null;
  return {
    parcel,
    features: featuresOf(parcel),
    county: county ?? null,
    key: (county?.internal.model ?? '').replace('model:', ''),
    model: county ? await storedModelOf(records, county.internal) : null,
  };
}

async function alike(records: Records, { parcel, features, key, model }: Read, wanted: Wanted) {
  return model && 'trees' in model ? comparablesOf(records, key, model, parcel, features, wanted) : [];
}

const IN_A_VALUE = 5;

/** The value of a parcel with its error and the most alike sales; null when the parcel is not loaded. */
export async function readValue(records: Records, id: string): Promise<Static<typeof Value> | null> {
  const found = await read(records, id);
  if (!found) return null;
  const { parcel, features, county, model } = found;
  const error = errorOf(features.words[0] as ValueClass, county?.accuracy ?? []);
  const comparables = await alike(records, found, { limit: IN_A_VALUE });
  const { estimated_value: estimate, estimated_value_low: low, estimated_value_high: high } = parcel;
  // While a load runs, one of them may be missing: a value is never shown without its error.
  if (estimate == null || !county || !error) {
    const reason = reasonOf(county && model && { model, accuracy: county.accuracy }, features) ?? 'few_sales';
    const none = { estimate: null, low: null, high: null, as_of: null, based_on: null, error: null };
    return { id: parcel.id, ...none, reason, comparables };
  }
  const based_on = county.scope === 'assessment' ? 'assessment' : 'sales';
  return {
    id: parcel.id,
    estimate,
    low,
    high,
    as_of: county.as_of,
    based_on,
    reason: null,
    error,
    comparables,
  };
}

/** The most alike sales of other parcels; null when the parcel is not loaded. */
export async function readComparables(
  records: Records,
  id: string,
  wanted: Omit<Wanted, 'since'> & { months?: number },
): Promise<Static<typeof Comparable>[] | null> {
  const found = await read(records, id);
  if (!found) return null;
  const { months, ...rest } = wanted;
  const asOf = found.county?.as_of;
  return alike(records, found, {
    ...rest,
    ...(months !== undefined && asOf && { since: before(asOf, months) }),
  });
}

function before(day: string, months: number): string {
  const date = new Date(day);
  date.setUTCMonth(date.getUTCMonth() - months);
  return date.toISOString().slice(0, 10);
}
