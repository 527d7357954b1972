import { Command } from 'commander';
import { commonCause } from './commands/cause.ts';
import { ConfigSchema } from './config.ts';

/** Each command with what it needs, which is read only when it is wanted. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  start: async () => (await import('./commands/start.ts')).startCommand,
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  dispatch: async () => (await import('./commands/dispatch.ts')).dispatchCommand,
  stack: async () => (await import('./commands/stack.ts')).stackCommand,
  ingest: async () => (await import('./commands/ingest.ts')).ingestCommand,
  derive: async () => (await import('./commands/derive.ts')).deriveCommand,
  delete: async () => (await import('./commands/delete.ts')).deleteCommand,
  demo: async () => (await import('./commands/demo-data.ts')).demoCommand,
  keys: async () => (await import('./commands/keys.ts')).keysCommand,
  deliveries: async () => (await import('./commands/deliveries.ts')).deliveriesCommand,
  listen: async () => (await import('./commands/listen.ts')).listenCommand,
  mcp: async () => (await import('./commands/mcp.ts')).mcpCommand,
  openapi: async () => (await import('./commands/openapi.ts')).openapiCommand,
};

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
  .addHelpText('after', `\nSettings, from the environment:\n${settings}`);

const wanted = process.argv[2] ?? '';
const names = Object.hasOwn(COMMANDS, wanted) ? [wanted] : Object.keys(COMMANDS);
for (const name of names) program.addCommand(await COMMANDS[name]!());

try {
  await program.parseAsync();
} catch (error) {
  console.error(commonCause(error));
  process.exitCode = 1;
}
