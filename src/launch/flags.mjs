/**
 * The flags that Node is started with, by the name of a command. Plain JavaScript, since it runs on any installed Node. As a
 * program it prints the flags of a command: `node src/launch/flags.mjs serve`.
 */
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Some versions of Node warn that their SQLite is experimental, which says nothing to people who load a GeoPackage.
const NO_WARNING = '--disable-warning=ExperimentalWarning';
// Pages of rows are large short-lived buffers: this size, in MiB, took among the least processor time in searches.
const serving = ['--max-semi-space-size=16'];
// Loads keep thousands of records until these are written, which a small young generation copies many times.
const loading = ['--max-semi-space-size=32', NO_WARNING];
// Garbage of millions of rows that are only read would stay for long, and memory grow with it.
const reading = ['--max-semi-space-size=8', '--heap-growing-percent=20', NO_WARNING];

const FLAGS = {
  serve: serving,
  start: serving,
  ingest: loading,
  sync: loading,
  derive: loading,
  inspect: reading,
};

/** Node's flags for a command. */
export const nodeFlags = (command) => (Object.hasOwn(FLAGS, command) ? FLAGS[command] : []);

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  console.log(nodeFlags(process.argv[2]).join(' '));
