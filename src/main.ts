import { Command } from 'commander';
import { commonCause } from './commands/cause.ts';
import { deliveriesCommand } from './commands/deliveries.ts';
import { deriveCommand } from './commands/derive.ts';
import { dispatchCommand } from './commands/dispatch.ts';
import { ingestCommand } from './commands/ingest.ts';
import { keysCommand } from './commands/keys.ts';
import { listenCommand } from './commands/listen.ts';
import { openapiCommand } from './commands/openapi.ts';
import { serveCommand } from './commands/serve.ts';
import { stackCommand } from './commands/stack.ts';
import { startCommand } from './commands/start.ts';
import { ConfigSchema } from './config.ts';

interface Setting {
  description: string;
  default?: unknown;
}

const settings = Object.entries(ConfigSchema.properties as unknown as Record<string, Setting>)
  .map(([name, { description, default: value }]) => {
    const shown = value === undefined || value === '' ? '' : ` (default ${value})`;
    return `  ${name}: ${description}${shown}`;
  })
  .join('\n');

const program = new Command('terrier')
  .description('US parcels over an API: exact search, ownership, deeds, permits, risks and signed webhooks')
  .addHelpText('after', `\nSettings, from the environment:\n${settings}`)
  .addCommand(startCommand)
  .addCommand(serveCommand)
  .addCommand(dispatchCommand)
  .addCommand(stackCommand)
  .addCommand(ingestCommand)
  .addCommand(deriveCommand)
  .addCommand(keysCommand)
  .addCommand(deliveriesCommand)
  .addCommand(listenCommand)
  .addCommand(openapiCommand);

try {
  await program.parseAsync();
} catch (error) {
  console.error(commonCause(error));
  process.exitCode = 1;
}
