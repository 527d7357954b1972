/**
 * Replaces `docker` where no engine runs: it reads the compose file as Compose does and fails as it does, but starts
 * nothing. STANDIN_CALLS names a file that gets a line of JSON for each command; STANDIN_FAILS lists commands that fail.
 */
import { appendFileSync } from 'node:fs';
import { composed } from './compose-file.ts';

function compose(args: string[]): void {
  const [, project, , file, command, ...rest] = args;
  const { services } = composed(file!, process.env);
  const wanted = rest.filter((one) => !one.startsWith('-'));
  for (const name of wanted) if (!services[name]) throw new Error(`no such service: ${name}`);
  appendFileSync(process.env.STANDIN_CALLS!, `${JSON.stringify({ project, command, rest })}\n`);
  if (process.env.STANDIN_FAILS?.split(',').includes(command!))
    throw new Error('Error response from daemon: the stand-in fails');
}

const [first, ...args] = process.argv.slice(2);
try {
  if (first === 'info') console.log('29.0.0');
  else if (args[0] === 'version') console.log('Docker Compose version v5.0.0');
  else compose(args);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
