import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { atExit } from '../../../stores/at-exit.ts';
import type { Described, Value } from './layers.ts';

const PROGRAM = fileURLToPath(new URL('../../../../workers/geopackage.ts', import.meta.url));
/** Memory of the process, in MiB: a batch and the tables' descriptions take far less. */
const MEMORY = 512;

/** What is asked of the process: to open a file, or for the next rows; a new reading begins with the first ones. */
export type Request = { file: string; size: number; layer: string | undefined } | { begins: boolean };
export type Answer = { described: Described } | { rows: Value[][] | null } | { error: string };

/** How long the process may take for a batch, or to count the rows of a large file, in milliseconds. */
const LONGEST_STEP = 600_000;

/**
 * Opens a layer of a GeoPackage in a process of its own: SQLite may work on one step for as long as a hostile file wants,
 * and only a process can be ended then. One reading at a time.
 * @throws Error with a sentence about the file.
 */
export async function openInProcess(file: string, size: number, layer: string | undefined) {
  const child = fork(PROGRAM, {
    env: {},
    execArgv: [`--max-old-space-size=${MEMORY}`, '--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const gone = new AbortController();
  const end = () => {
    ends();
    gone.abort();
    child.kill('SIGKILL');
  };
  const ends = atExit(end);
  child.on('exit', () => gone.abort()).on('error', () => {});
  // A table that nobody closes does not keep this process running.
  child.unref();
  child.channel!.unref();

  async function ask(request: Request): Promise<Exclude<Answer, { error: string }>> {
    child.ref();
    child.channel?.ref();
    const late = setTimeout(end, LONGEST_STEP);
    try {
      const answered = once(child, 'message', { signal: gone.signal }) as Promise<[Answer]>;
      child.send(request, () => {});
      const [answer] = await answered.catch((cause) => {
        const sentence =
          'it is damaged (reading it took too much memory or time, and was ended). Download it again.';
        throw new Error(sentence, { cause });
      });
      if ('error' in answer) throw new Error(answer.error);
      return answer;
    } finally {
      clearTimeout(late);
      child.unref();
      child.channel?.unref();
    }
  }

  async function* rows(): AsyncGenerator<Value[][]> {
    for (let begins = true; ; begins = false) {
      const answer = await ask({ begins });
      if (!('rows' in answer) || answer.rows === null) return;
      yield answer.rows;
    }
  }

  try {
    const answer = await ask({ file, size, layer });
    return { described: (answer as { described: Described }).described, rows, end };
  } catch (error) {
    end();
    throw error;
  }
}
