import type { IngestTarget } from '../loading/ingest/ingest.ts';
import { secretKey } from '../webhooks/secrets.ts';
import type { CommandContext } from './services.ts';

/** Where a command's loads write. */
export const targetOf = ({
  client,
  database,
  config,
}: Pick<CommandContext, 'client' | 'database' | 'config'>): IngestTarget => ({
  client,
  database,
  settings: config,
  home: config.TERRIER_HOME,
  secretKey: () => secretKey(config),
});
