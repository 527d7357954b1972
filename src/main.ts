import { runTerrier } from './commands/program.ts';

// Who reads along may leave, as `head` does: a load goes on.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

await runTerrier(process.argv.slice(2));
