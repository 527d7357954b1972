import { Command } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { COMMANDS } from './commands/index.ts';
import { SETTINGS } from './config.ts';

function settings(): string {
  const lines = Object.entries(SETTINGS).map(([name, { description, default: value }]) => {
    const shown = value === undefined || value === '' ? '' : ` (default ${value})`;
    return `  ${name}: ${description}${shown}`;
  });
  return `\nSettings, from the environment:\n${lines.join('\n')}`;
}

const program = new Command('terrier')
  .description('US parcels over an API: exact search, ownership, deeds, permits, risks and signed webhooks')
  .version(manifest.version, '-v, --version', 'print the version')
  .addHelpText('after', settings);

function pointToHelp(command: Command, called: string): void {
  command.showHelpAfterError(`(see ${called} --help)`);
  for (const part of command.commands) pointToHelp(part, `${called} ${part.name()}`);
}

const [first, second] = process.argv.slice(2);
const chosen = first === 'help' ? second : first;
for (const [name, { description, load }] of Object.entries(COMMANDS)) {
  const command = name === chosen ? await load() : new Command(name);
  program.addCommand(command.description(description));
}
pointToHelp(program, program.name());

try {
  await program.parseAsync();
} catch (error) {
  const { commonCause } = await import('./commands/cause.ts');
  console.error(commonCause(error));
  process.exitCode = 1;
}
