import './cli/utc.ts';
import { untilEnded } from './cli/stopping.ts';

// A reader of the output may close it early, as `head` does. A load must go on.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

await untilEnded(async () => {
  // Loaded when signals are handled: the first process of a container gets no others.
  const { runTerrier } = await import('./cli/program.ts');
  await runTerrier(process.argv.slice(2));
});
