/**
 * The flags and environment variables that Node is started with, by the name of a command or file. Plain JavaScript, since it
 * runs on any installed Node. As a program it prints those of a command as arguments of `env`: `node src/launch/flags.mjs serve`.
 */
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Some versions of Node warn that their SQLite is experimental, which is of no use to people who load a GeoPackage.
const NO_WARNING = '--disable-warning=ExperimentalWarning';
// Pages of rows are large, short-lived buffers. With a young generation of this size, in MiB, searches used about the least
// processor time. Its size is fixed: V8 makes it smaller while nobody searches, and kept it small under load, which cost a
// fifth of the rate.
// The buffers count as growth of the heap. After a pause, V8 would allow so little of it that every few dozen searches began a
// collection of the whole heap, at up to twice their own time.
const serving = ['--min-semi-space-size=16', '--max-semi-space-size=16', '--heap-growing-percent=200'];
// Answers are buffers outside the heap. V8 would collect the whole heap for them several times a second, which takes more than
// a tenth of the processor time from a fast server on the same machine.
const asking = ['--heap-growing-percent=400'];
// Without this flag, what `inspect` leaves behind would stay for the whole load: 100 to 150 MiB. A flag for the
// young generation would win over the limit of the threads that make models.
const loading = ['--heap-growing-percent=100', NO_WARNING];
// Millions of rows are only read: without these flags, their garbage would stay long and memory would grow.
const reading = ['--max-semi-space-size=8', '--heap-growing-percent=20', NO_WARNING];

const FLAGS = {
  serve: serving,
  start: [...serving, NO_WARNING],
  stack: [NO_WARNING],
  ingest: loading,
  sync: loading,
  derive: loading,
  delete: loading,
  suppress: loading,
  demo: loading,
  inspect: reading,
  'bench/peers.ts': asking,
};

/** Node's flags for a command, or for a file of its own. */
export const nodeFlags = (name) => (Object.hasOwn(FLAGS, name) ? FLAGS[name] : []);

/**
 * Environment variables for a command. Without this one, each thread that loads or derives would keep the memory that it freed,
 * up to 100 MiB in all; with one arena of glibc, others can use it.
 */
export const nodeEnv = (name) => (FLAGS[name] === loading ? { MALLOC_ARENA_MAX: '1' } : {});

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const name = process.argv[2];
  // What the user has set is kept.
  const given = Object.entries(nodeEnv(name)).filter(([key]) => !(key in process.env));
  console.log([...given.map(([key, value]) => `${key}=${value}`), 'node', ...nodeFlags(name)].join(' '));
}
