/**
 * The flags that Node is started with. Plain JavaScript, since it runs on any installed Node. As a program it prints the
 * flags for a command: `node src/node-flags.mjs serve`.
 */
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Some versions of Node warn that their SQLite is experimental, which says nothing to people who load a GeoPackage. */
const NO_WARNING = '--disable-warning=ExperimentalWarning';

/**
 * For programs that serve: pages of rows are large short-lived buffers, which a large young generation keeps until a full
 * collection. The size, in MiB, took among the least processor time in searches with rows from memory.
 */
export const SERVING_FLAGS = ['--max-semi-space-size=16'];

/**
 * For programs that read tables: without these, garbage of millions of rows is left for long, and memory grows with it. The
 * old generation may grow by a fifth before it is collected.
 */
const READING_FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=20', NO_WARNING];

/**
 * For loads: they keep thousands of records until these are written, which a small young generation copies many times. A
 * bound on the growth of the old generation would save 120 MiB and cost a quarter of the processor time.
 */
const LOADING_FLAGS = ['--max-semi-space-size=32', NO_WARNING];

const FLAGS = {
  serve: SERVING_FLAGS,
  start: SERVING_FLAGS,
  ingest: LOADING_FLAGS,
  inspect: READING_FLAGS,
  sync: LOADING_FLAGS,
  derive: LOADING_FLAGS,
};

/** Node's flags for a command, by its name. */
export const nodeFlags = (command) => (Object.hasOwn(FLAGS, command) ? FLAGS[command] : []);

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  console.log(nodeFlags(process.argv[2]).join(' '));
