/** Shared by the tests of suppressions: the list, the command, and where a suppressed name could still be. */
import type { RowDataPacket } from 'mysql2';
import type { Test } from 'tap';
import type { IngestKind, IngestOptions } from '../../../src/loading/ingest/ingest.ts';
import { KINDS } from '../../../src/stores/elastic/indices.ts';
import { terrierHere } from '../../cli/in-process.ts';
import { type Harness, makeHarness } from '../../helper.ts';
import { clear, inputFile, ndjson, stored } from '../ingest/support.ts';
import { CANARY, COUNTY, DEEDS, PARCELS, PERMITS, singing } from './everywhere.ts';

/** All names of the canary: by parcel, by owner everywhere, and with its words in another order. */
export const LIST = [{ county_fips: COUNTY, parcel_id: 'c1' }, { owner_name: 'L.L.C. Zzquill Holdings' }];

/** Runs `terrier suppress …`, and checks that it prints no name unless asked to. */
export const suppressor =
  ({ env }: Harness) =>
  async (t: Test, ...args: string[]) => {
    const ended = await terrierHere(['suppress', ...args], env);
    if (!args.includes('--show')) t.notMatch(ended.out + ended.err, CANARY, 'it prints no names');
    return ended;
  };

export const removeAll = ({ database }: Harness) => database.$client.query('DELETE FROM suppressions');

/** An installation of its own, and what is done to it. */
export async function suppressing(t: Test) {
  const harness = await makeHarness(t);
  const { database } = harness;
  const { app, key } = await harness.api();
  const suppress = suppressor(harness);

  async function suppressAll(t: Test) {
    const file = await inputFile(t, 'list.ndjson', ndjson(LIST));
    const { status, out, err } = await suppress(t, 'add', '--file', file, '--json');
    t.equal(status, 0, err);
    return JSON.parse(out);
  }

  async function loadAll(options: IngestOptions = {}) {
    const reports = [];
    for (const [kind, records] of [
      ['parcels', PARCELS],
      ['deeds', DEEDS],
      ['permits', PERMITS],
    ] as const)
      reports.push(
        await harness.load(kind as IngestKind, records as unknown as Record<string, unknown>[], options),
      );
    return reports;
  }

  async function begin() {
    await removeAll(harness);
    await clear(harness);
    await loadAll();
  }

  /** The values of all tables of the database, as text. */
  async function tables(): Promise<string> {
    const [names] = await database.$client.query<RowDataPacket[]>('SHOW TABLES');
    const found: string[] = [];
    for (const row of names) {
      const [rows] = await database.$client.query<RowDataPacket[]>(
        `SELECT * FROM \`${Object.values(row)[0]}\``,
      );
      for (const one of rows)
        for (const value of Object.values(one))
          found.push(Buffer.isBuffer(value) ? value.toString('latin1') : String(value));
    }
    return found.join('\n');
  }

  /** Fails for each index and table that contains the canary. */
  async function isStoredNowhere(t: Test, when: string) {
    for (const kind of KINDS)
      t.notMatch(JSON.stringify([...(await stored(harness, kind))]), CANARY, `${kind}, ${when}`);
    t.notMatch(await tables(), CANARY, `no table, ${when}`);
  }

  /** Fails for each place in which the canary can still be found, including all answers. */
  async function silent(t: Test, when: string) {
    t.same(await singing(app, key), [], `no answer, ${when}`);
    await isStoredNowhere(t, when);
  }

  return { harness, app, key, suppress, suppressAll, loadAll, begin, tables, isStoredNowhere, silent };
}
