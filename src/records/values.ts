import { LRUCache } from 'lru-cache';
import type { Static } from 'typebox';
import {
  type Described,
  type Features,
  featuresOf,
  VALUE_FIELDS,
  type ValueClass,
} from '../domain/value/features.ts';
import { errorOf, NO_VALUE, reasonOf, type ValueFigures, type Valuer } from '../domain/value/value.ts';
import { comparablesOf, type Wanted } from './comparables.ts';
import type { Records } from './records.ts';
import type { AccuracyRow, Comparable, SCOPES, Value } from './schemas/value.ts';

interface CountyValues {
  scope: (typeof SCOPES)[number];
  as_of: string;
  accuracy: Static<typeof AccuracyRow>[];
  /** The id of the model, and the sales that it is made of. */
  internal: { model: string; served: string };
}

type ValuedParcel = Described & ValueFigures & { id: string };

interface Read {
  parcel: ValuedParcel;
  features: Features;
  /** What the county is valued by; null without. */
  county: CountyValues | null;
  model: Model | null;
}

type Model = Valuer['model'];

/** Models by the sales that they are made of: reading one takes longer than using it. */
const MODELS = new LRUCache<string, Model>({ max: 20 });

async function modelOf(records: Records, { model: id, served }: CountyValues['internal']) {
  const known = MODELS.get(`${id} ${served}`);
  if (known) return known;
  const fields = ['model', 'internal.found'];
  const [stored] = await records.fields<{ model: Model; internal: { found: string } }>(
    'values',
    [id],
    fields,
  );
  // While a load runs, the stored model may be newer than what the county is valued by.
  if (stored?.internal.found === served) MODELS.set(`${id} ${served}`, stored.model);
  return stored?.model ?? null;
}

async function read(records: Records, id: string): Promise<Read | null> {
  const [[parcel], [county = null]] = await Promise.all([
    records.fields<ValuedParcel>('parcels', [id], ['id', ...VALUE_FIELDS, ...Object.keys(NO_VALUE)]),
    records.fields<CountyValues>('values', [id.slice(0, 5)], ['scope', 'as_of', 'accuracy', 'internal']),
  ]);
  if (!parcel) return null;
  const model = county && (await modelOf(records, county.internal));
  return { parcel, features: featuresOf(parcel), county, model };
}

async function alike(records: Records, { parcel, features, county, model }: Read, wanted: Wanted) {
  if (!county || !model || !('trees' in model)) return [];
  const key = county.internal.model.replace('model:', '');
  return comparablesOf(records, key, model, parcel, features, wanted);
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
  const { scope, as_of } = county;
  const based_on = scope === 'assessment' ? 'assessment' : 'sales';
  return { id: parcel.id, estimate, low, high, as_of, based_on, reason: null, error, comparables };
}

/** The most alike sales of other parcels; null when the parcel is not loaded. */
export async function readComparables(
  records: Records,
  id: string,
  { months, ...wanted }: Omit<Wanted, 'since'> & { months?: number },
): Promise<Static<typeof Comparable>[] | null> {
  const found = await read(records, id);
  if (!found) return null;
  const since = months && found.county ? before(found.county.as_of, months) : undefined;
  return alike(records, found, { ...wanted, since });
}

function before(day: string, months: number): string {
  const date = new Date(day);
  date.setUTCMonth(date.getUTCMonth() - months);
  return date.toISOString().slice(0, 10);
}
