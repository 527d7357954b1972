import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Test } from 'tap';
import { PROJECT_ROOT, readConfig } from '../../src/config.ts';
import { demoDeeds, demoParcels, demoPermits, demoRisks } from '../../src/demo/generate.ts';
import { aliasOf, KINDS } from '../../src/elastic/indices.ts';
import { type Harness, makeHarness } from '../helper.ts';

function* first<T>(records: Iterable<T>, count: number): Generator<T> {
  let taken = 0;
  for (const record of records) {
    if (taken++ === count) return;
    yield record;
  }
}
const some = (records: Iterable<object>, count: number) =>
  [...first(records, count)] as Record<string, unknown>[];

/** Some of the demo's records of one county. */
export const records = {
  parcels: some(demoParcels(), 1_500),
  deeds: some(demoDeeds(), 3_000),
  permits: some(demoPermits(), 900),
  risks: some(demoRisks(), 40),
};

export async function loadRecords(harness: Harness): Promise<void> {
  for (const kind of ['parcels', 'deeds', 'permits', 'risks'] as const)
    await harness.load(kind, records[kind]);
}

/** An empty installation with the key of another one: what is restored there can be used. */
export async function makeTarget(t: Pick<Test, 'teardown'>, source: Harness): Promise<Harness> {
  const harness = await makeHarness(t);
  const { WEBHOOK_SECRET_KEY } = source.env;
  Object.assign(harness.env, { WEBHOOK_SECRET_KEY });
  harness.config = readConfig(harness.env);
  return harness;
}

export async function makeFolder(t: Pick<Test, 'teardown'>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'terrier-backup-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Documents by kind and rows by table, as anybody counts them. */
export async function countsOf({ client, database, config }: Harness) {
  const documents: Record<string, number> = {};
  for (const kind of KINDS)
    documents[kind] = (await client.count({ index: aliasOf(config.INDEX_PREFIX, kind) })).count;
  const [tables] = await database.$client.query('SHOW TABLES');
  const rows: Record<string, number> = {};
  for (const table of (tables as object[]).flatMap((row) => Object.values(row)) as string[]) {
    if (table === '__drizzle_migrations') continue;
    const [found] = await database.$client.query(`SELECT COUNT(*) AS number FROM ${table}`);
    rows[table] = Number((found as { number: number }[])[0]!.number);
  }
  return { documents, rows };
}

/** Starts `terrier …` on an installation in a process that can be killed. */
export function startTerrier(t: Pick<Test, 'teardown'>, env: Record<string, string>, ...args: string[]) {
  const main = resolve(PROJECT_ROOT, 'src/main.ts');
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  return child;
}
