import type { ChildProcess } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../../src/loading/demo/random.ts';
import { command } from './processes.ts';
import { type NewsKind, recordSource } from './records.ts';

/** How often the same command is repeated before giving up. */
const TRIES = 60;

/** Publishes files one after the other, repeating the same command for each until it is loaded. */
export class Feeder {
  child: ChildProcess | null = null;
  /** Files that were loaded. */
  files = 0;
  stopped = false;
  readonly source: ReturnType<typeof recordSource>;
  readonly #env: NodeJS.ProcessEnv;
  readonly #folder: string;
  /** Until when (epoch milliseconds) something that a load needs was away, so that the load may have failed. */
  disturbed = 0;

  constructor(env: NodeJS.ProcessEnv, folder: string, roll: Random) {
    this.#env = env;
    this.#folder = folder;
    this.source = recordSource(roll);
  }

  /** `pause`: milliseconds between two files. */
  async run(records: number, pause = 0): Promise<void> {
    while (!this.stopped) {
      const kind: NewsKind = this.files % 3 === 2 ? 'permits' : 'deeds';
      const file = join(this.#folder, `${this.files}.ndjson`);
      await writeFile(file, this.source.file(kind, records));
      await this.#publish(kind, file);
      await rm(file);
      this.files++;
      if (!this.stopped) await sleep(pause);
    }
  }

  async #publish(kind: NewsKind, file: string): Promise<void> {
    for (let tries = 0; tries < TRIES; tries++) {
      const began = Date.now();
      const { child, ended } = command(this.#env, 'ingest', kind, file, '--json');
      this.child = child;
      const { code, signal, out, error } = await ended;
      this.child = null;
      if (code === 0) return;
      if (signal !== 'SIGKILL' && this.disturbed < began) {
        throw new Error(
          `The ingest ended with ${code ?? signal}: ${out.slice(0, 500)} ${error.slice(0, 500)}`,
        );
      }
      await sleep(100);
    }
    throw new Error('A file did not go in, however often it was tried.');
  }
}
