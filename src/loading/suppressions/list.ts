import { createHmac } from 'node:crypto';
import { identityOf, ruleOf, type Suppressed, type SuppressionRule } from '../../domain/suppression.ts';
import { type Database, type Executor, inTransaction } from '../../stores/mysql/database.ts';
import { count, desc, eq, inArray, isNull, sql } from '../../stores/mysql/drizzle.ts';
import { isDuplicate } from '../../stores/mysql/retry.ts';
import { suppressionChanges, suppressions } from '../../stores/mysql/schema.ts';
import { open, seal } from '../../webhooks/secrets.ts';

const ENTRIES_AT_ONCE = 500;

/** What is known about an entry without decrypting it. */
export interface Listed {
  id: number;
  kind: Suppressed['kind'];
  county_fips: string | null;
  created_at: string;
  created_by: string;
  /** When the data stored before it was rewritten; null until then. */
  applied_at: string | null;
  entry: Buffer;
}

/** A change to the list. */
export interface ListChange {
  id: number;
  what: 'added' | 'removed';
  kind: Suppressed['kind'];
  county_fips: string | null;
  changed_at: string;
  changed_by: string;
  entry: Buffer;
}

const WRONG_KEY =
  'The list of suppressions was encrypted with another WEBHOOK_SECRET_KEY than the one that is set, so nothing was done.';

/** Decrypts an entry. Throws when the key is a different one. */
export function openEntry(sealed: Buffer, key: Buffer): Suppressed {
  let json: string;
  try {
    json = open(sealed, key);
  } catch {
    throw new Error(WRONG_KEY);
  }
  return JSON.parse(json) as Suppressed;
}

const digestOf = (entry: Suppressed, key: Buffer): Buffer =>
  createHmac('sha256', key)
    .update(`suppression\n${identityOf(entry)}`)
    .digest();

/** The list, oldest first. */
export async function readList(database: Executor): Promise<Listed[]> {
  const rows = await database.select().from(suppressions).orderBy(suppressions.id);
  return rows.map(({ id, kind, countyFips, createdAt, createdBy, appliedAt, entry }) => ({
    id,
    kind: kind as Suppressed['kind'],
    county_fips: countyFips,
    created_at: createdAt.toISOString(),
    created_by: createdBy,
    applied_at: appliedAt?.toISOString() ?? null,
    entry,
  }));
}

/** The changes to the list, newest first. */
export async function readChanges(database: Executor): Promise<ListChange[]> {
  const rows = await database.select().from(suppressionChanges).orderBy(desc(suppressionChanges.id));
  return rows.map(({ suppressionId, what, kind, countyFips, changedAt, changedBy, entry }) => ({
    id: suppressionId,
    what: what as ListChange['what'],
    kind: kind as Suppressed['kind'],
    county_fips: countyFips,
    changed_at: changedAt.toISOString(),
    changed_by: changedBy,
    entry,
  }));
}

/** A text that differs after each change to the list; '' for an empty list. It is cheap to read. */
export async function versionOfList(database: Executor): Promise<string> {
  const [row] = await database
    .select({ entries: count(), last: sql<number | null>`MAX(${suppressions.id})` })
    .from(suppressions);
  return row === undefined || row.entries === 0 ? '' : `${row.entries} ${row.last}`;
}

/** The numbers of the entries that have not been applied to stored data yet. */
export async function numbersToApply(database: Executor): Promise<number[]> {
  const rows = await database
    .select({ id: suppressions.id })
    .from(suppressions)
    .where(isNull(suppressions.appliedAt))
    .orderBy(suppressions.id);
  return rows.map(({ id }) => id);
}

/** Notes that nothing stored shows what these entries suppress. */
export async function noteApplied(database: Executor, ids: readonly number[], at: Date): Promise<void> {
  for (let from = 0; from < ids.length; from += ENTRIES_AT_ONCE) {
    const some = ids.slice(from, from + ENTRIES_AT_ONCE);
    await database.update(suppressions).set({ appliedAt: at }).where(inArray(suppressions.id, some));
  }
}

interface Change {
  key: Buffer;
  by: string;
  at: Date;
}

/**
 * Adds entries to the list, and logs each addition. An entry that is already there stays as it is.
 * @returns the numbers of all entries in order, and which were added.
 */
export async function addEntries(
  database: Database,
  entries: readonly Suppressed[],
  { key, by, at }: Change,
): Promise<{ ids: number[]; added: number[] }> {
  // With a different key, everything would be added again.
  for (const { entry } of await readList(database)) openEntry(entry, key);
  const ids: number[] = [];
  const added: number[] = [];
  for (let from = 0; from < entries.length; from += ENTRIES_AT_ONCE) {
    const some = entries.slice(from, from + ENTRIES_AT_ONCE);
    const commit = () =>
      inTransaction(database, async (tx) => {
        const numbered: { id: number; isNew: boolean }[] = [];
        for (const entry of some) numbered.push(await addEntry(tx, entry, { key, by, at }));
        return numbered;
      });
    // If another process has just added one of them, the second try finds it.
    const done = await commit().catch((error) => {
      if (!isDuplicate(error)) throw error;
      return commit();
    });
    ids.push(...done.map(({ id }) => id));
    added.push(...done.filter(({ isNew }) => isNew).map(({ id }) => id));
  }
  return { ids, added };
}

async function addEntry(tx: Executor, entry: Suppressed, { key, by, at }: Change) {
  const digest = digestOf(entry, key);
  const known = await numberOf(tx, digest);
  if (known !== null) return { id: known, isNew: false };
  const sealed = seal(JSON.stringify(entry), key);
  const { kind, county_fips: countyFips } = entry;
  const [{ insertId: id }] = await tx
    .insert(suppressions)
    .values({ kind, countyFips, digest, entry: sealed, createdBy: by, createdAt: at });
  await tx.insert(suppressionChanges).values({
    suppressionId: id,
    what: 'added',
    kind,
    countyFips,
    entry: sealed,
    changedBy: by,
    changedAt: at,
  });
  return { id, isNew: true };
}

async function numberOf(database: Executor, digest: Buffer): Promise<number | null> {
  const [row] = await database
    .select({ id: suppressions.id })
    .from(suppressions)
    .where(eq(suppressions.digest, digest));
  return row?.id ?? null;
}

/** The number of the entry that suppresses exactly this; null when there is none. */
export const findEntry = (database: Executor, entry: Suppressed, key: Buffer): Promise<number | null> =>
  numberOf(database, digestOf(entry, key));

/** Removes entries, and logs the removals. Numbers that are not in the list are ignored. */
export function removeEntries(
  database: Database,
  ids: readonly number[],
  { by, at }: Omit<Change, 'key'>,
): Promise<void> {
  return inTransaction(database, async (tx) => {
    for (const id of ids) {
      const [row] = await tx.select().from(suppressions).where(eq(suppressions.id, id)).for('update');
      if (!row) continue;
      const { kind, countyFips, entry } = row;
      await tx.insert(suppressionChanges).values({
        suppressionId: id,
        what: 'removed',
        kind,
        countyFips,
        entry,
        changedBy: by,
        changedAt: at,
      });
      await tx.delete(suppressions).where(eq(suppressions.id, id));
    }
  });
}

/** Called only where something is suppressed. */
export type SecretKey = () => Promise<Buffer>;

/**
 * Returns a function that gives the rule of the current list, or null while the list is empty. It is cheap to call while
 * the list has not changed. Throws when the list cannot be decrypted.
 */
export function suppressionRules(database: Database, secretKey: SecretKey) {
  let known = { version: '', rule: null as SuppressionRule | null };
  return async (): Promise<SuppressionRule | null> => {
    const version = await versionOfList(database);
    if (version === known.version) return known.rule;
    if (version === '') known = { version, rule: null };
    else {
      const key = await secretKey();
      const list = await readList(database);
      known = { version, rule: ruleOf(list.map(({ id, entry }) => ({ id, entry: openEntry(entry, key) }))) };
    }
    return known.rule;
  };
}
