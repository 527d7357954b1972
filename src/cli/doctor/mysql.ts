import { type ApiKey, listKeys, managesKeys } from '../../accounts/keys.ts';
import { countOpen, oldestDue } from '../../api/metrics/parts.ts';
import { STATE } from '../../domain/delivery-states.ts';
import { counted, listed } from '../../domain/in-words.ts';
import { isLoading } from '../../loading/ingest/alone.ts';
import { numbersToApply } from '../../loading/suppressions/list.ts';
import type { Database } from '../../stores/mysql/database.ts';
import { sql } from '../../stores/mysql/drizzle.ts';
import { compareMigrations } from '../../stores/mysql/migrate.ts';
import { layerStates } from '../../stores/mysql/source-layers.ts';
import { countDispatchers } from '../../webhooks/wake-up.ts';
import { examined, type Finding, ok, problem, type Verdict, warning } from './finding.ts';

/** How long before and after a key's end to report it, in milliseconds. */
const ENDING = 14 * 86_400_000;
/** How much clocks may differ, in milliseconds; leases tolerate a few seconds. */
const CLOCK_TOLERATED = 2_000;
/** How long a due delivery may wait, in seconds. */
const DUE_TOLERATED = 60;
/** In milliseconds: checking all sources may take hours, and the next time is noted only after that. */
const SOURCES_PATIENCE = 6 * 3_600_000;

async function checkClock(database: Database, now: () => number): Promise<Verdict> {
  const before = now();
  const time = sql`TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000`.mapWith(Number);
  const [row] = await database.select({ server: time }).from(sql`DUAL`);
  const { server } = row!;
  const ahead = server < before ? server - before : Math.max(0, server - now());
  if (Math.abs(ahead) <= CLOCK_TOLERATED) return ok("The clock of MySQL agrees with this machine's.");
  return problem(
    `The clock of MySQL is ${(Math.abs(ahead) / 1_000).toFixed(1)} s ${ahead > 0 ? 'ahead of' : 'behind'} this machine's.`,
    'Set the clocks of all machines by NTP, for example with chrony: keys, limits and webhooks go by them.',
  );
}

async function checkTables(database: Database): Promise<Verdict> {
  const { left, isLater } = await compareMigrations(database);
  if (left.length > 0)
    return problem(
      `Migrations were not applied yet: ${listed(left)}. What is in the tables was not checked.`,
      'Start `terrier serve` or any load: they apply them.',
    );
  if (!isLater) return ok('The tables are those of this version.');
  return warning(
    'A later version of Terrier has changed the tables.',
    'Run that version on this machine, too.',
  );
}

/** Checks whether there are usable keys, accounts without a key that manages their keys, and keys that end soon. */
async function checkKeys(database: Database, now: number): Promise<Verdict> {
  const keys = (await listKeys(database)).filter((key) => key.is_active);
  const endOf = ({ expires_at }: ApiKey) => Date.parse(expires_at ?? '9999');
  const usable = keys.filter((key) => endOf(key) > now);
  if (usable.length === 0)
    return warning('No key can be used.', 'Make one: `terrier keys create --tier scale --name … --admin`.');
  const accounts = (some: ApiKey[]) => new Set(some.map(({ account }) => account));
  const hadOne = accounts(keys.filter(({ is_admin }) => is_admin));
  const managed = accounts(usable.filter(managesKeys));
  const lost = [...accounts(usable)].filter((account) => hadOne.has(account) && !managed.has(account));
  if (lost.length > 0)
    return warning(
      `Accounts whose last key that manages keys has ended: ${listed(lost)}.`,
      'Make another one for each: `terrier keys create --admin --account …`.',
    );
  const ending = keys.filter((key) => !key.replaced_by && Math.abs(endOf(key) - now) < ENDING);
  if (ending.length === 0) return ok(`${counted(usable.length, 'key')} can be used.`);
  const shown = ending.map(({ id, name, expires_at }) => `${id} “${name}” ${expires_at!.slice(0, 10)}`);
  return warning(
    `${counted(ending.length, 'key')} ended lately, or soon will: ${listed(shown)}.`,
    'Make others for those who still need them: `terrier keys create --account …`.',
  );
}

/** Checks whether webhooks are sent, and whether deliveries wait for a decision. */
async function checkWebhooks(database: Database, now: number): Promise<Verdict> {
  const [open, dispatchers] = await Promise.all([countOpen(database), countDispatchers(database)]);
  const oldest = oldestDue(open, now);
  const seen = dispatchers === 0 ? 'No dispatcher is seen.' : `${counted(dispatchers, 'dispatcher')} seen.`;
  const action = 'Start `terrier dispatch`, or look into its log: it may lack WEBHOOK_SECRET_KEY.';
  if (oldest > DUE_TOLERATED)
    return problem(`${seen} A delivery is due for ${counted(Math.floor(oldest / 60), 'minute')}.`, action);
  if (dispatchers === 0)
    return warning(`${seen} Webhooks are not sent, and expired data is not deleted.`, action);
  const unknown = open.get(STATE.unknown)?.deliveries ?? 0;
  if (unknown === 0) return ok(`${seen} No delivery is late.`);
  return warning(
    `${counted(unknown, 'delivery', 'deliveries')} of unknown outcome, which are not sent again by themselves.`,
    'Look at them with `terrier deliveries list --status unknown`, and decide with `terrier deliveries settle`.',
  );
}

async function checkSources(database: Database, now: number): Promise<Verdict> {
  const layers = await layerStates(database);
  if (layers.length === 0) return ok('No source was loaded.');
  const bad = layers.filter(({ outcome }) => outcome === 'failed' || outcome === 'refused');
  if (bad.length > 0)
    return warning(
      `Sources that could not be loaded: ${listed(bad.map(({ source, layer, outcome }) => `${source} (${layer}) ${outcome}`))}.`,
      '`terrier sources list` tells why, `terrier sync` tries again, and --force loads what was refused.',
    );
  const overdue = layers.filter(({ next_at }) => Date.parse(next_at ?? '9999') + SOURCES_PATIENCE < now);
  if (overdue.length === 0) return ok('The sources are current.');
  return warning(
    `Nothing has looked at these sources at their time: ${listed([...new Set(overdue.map(({ source }) => source))])}.`,
    'Start `terrier sync --schedule` again.',
  );
}

async function checkSuppressions(database: Database): Promise<Verdict> {
  const waiting = await numbersToApply(database);
  if (waiting.length === 0) return ok('No suppression waits to be applied.');
  const finding = `${counted(waiting.length, 'suppression')} listed and not yet applied (${listed(waiting.map(String))})`;
  if (await isLoading(database))
    return warning(`${finding}, while a load or a suppression runs.`, 'Run this again when that has ended.');
  return problem(
    `${finding}: answers may still have these names.`,
    'Run `terrier derive`, or the same `terrier suppress add` again.',
  );
}

/**
 * Checks a MySQL that answers: its clock, its tables, and what is stored in them.
 * @param now this machine's clock, in epoch milliseconds.
 */
export async function examineMysql(database: Database, now: () => number): Promise<Finding[]> {
  const clock = await examined('clock', () => checkClock(database, now));
  const tables = await examined('tables', () => checkTables(database));
  if (tables.level === 'problem') return [clock, tables];
  const rest = await Promise.all([
    examined('keys', () => checkKeys(database, now())),
    examined('webhooks', () => checkWebhooks(database, now())),
    examined('sources', () => checkSources(database, now())),
    examined('suppressions', () => checkSuppressions(database)),
  ]);
  return [clock, tables, ...rest];
}
