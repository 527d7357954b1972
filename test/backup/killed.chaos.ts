import { once } from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { aliasOf } from '../../src/elastic/indices.ts';
import { terrierHere } from '../commands/in-process.ts';
import { makeHarness } from '../helper.ts';
import { contents, differences } from '../ingest/support.ts';
import { FaultyProxy } from '../tcp-proxy.ts';
import { countsOf, loadRecords, makeFolder, makeTarget, startTerrier } from './support.ts';

const source = await makeHarness(t);
const target = await makeTarget(t, source);
const folder = await makeFolder(t);
const whole = join(folder, 'whole');
const draft = `${whole}.partial`;
await source.key();
await loadRecords(source);

/** Starts a command and kills it at a moment, which must come before the command ends. */
async function killed(env: Record<string, string>, args: string[], isNow: () => Promise<boolean> | boolean) {
  const child = startTerrier(t, env, ...args);
  const ended = once(child, 'exit');
  while (child.exitCode === null && !(await isNow())) await sleep(2);
  child.kill('SIGKILL');
  await ended;
  return child.signalCode === 'SIGKILL';
}

t.test('a backup that is killed is not taken for one', async (t) => {
  const isWriting = () => existsSync(draft) && readdirSync(draft).some((name) => name.endsWith('.ndjson.gz'));
  t.ok(await killed(source.env, ['backup', whole], isWriting));
  t.same(readdirSync(folder), ['whole.partial']);
  t.match((await terrierHere(['restore', draft], target.env)).err, /is not a backup of Terrier/);
  const again = await terrierHere(['backup', whole], source.env);
  t.equal(again.status, 1);
  t.match(again.err, /whole\.partial is there: .* delete it and try again/);
  rmSync(draft, { recursive: true });
  t.equal((await terrierHere(['backup', whole], source.env)).status, 0);
  t.same(readdirSync(folder), ['whole']);
  t.match(await source.load('parcels', []), { error: null }, 'and loads go on');
});

const indicesOf = async () =>
  Object.entries(
    await target.client.indices.get({ index: `${target.config.INDEX_PREFIX}-*`, features: 'aliases' }),
  );
const isFilling = async () =>
  (await indicesOf()).some(([, { aliases }]) => Object.keys(aliases ?? {}).length === 0);

t.test('a restore that is killed while it fills the indices has restored nothing', async (t) => {
  t.ok(await killed(target.env, ['restore', whole], isFilling));
  const { documents, rows } = await countsOf(target);
  t.equal(documents.parcels, 0);
  t.same(new Set(Object.values(rows)), new Set([0]));
});

t.test('one that is killed before the tables are committed has restored the records', async (t) => {
  const proxy = new FaultyProxy(target.env.DATABASE_URL!);
  await proxy.start();
  t.teardown(() => proxy.stop());
  let held = false;
  const isCommitting = async () => {
    if (!held && (await isFilling())) {
      held = true;
      await proxy.set('commit-held');
    }
    return proxy.commits > 0;
  };
  const env = { ...target.env, DATABASE_URL: proxy.url };
  t.ok(await killed(env, ['restore', whole], isCommitting));
  const { documents, rows } = await countsOf(target);
  t.equal(documents.parcels, 1_500);
  t.same(new Set(Object.values(rows)), new Set([0]));
});

t.test('the same command completes it, and everything is as it was', async (t) => {
  const { status, err } = await terrierHere(['restore', whole], target.env);
  t.equal(status, 0, err);
  t.same(await countsOf(target), await countsOf(source));
  for (const kind of ['parcels', 'deeds', 'owners', 'market', 'packs'] as const)
    t.same(differences(await contents(target, kind), await contents(source, kind)), [], kind);
  const left = (await indicesOf()).filter(([, { aliases }]) => Object.keys(aliases ?? {}).length === 0);
  t.same(left, [], 'no index is left behind');
  t.ok(
    (await indicesOf()).some(([, { aliases }]) => aliasOf(target.config.INDEX_PREFIX, 'parcels') in aliases!),
  );
});
