import type { ChildProcess } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { command } from '../../webhooks/ledger/processes.ts';
import type { Records } from '../records.ts';
import type { Weather } from '../weather.ts';

const TRIES = 60;
/** A load whose connections hang ends by itself within this many milliseconds. */
const LONGEST = 240_000;

/** Loads parcels and risks, repeating the same command for each file until it is loaded. */
export function createLoader(
  env: NodeJS.ProcessEnv,
  folder: string,
  records: Records,
  weather: Weather,
  find: (fault: string) => void,
) {
  const state = { child: null as ChildProcess | null, files: 0, repeated: 0 };

  async function publish(kind: string, args: string[]): Promise<void> {
    for (let tries = 0; tries < TRIES; tries++) {
      const from = Date.now();
      const { child, ended } = command(env, 'ingest', kind, ...args, '--json');
      state.child = child;
      const timer = setTimeout(() => {
        find(`load: it had not ended after ${LONGEST} ms`);
        child.kill('SIGKILL');
      }, LONGEST);
      const { code, signal, out, error } = await ended;
      clearTimeout(timer);
      state.child = null;
      if (code === 0) return;
      state.repeated++;
      const last = `${out} ${error}`.trim().slice(-400);
      if (weather.isCalm(from, Date.now()))
        find(`load: it ended with ${code ?? signal} in calm weather: ${last}`);
      if (code === 3) find(`load: rows were rejected: ${last}`);
      await sleep(300);
    }
    throw new Error('a file did not go in, however often it was tried');
  }

  return {
    state,
    /** Loads the records before the storm. */
    async first(): Promise<void> {
      const file = join(folder, 'first.ndjson');
      await writeFile(file, ndjson(records.first()));
      await publish('parcels', [file, '--no-events']);
    },
    /** Loads the next file. */
    async load(): Promise<void> {
      const { kind, args, rows, begin, acknowledge } = records.next();
      const file = join(folder, 'next.ndjson');
      await writeFile(file, ndjson(rows));
      begin();
      await publish(kind, [file, ...args]);
      acknowledge();
      state.files++;
      await rm(file);
    },
  };
}

export const ndjson = (rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
