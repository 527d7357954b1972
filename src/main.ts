import './cli/utc.ts';
import { runTerrier } from './cli/program.ts';

// A reader of the output may close it early, as `head` does. A load must go on.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

await runTerrier(process.argv.slice(2));
