/**
 * The flags that Node is started with. Plain JavaScript, since it runs on whatever Node is there; as a program it prints
 * the flags for a command: `node src/node-flags.mjs serve`.
 */
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * For the programs that serve: a page of rows is a big buffer that lives for a moment. In a small young generation they
 * are freed by its quick collections; in a large one they pile up until the whole heap is collected.
 */
export const SERVING_FLAGS = ['--max-semi-space-size=4'];
const SERVING = ['serve', 'start'];

/** Node's flags for a command of the command line, given by its name. */
export const nodeFlags = (command) => (SERVING.includes(command) ? SERVING_FLAGS : []);

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  console.log(nodeFlags(process.argv[2]).join(' '));
