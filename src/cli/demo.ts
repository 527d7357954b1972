import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { createKey, findKey, hashKey } from '../accounts/keys.ts';
import { demoDeeds, demoParcels, demoPermits, demoRisks } from '../loading/demo/generate.ts';
import { DEMO_COUNTIES, isDemo, readDemoMark, writeDemoMark } from '../loading/ingest/demo.ts';
import { INGEST_KINDS, type IngestKind, ingest } from '../loading/ingest/ingest.ts';
import { madeRecords } from '../loading/ingest/input.ts';
import { aliasOf } from '../stores/elastic/indices.ts';
import { askAndDelete, type DeleteFlags } from './delete.ts';
import { tell } from './print.ts';
import { withProgress } from './progress.ts';
import { type CommandContext, connected, targetOf } from './services.ts';

const RECORDS: Record<IngestKind, () => Iterable<object>> = {
  parcels: demoParcels,
  deeds: demoDeeds,
  permits: demoPermits,
  risks: demoRisks,
};

async function isWanted({ client, config }: CommandContext): Promise<boolean> {
  const mark = await readDemoMark(client, config.INDEX_PREFIX);
  if (mark) return !mark.demo_complete;
  const indices = INGEST_KINDS.map((kind) => aliasOf(config.INDEX_PREFIX, kind));
  await client.indices.refresh({ index: indices });
  return (await client.count({ index: indices })).count === 0;
}

/** Whether the made-up counties were loaded and are still there. */
export async function hasDemo({ client, config }: CommandContext): Promise<boolean> {
  const mark = await readDemoMark(client, config.INDEX_PREFIX);
  return mark?.demo_complete === true && !mark.demo_removed;
}

/** Loads made-up counties into empty indices; an interrupted load is continued. */
export async function loadDemo(context: CommandContext): Promise<void> {
  if (!(await isWanted(context))) return;
  const { client, config } = context;
  tell('Loading demo data: 20,400 made-up parcels in five counties (TERRIER_DEMO=off leaves them out) …');
  await writeDemoMark(client, config.INDEX_PREFIX, { demo_complete: false });
  for (const kind of INGEST_KINDS) {
    const input = madeRecords('demo data', RECORDS[kind]());
    const report = await withProgress(kind, (onProgress) =>
      ingest(kind, input, targetOf(context), { onProgress }),
    );
    if (report.error !== null) throw new Error(`The demo data could not be loaded: ${report.error}`);
    tell(`  ${kind}: ${report.created + report.updated + report.unchanged}`);
  }
  await writeDemoMark(client, config.INDEX_PREFIX, { demo_complete: true });
}

export interface DemoKey {
  key: string;
  /** Where it is kept. */
  file: string;
}

/** A key for trying the API: made at the first start and kept in the home folder, readable only by its owner. */
export async function demoKey({ database, config }: CommandContext): Promise<DemoKey> {
  const file = join(config.TERRIER_HOME, 'demo-key');
  const kept = await readFile(file, 'utf8').catch(() => null);
  const known = kept === null ? null : await findKey(database, hashKey(kept.trim()));
  if (kept !== null && known?.is_active && known.is_admin && known.expires_at === null)
    return { key: kept.trim(), file };
  const { key } = await createKey(database, {
    tier: 'scale',
    name: 'demo',
    isAdmin: true,
    account: known?.account,
  });
  await mkdir(config.TERRIER_HOME, { recursive: true });
  await writeFile(file, `${key}\n`, { mode: 0o600 });
  return { key, file };
}

const remove = new Command('remove')
  .description('Delete the made-up records of the demo counties')
  .option('--yes', 'do not ask')
  .option('--json', 'print the result as one JSON object')
  .addHelpText(
    'after',
    `
Records that were loaded into these counties from elsewhere stay. The demo data is not loaded again at the next start.`,
  )
  .action(async (flags: DeleteFlags) => {
    await connected(async (context) => {
      const { client, config } = context;
      const chosen = { counties: DEMO_COUNTIES, goes: isDemo };
      const what = `the made-up demo records in ${DEMO_COUNTIES.join(', ')}`;
      if (!(await askAndDelete(context, what, chosen, flags))) return;
      const mark = await readDemoMark(client, config.INDEX_PREFIX);
      if (mark) await writeDemoMark(client, config.INDEX_PREFIX, { demo_complete: true, demo_removed: true });
    });
  });

export const demoCommand = new Command('demo').addCommand(remove);
