import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import PQueue from 'p-queue';
import { atExit } from '../../../stores/at-exit.ts';
import type { Described, Value } from './layers.ts';

const PROGRAM = fileURLToPath(new URL('../../../../workers/geopackage.ts', import.meta.url));
/** Memory of the process, in MiB: a batch and the tables' descriptions take far less. */
const MEMORY = 512;

/** What is asked of the process: to open a file, for the next rows of a reading, or to end a reading. */
export type Request =
  | { file: string; size: number; layer: string | undefined }
  | { reading: number }
  | { reading: number; ends: true };
export type Answer = { found: Described } | { rows: Value[][] | null } | { error: string };

/** How long the process may take for a batch, or to count the rows of a large file, in milliseconds. */
const LONGEST_STEP = 600_000;

const ended = () =>
  new Error('it is damaged (reading it took too much memory or time, and was ended). Download it again.');

/** The answer to one request. */
function asked(child: ChildProcess, request: Request): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const onMessage = (answer: Answer) => {
      child.off('exit', onExit);
      resolve(answer);
    };
    const onExit = () => {
      child.off('message', onMessage);
      reject(ended());
    };
    child.once('message', onMessage).once('exit', onExit);
    child.send(request, (error) => error && onExit());
  });
}

/**
 * Opens a layer of a GeoPackage in a process of its own: SQLite may work on one step for as long as a hostile file wants,
 * and only a process can be ended then.
 * @throws Error with a sentence about the file.
 */
export async function openInProcess(file: string, size: number, wanted: string | undefined) {
  const child = fork(PROGRAM, {
    env: {},
    execArgv: [`--max-old-space-size=${MEMORY}`, '--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const end = () => {
    ends();
    child.kill('SIGKILL');
  };
  const ends = atExit(end);
  // A table that nobody closes does not keep this process running.
  child.unref();
  child.channel!.unref();
  child.on('error', () => {});
  const turns = new PQueue({ concurrency: 1 });
  let readings = 0;

  async function ask(request: Request): Promise<Exclude<Answer, { error: string }>> {
    if (!child.connected) throw ended();
    child.ref();
    child.channel!.ref();
    const late = setTimeout(end, LONGEST_STEP);
    try {
      const answer = await asked(child, request);
      if ('error' in answer) throw new Error(answer.error);
      return answer;
    } finally {
      clearTimeout(late);
      child.unref();
      child.channel?.unref();
    }
  }
  const inTurn = (request: Request) => turns.add(() => ask(request));

  async function* rows(): AsyncGenerator<Value[][]> {
    const reading = ++readings;
    try {
      for (;;) {
        const answer = await inTurn({ reading });
        if (!('rows' in answer) || answer.rows === null) return;
        yield answer.rows;
      }
    } finally {
      if (child.connected) await inTurn({ reading, ends: true });
    }
  }

  try {
    const answer = await inTurn({ file, size, layer: wanted });
    return { found: (answer as { found: Described }).found, rows, end };
  } catch (error) {
    end();
    throw error;
  }
}
