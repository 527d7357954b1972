import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { hostsIn, nodesIn } from '../domain/server-addresses.ts';
import { stackDown, stackReset, stackStatus, stackUp } from '../stores/local/index.ts';
import { print, tell } from './print.ts';
import { stackOptions } from './services.ts';

function withoutPassword(address: string): string {
  const url = new URL(address);
  if (url.password !== '') url.password = '***';
  return url.href;
}

const shown = (addresses: string[]) => addresses.map(withoutPassword).join(',');

const json = ['--json', 'print the result as JSON'] as const;

const up = new Command('up')
  .description('Start Elasticsearch and MySQL if they are not running')
  .option(...json)
  .action(async (flags: { json?: boolean }) => {
    const stack = await stackUp(stackOptions(readConfig()));
    const elasticsearchUrl = shown(nodesIn(stack.elasticsearchUrl));
    const databaseUrl = shown(hostsIn(stack.databaseUrl));
    if (flags.json) print(JSON.stringify({ ...stack, elasticsearchUrl, databaseUrl }));
    else print(`Elasticsearch: ${elasticsearchUrl}\nMySQL: ${databaseUrl}`);
  });

const down = new Command('down')
  .description('Stop Elasticsearch and MySQL; their data is kept')
  .action(async () => {
    await stackDown({ home: readConfig().TERRIER_HOME, log: tell });
  });

const status = new Command('status')
  .description('Show whether Elasticsearch and MySQL are running')
  .option(...json)
  .action(async (flags: { json?: boolean }) => {
    const stack = await stackStatus({ home: readConfig().TERRIER_HOME });
    if (flags.json) return print(JSON.stringify(stack));
    for (const [name, { state, pid, port }] of Object.entries(stack.servers)) {
      print(`${name}: ${state}${pid === null ? '' : ` (process ${pid}, port ${port})`}`);
    }
  });

const reset = new Command('reset')
  .description('Stop Elasticsearch and MySQL, and delete all their data')
  .option('--yes', 'confirm; without this flag nothing is deleted')
  .action(async (flags: { yes?: boolean }) => {
    const { TERRIER_HOME } = readConfig();
    if (!flags.yes)
      throw new Error(`This deletes all data in ${TERRIER_HOME}. To confirm: terrier stack reset --yes`);
    await stackReset({ home: TERRIER_HOME, log: tell });
  });

export const stackCommand = new Command('stack')
  .addCommand(up)
  .addCommand(down)
  .addCommand(status)
  .addCommand(reset);
