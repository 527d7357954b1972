import type { Client, estypes } from '@elastic/elasticsearch';
import type { IndexKind } from '../../../stores/elastic/indices.ts';
import { distinct, firstPageOf, searchTogether } from './scan.ts';

/**
 * `scores`: anything that parcels show and other records change, such as their deal score; `sales`: only their sale date.
 * `removals`: the notes of deleted records.
 */
export type Changed = 'parcels' | 'scores' | 'sales' | 'deeds' | 'permits' | 'removals';

const INDEX_OF = {
  parcels: 'parcels',
  scores: 'parcels',
  sales: 'parcels',
  deeds: 'deeds',
  permits: 'permits',
  removals: 'removals',
} as const satisfies Record<Changed, IndexKind>;
const ALL = Object.keys(INDEX_OF) as Changed[];

const COUNTY = 'county_fips';
const PARCEL_KEYS = ['id', COUNTY, 'internal.touched_owners', 'internal.touched_packs'];
const DEED_KEYS = [
  COUNTY,
  'internal.touched',
  'internal.touched_groups',
  'internal.touched_parties',
  'internal.touched_market',
];
const PERMIT_KEYS = [COUNTY, 'internal.touched', 'internal.touched_contractors'];

const KEYS: Record<Changed, string[]> = {
  parcels: PARCEL_KEYS,
  scores: ['internal.touched_packs'],
  sales: PARCEL_KEYS,
  deeds: DEED_KEYS,
  permits: PERMIT_KEYS,
  removals: [...new Set(['internal.touched_owners', 'internal.touched_packs', ...DEED_KEYS, ...PERMIT_KEYS])],
};

/** The keys of fewer changed records are kept; for more, Elasticsearch is asked for them. */
const FEW = 1_000;

/** By field; null where there are too many. */
type Keys = Map<string, Set<string>> | null;

interface Change {
  /** null matches none. */
  query: estypes.QueryDslQueryContainer | null;
  count: number;
  keys: Keys;
}

export type Changes = Record<Changed, Change>;

export interface DeriveContext {
  client: Client;
  indices: Record<IndexKind, string>;
  /** Folder for intermediate results. */
  home: string;
  load: number;
  /** `updated_at` of the records that change, ISO 8601 UTC. */
  at: string;
  today: string;
  /** Recompute everything, with scores as of today. */
  all: boolean;
  /** Since the last complete derive step; grows as this step changes records. */
  changes: Changes;
  /** The last step was interrupted: some figures may be half derived. */
  unfinished: boolean;
  /** Kinds whose index is new and empty: everything in it is derived. */
  fresh: ReadonlySet<IndexKind>;
  onStep: (what: string) => void;
  /** `done` counts records looked at; a record may be looked at several times. */
  onProgress: (done: number) => void;
}

const MARKS = { scores: 'internal.shown_load', sales: 'internal.sale_load' } as const;

function queryOf(what: Changed, derived: number): Change['query'] {
  if (what === 'scores' || what === 'sales')
    return derived === 0 ? null : { range: { [MARKS[what]]: { gt: derived } } };
  return derived === 0 ? { match_all: {} } : { range: { 'internal.load': { gt: derived } } };
}

function note(change: Change, records: Record<string, unknown[]>[]): void {
  change.count += records.length;
  if (change.count >= FEW) change.keys = null;
  if (change.keys === null) return;
  for (const fields of records) {
    for (const [field, values] of Object.entries(fields)) {
      const keys = change.keys.get(field) ?? new Set();
      change.keys.set(field, keys);
      for (const value of values) keys.add(value as string);
    }
  }
}

/**
 * What changed since a load.
 * @param derived the last load whose derived figures are complete; 0 if there is none, so that everything has changed.
 */
export async function readChanges(
  client: Client,
  indices: Record<IndexKind, string>,
  derived: number,
): Promise<Changes> {
  const changes = Object.fromEntries(
    ALL.map((what) => [what, { query: queryOf(what, derived), count: 0, keys: new Map() }]),
  ) as Changes;
  const asked = ALL.filter((what) => changes[what].query !== null);
  const answers = await searchTogether(
    client,
    asked.map((what) => {
      const page = { query: changes[what].query!, size: FEW, _source: false, docvalue_fields: KEYS[what] };
      return { index: indices[INDEX_OF[what]], body: firstPageOf(page, ['_doc']) };
    }),
  );
  asked.forEach((what, at) => {
    const { hits } = answers[at]!.hits;
    note(
      changes[what],
      hits.map((hit) => (hit.fields ?? {}) as Record<string, unknown[]>),
    );
  });
  return changes;
}

/** Notes a record that the derive step itself changed, for its later parts. */
export function noteChange(
  { changes }: DeriveContext,
  what: 'scores' | 'sales' | 'deeds',
  load: number,
  record: { county_fips: string; internal: Record<string, unknown>; id: string },
): void {
  const values = KEYS[what].map((field): [string, unknown[]] => {
    const value = field.startsWith('internal.') ? record.internal[field.slice(9)] : record[field as 'id'];
    return [field, [value ?? []].flat()];
  });
  changes[what].query ??= queryOf(what, load - 1);
  note(changes[what], [Object.fromEntries(values)]);
}

/** The keyword values of some of the changes, each once, `size` at a time. */
export async function* touched(
  { client, indices, changes }: DeriveContext,
  whats: readonly Changed[],
  field: string,
  size: number,
): AsyncGenerator<string[]> {
  const few = new Set<string>();
  const many: Changed[] = [];
  for (const what of whats) {
    const { keys } = changes[what];
    if (keys === null) many.push(what);
    else for (const key of keys.get(field) ?? []) few.add(key);
  }
  const sorted = [...few].sort();
  for (let at = 0; at < sorted.length; at += size) yield sorted.slice(at, at + size);
  for (const [index, some] of Map.groupBy(many, (what) => indices[INDEX_OF[what]])) {
    const should = some.map((what) => changes[what].query!);
    yield* distinct(client, index, field, { bool: { should, minimum_should_match: 1 } }, size);
  }
}

const COUNTIES_AT_ONCE = 5_000;

/** Whether any of these changed. */
export const anyChanged = ({ changes }: Pick<DeriveContext, 'changes'>, whats: readonly Changed[]): boolean =>
  whats.some((what) => changes[what].count > 0);

export type History = 'deeds' | 'permits';

/** The counties in which any record changed or was deleted. */
export async function* touchedCounties(context: DeriveContext): AsyncGenerator<string> {
  const kinds: Changed[] = ['parcels', 'sales', 'deeds', 'permits', 'removals'];
  const counties = new Set<string>();
  for await (const page of touched(context, kinds, 'county_fips', COUNTIES_AT_ONCE)) {
    for (const county of page) counties.add(county);
  }
  yield* counties;
}

async function countiesWith(
  { client, indices }: DeriveContext,
  kinds: readonly History[],
): Promise<string[]> {
  const index = kinds.map((kind) => indices[kind]).join();
  const counties: string[] = [];
  for await (const page of distinct(client, index, COUNTY, { match_all: {} }, COUNTIES_AT_ONCE))
    counties.push(...page);
  return counties;
}

/** The changed parcels; if there are many, only those of counties with records of these kinds. */
async function* changedParcels(context: DeriveContext, kinds: readonly History[], size: number) {
  const { client, indices, changes } = context;
  if (changes.parcels.keys !== null) {
    yield* touched(context, ['parcels'], 'id', size);
    return;
  }
  const counties = await countiesWith(context, kinds);
  if (counties.length === 0) return;
  const query = { bool: { filter: [changes.parcels.query!, { terms: { county_fips: counties } }] } };
  yield* distinct(client, indices.parcels, 'id', query, size);
}

/**
 * The parcels of which records of these kinds changed or were deleted, the deleted parcels, and the changed parcels with
 * such records; a parcel may appear twice.
 */
export async function* touchedParcels(
  context: DeriveContext,
  kinds: readonly History[],
  size: number,
): AsyncGenerator<string[]> {
  yield* touched(context, [...kinds, 'removals'], 'internal.touched', size);
  if (anyChanged(context, ['parcels'])) yield* changedParcels(context, kinds, size);
}
