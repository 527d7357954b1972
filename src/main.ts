import { runTerrier } from './commands/program.ts';

await runTerrier(process.argv.slice(2));
