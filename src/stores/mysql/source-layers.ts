import type { Fingerprints } from '../../domain/fingerprint.ts';
import type { Database } from './database.ts';
import { and, eq, inArray, sql } from './drizzle.ts';
import { sourceLayers } from './schema.ts';

/** How a try ended: `unchanged` when the publisher has nothing new, `refused` when a check stopped it. */
export const OUTCOMES = ['loaded', 'unchanged', 'refused', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** A layer of a source; `layer` is its kind and position, such as `parcels/0`. */
export interface LayerKey {
  source: string;
  layer: string;
}

/** Columns that could be a field and are not loaded; `line` is what a source file would have to say. */
export interface LeftOutColumns {
  columns: string[];
  why: string;
  line: string;
}

/** What is known about a layer from earlier loads. */
export interface LayerState extends LayerKey {
  county_fips: string;
  publisher: string | null;
  rows: number | null;
  rejected: number | null;
  columns: string[] | null;
  /** What the source file said it leaves out, at the last load. */
  left_out: LeftOutColumns[];
  fingerprints: Fingerprints | null;
  /** The key of the address it was loaded from (`layerAddressKey`); null if only an earlier version has loaded it. */
  place: string | null;
  loaded_at: string | null;
  checked_at: string;
  next_at: string | null;
  outcome: Outcome;
  message: string | null;
}

const LONGEST_MESSAGE = 1_000;

type Stored = typeof sourceLayers.$inferSelect;

function fromRow({ columns, leftOut, fingerprints, countyFips, ...row }: Stored): LayerState {
  return {
    source: row.source,
    layer: row.layer,
    county_fips: countyFips,
    publisher: row.publisher,
    rows: row.rows,
    rejected: row.rejected,
    columns: columns === null ? null : JSON.parse(columns),
    left_out: leftOut === null ? [] : JSON.parse(leftOut),
    fingerprints: fingerprints === null ? null : JSON.parse(fingerprints),
    place: row.place,
    loaded_at: row.loadedAt?.toISOString() ?? null,
    checked_at: row.checkedAt.toISOString(),
    next_at: row.nextAt?.toISOString() ?? null,
    outcome: row.outcome as Outcome,
    message: row.message,
  };
}

/** All layers that were ever tried, ordered by source and layer. */
export async function layerStates(database: Database): Promise<LayerState[]> {
  const rows = await database.select().from(sourceLayers).orderBy(sourceLayers.source, sourceLayers.layer);
  return rows.map(fromRow);
}

/** What is known about one layer; null before its first try. */
export async function layerState(
  database: Database,
  { source, layer }: LayerKey,
): Promise<LayerState | null> {
  const where = and(eq(sourceLayers.source, source), eq(sourceLayers.layer, layer));
  const [row] = await database.select().from(sourceLayers).where(where);
  return row ? fromRow(row) : null;
}

/** What is noted about a load. */
export interface Loaded {
  rows: number;
  rejected: number;
  columns: readonly string[];
  left_out: readonly LeftOutColumns[];
  fingerprints: Fingerprints;
}

/** Stores how a try ended. Unless the layer was loaded, what is known about its last load stays. */
export async function noteTry(
  database: Database,
  key: LayerKey,
  tried: {
    county_fips: string;
    publisher: string | null;
    outcome: Outcome;
    message: string | null;
    /** The key of the address that was loaded or found unchanged. */
    place?: string;
    at: Date;
    load?: Loaded;
  },
): Promise<void> {
  const { load } = tried;
  const shown = {
    countyFips: tried.county_fips,
    publisher: tried.publisher?.slice(0, 200) ?? null,
    checkedAt: tried.at,
    outcome: tried.outcome,
    message: tried.message?.slice(0, LONGEST_MESSAGE) ?? null,
    ...(tried.place !== undefined && { place: tried.place }),
  };
  const loaded = load && {
    rows: load.rows,
    rejected: load.rejected,
    columns: JSON.stringify(load.columns),
    leftOut: JSON.stringify(load.left_out),
    fingerprints: JSON.stringify(load.fingerprints),
    loadedAt: tried.at,
  };
  await database
    .insert(sourceLayers)
    .values({ ...key, ...shown, ...loaded })
    .onDuplicateKeyUpdate({ set: { ...shown, ...loaded } });
}

/** Forgets what is known about all layers of a source. Returns what was known. */
export async function forgetSource(database: Database, source: string): Promise<LayerState[]> {
  const where = eq(sourceLayers.source, source);
  const rows = await database.select().from(sourceLayers).where(where);
  await database.delete(sourceLayers).where(where);
  return rows.map(fromRow);
}

/** Makes the sources of some counties, and those of their whole states, load again even if they have not changed. */
export async function forgetFingerprints(database: Database, counties: readonly string[]): Promise<void> {
  if (counties.length === 0) return;
  const states = new Set(counties.map((county) => `${county.slice(0, 2)}000`));
  await database
    .update(sourceLayers)
    .set({ fingerprints: sql`NULL` })
    .where(inArray(sourceLayers.countyFips, [...counties, ...states, '00000']));
}

/** Notes when a schedule will next check all layers of a source; null when none will. */
export async function noteNext(database: Database, source: string, at: Date | null): Promise<void> {
  await database
    .update(sourceLayers)
    .set({ nextAt: at ?? sql`NULL` })
    .where(eq(sourceLayers.source, source));
}
