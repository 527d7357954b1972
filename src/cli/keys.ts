import { Command, Option } from 'commander';
import {
  type ApiKey,
  createKey,
  endKey,
  hasKeys,
  listKeys,
  rotateKey,
  SCOPES,
  type Scope,
} from '../accounts/keys.ts';
import { TIERS, type Tier } from '../accounts/tiers.ts';
import type { Database } from '../stores/mysql/database.ts';
import { confirmed, print, table, tell } from './print.ts';
import { connected } from './services.ts';
import { between, oneLine } from './values.ts';

const DAY = 86_400_000;

/** The form of a new account’s name: without blanks or control characters, so that no two names look alike. */
const ACCOUNT = /^[A-Za-z0-9][A-Za-z0-9._:@+-]{0,63}$/;

/**
 * The account to use: one that already has keys, whatever the form of its name, or a new one, trimmed, of the allowed form.
 * @throws Error that states the allowed form.
 */
async function accountOf(database: Database, name: string): Promise<string> {
  const trimmed = name.trim();
  for (const account of [name, trimmed]) if (await hasKeys(database, account)) return account;
  if (ACCOUNT.test(trimmed)) return trimmed;
  throw new Error(
    `--account ${JSON.stringify(name)} cannot be used. A new account has 1 to 64 letters, digits and . _ : @ + -, ` +
      'and begins with a letter or a digit.',
  );
}

function state({ is_active, expires_at }: ApiKey): string {
  if (!is_active) return 'deactivated';
  if (expires_at === null) return 'active';
  return Date.parse(expires_at) <= Date.now() ? `expired ${expires_at}` : `active until ${expires_at}`;
}

function printKeys(keys: ApiKey[]): void {
  if (keys.length === 0) {
    print('There are no keys yet: terrier keys create --tier scale --name "my key"');
    return;
  }
  const rows = keys.map((key) => [
    key.id,
    `${key.prefix}…`,
    key.tier,
    key.account,
    state(key),
    key.last_used_at ?? 'never',
    key.name,
  ]);
  print(table(['ID', 'KEY', 'TIER', 'ACCOUNT', 'STATE', 'LAST USED', 'NAME'], rows));
}

const json = ['--json', 'print the result as JSON'] as const;

const create = new Command('create')
  .description('Create a key; it is shown once')
  .addOption(new Option('--tier <tier>', 'plan, which sets the limits').choices(TIERS).makeOptionMandatory())
  .requiredOption('--name <name>', 'a name to recognize it by', oneLine(200))
  .option('--account <id>', 'account whose limits it shares (default: a new one)', oneLine(64))
  .option('--expires-in-days <days>', 'days until it expires (default: never)', between(1, 36_500))
  .option('--admin', 'let it manage the keys of its account over the API')
  .addOption(new Option('--scopes <scope...>', 'what it can be used for (default: all)').choices(SCOPES))
  .option(...json)
  .action(
    async (flags: {
      tier: Tier;
      name: string;
      account?: string;
      expiresInDays?: number;
      admin?: boolean;
      scopes?: Scope[];
      json?: boolean;
    }) => {
      const expiresAt = flags.expiresInDays ? new Date(Date.now() + flags.expiresInDays * DAY) : undefined;
      const { tier, name, admin: isAdmin, scopes } = flags;
      const created = await connected(async ({ database }) => {
        const account = flags.account === undefined ? undefined : await accountOf(database, flags.account);
        return createKey(database, { tier, name, account, expiresAt, isAdmin, scopes });
      });
      if (flags.json) print(JSON.stringify(created));
      else {
        print(
          `${created.key}\nKeep it: it is not shown again. Its id is ${created.id}, its account ${created.account}.`,
        );
      }
    },
  );

const list = new Command('list')
  .description('List all keys, newest first; the keys themselves are not stored')
  .option(...json)
  .action(async (flags: { json?: boolean }) => {
    const keys = await connected(({ database }) => listKeys(database));
    if (flags.json) print(JSON.stringify(keys));
    else printKeys(keys);
  });

const lastAdmin = (id: string) =>
  `No other key without an end manages the keys of the account of ${id}. To end it and keep one, use ` +
  `\`terrier keys rotate ${id} --grace-minutes 0\`. Deactivate it without a successor?`;

const deactivate = new Command('deactivate')
  .description('Make a key unusable, within seconds')
  .argument('<id>', 'id of the key, as `terrier keys list` shows it')
  .option('--yes', 'even if it alone manages the keys of its account without an end')
  .option(...json)
  .action(async (id: string, flags: { yes?: boolean; json?: boolean }) => {
    const key = await connected(async ({ database }) => {
      const ended = await endKey(database, id, flags.yes === true);
      if (ended || !(await confirmed(lastAdmin(id), flags.yes))) return ended;
      return endKey(database, id, true);
    });
    if (key) return print(flags.json ? JSON.stringify(key) : `${key.id} is deactivated.`);
    tell('Nothing was deactivated.');
    process.exitCode = 1;
  });

const rotate = new Command('rotate')
  .description('Replace a key with a new one of the same account, tier and name')
  .argument('<id>', 'id of the key, as `terrier keys list` shows it')
  .option(
    '--grace-minutes <minutes>',
    'minutes during which the old key still works',
    between(0, 999_999),
    1_440,
  )
  .option(...json)
  .action(async (id: string, flags: { graceMinutes: number; json?: boolean }) => {
    const created = await connected(({ database }) => rotateKey(database, id, flags.graceMinutes));
    if (flags.json) print(JSON.stringify(created));
    else
      print(
        `${created.key}\nKeep it: it is not shown again. The old key works until ${created.old_key_expires_at}.`,
      );
  });

export const keysCommand = new Command('keys')
  .addCommand(create)
  .addCommand(list)
  .addCommand(deactivate)
  .addCommand(rotate);
