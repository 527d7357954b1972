import { Command } from 'commander';
import { DEMO_COUNTIES, isDemo, readDemoMark, writeDemoMark } from '../loading/ingest/demo.ts';
import { askAndDelete, type DeleteFlags } from './delete.ts';
import { connected } from './services.ts';

const remove = new Command('remove')
  .description('Delete the made-up records of the demo counties')
  .option('--yes', 'do not ask')
  .option('--json', 'print the result as one JSON object')
  .addHelpText(
    'after',
    `
Records that were loaded into these counties from elsewhere stay. The demo data is not loaded again at the next start.`,
  )
  .action(async (flags: DeleteFlags) => {
    await connected(async (context) => {
      const { client, config } = context;
      const chosen = { counties: DEMO_COUNTIES, goes: isDemo };
      const what = `the made-up demo records in ${DEMO_COUNTIES.join(', ')}`;
      if (!(await askAndDelete(context, what, chosen, flags))) return;
      const mark = await readDemoMark(client, config.INDEX_PREFIX);
      if (mark) await writeDemoMark(client, config.INDEX_PREFIX, { demo_complete: true, demo_removed: true });
    });
  });

export const demoCommand = new Command('demo').addCommand(remove);
