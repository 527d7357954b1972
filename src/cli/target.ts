import type { IngestTarget } from '../loading/ingest/ingest.ts';
import { checkHome } from '../stores/writable-home.ts';
import { secretKey } from '../webhooks/secrets.ts';
import type { CommandContext } from './services.ts';
import { givesBack, stopSignal } from './stopping.ts';

/**
 * Where a command's loads write. From now on, the command gives back what it holds before a signal ends it.
 * @throws Error that names TERRIER_HOME when that cannot be written.
 */
export function targetOf({
  client,
  database,
  config,
}: Pick<CommandContext, 'client' | 'database' | 'config'>): IngestTarget {
  checkHome(config.TERRIER_HOME);
  givesBack();
  return {
    client,
    database,
    settings: config,
    home: config.TERRIER_HOME,
    secretKey: () => secretKey(config),
    signal: stopSignal,
  };
}
