import './utc.ts';
import { runTerrier } from './commands/program.ts';

// A reader of the output may close it early, as `head` does. A load must go on.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

await runTerrier(process.argv.slice(2));
