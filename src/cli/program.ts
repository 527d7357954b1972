import { Command, CommanderError } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { SETTINGS } from '../config.ts';
import { COMMANDS } from './index.ts';

function settings(): string {
  const lines = Object.entries(SETTINGS).map(([name, { description, default: value }]) => {
    const shown = value === undefined || value === '' ? '' : ` (default ${value})`;
    return `  ${name}: ${description}${shown}`;
  });
  return `\nSettings, from the environment:\n${lines.join('\n')}`;
}

/** Errors point to the help, and end the command instead of the process. */
function prepare(command: Command, called: string): void {
  command.showHelpAfterError(`(see ${called} --help)`).exitOverride();
  for (const part of command.commands) prepare(part, `${called} ${part.name()}`);
}

/** The command line. Only the command that the arguments name is loaded. */
async function programFor([first, second]: string[]): Promise<Command> {
  const program = new Command('terrier')
    .description('US parcels over an API: exact search, ownership, deeds, permits, risks and signed webhooks')
    .version(manifest.version, '-v, --version', 'print the version')
    .addHelpText('after', settings);
  const chosen = first === 'help' ? second : first;
  for (const [name, { description, load }] of Object.entries(COMMANDS)) {
    const command = name === chosen ? await load() : new Command(name);
    program.addCommand(command.description(description));
  }
  prepare(program, program.name());
  return program;
}

/** Runs `terrier ARGUMENT…`: prints, and sets `process.exitCode` when it fails. Throws nothing. */
export async function runTerrier(args: string[]): Promise<void> {
  try {
    await (await programFor(args)).parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode;
    else {
      const [{ commonCause }, { tell }, { stopSignal }] = await Promise.all([
        import('../loading/cause.ts'),
        import('./print.ts'),
        import('./stopping.ts'),
      ]);
      tell(commonCause(stopSignal.aborted ? stopSignal.reason : error));
      process.exitCode = 1;
    }
  }
}
