import { Command, InvalidArgumentError, Option } from 'commander';
import { readConfig } from '../config.ts';
import { PHASES, SETTLEMENTS, type Settlement, STATUSES, type Status } from '../domain/delivery-states.ts';
import { counted } from '../domain/in-words.ts';
import {
  type Choice,
  type DeliveryRecord,
  isEndpoint,
  listDeliveries,
  missingDeliveries,
} from '../webhooks/deliveries.ts';
import { type WebhookIds, webhookIds } from '../webhooks/ids.ts';
import { secretKey } from '../webhooks/secrets.ts';
import { requeueDeliveries, settleDeliveries } from '../webhooks/settle.ts';
import { wakeDispatchers } from '../webhooks/wake-up.ts';
import { print, tell } from './print.ts';
import { type CommandContext, connected } from './services.ts';
import { between } from './values.ts';

interface Flags {
  status?: Status | 'unknown';
  endpoint?: string;
  since?: Date;
  phase?: string[];
  limit?: number;
  as?: Settlement;
  all?: boolean;
  json?: boolean;
}

const WHERE_IDS_ARE = '`terrier deliveries list` shows the ids';
const PHASE_HELP = `only those whose last attempt ended in one of ${PHASES.join(', ')}; nothing is sent before the phase send`;

function time(value: string): Date {
  const ago = /^(\d+)([mhd])$/.exec(value);
  if (ago)
    return new Date(Date.now() - Number(ago[1]) * { m: 60_000, h: 3_600_000, d: 86_400_000 }[ago[2] as 'm']);
  if (!/^\d{4}-\d{2}-\d{2}/.test(value) || Number.isNaN(Date.parse(value))) {
    throw new InvalidArgumentError('It must be a time such as 2026-01-31T12:00Z, or 90m, 24h or 7d ago.');
  }
  return new Date(value);
}

function phases(value: string): string[] {
  const names = value.split(',');
  if (!names.every((phase) => (PHASES as readonly string[]).includes(phase))) {
    throw new InvalidArgumentError(`It must be a comma list of ${PHASES.join(', ')}.`);
  }
  return names;
}

/** Reads the ids of this installation. */
const knownIds = async () => webhookIds(await secretKey(readConfig()));

function numbers(ids: string[], { deliveryNumber }: WebhookIds): number[] {
  return ids.map((id) => {
    const number = deliveryNumber(id);
    if (number === null) throw new Error(`${id} is not the id of a delivery; ${WHERE_IDS_ARE}.`);
    return number;
  });
}

function filterOf(names: string[], { status, endpoint, since, phase }: Flags, ids: WebhookIds): Choice {
  return {
    status,
    endpoint,
    since: since?.toISOString(),
    phases: phase,
    ...(names.length > 0 ? { ids: [...new Set(numbers(names, ids))] } : {}),
  };
}

/** Throws when an id does not exist: it was mistyped, or its delivery has expired. */
async function checkKnown(
  { database }: CommandContext,
  { ids, endpoint }: Choice,
  { deliveryId }: WebhookIds,
): Promise<void> {
  const missing = ids === undefined ? [] : await missingDeliveries(database, ids);
  if (missing.length > 0) {
    const named = missing.map(deliveryId).join(', ');
    throw new Error(`There is no delivery ${named}; ${WHERE_IDS_ARE}.`);
  }
  if (endpoint !== undefined && !(await isEndpoint(database, endpoint)))
    throw new Error(`There is no endpoint ${endpoint}.`);
}

function chosen(names: string[], flags: Flags, ids: WebhookIds): Choice {
  const narrowed = names.length > 0 || flags.endpoint || flags.since || flags.phase;
  if (!narrowed && !flags.all) {
    throw new Error(
      'Name deliveries, or select them with --endpoint, --since or --phase; --all selects every one.',
    );
  }
  return filterOf(names, flags, ids);
}

function show(deliveries: DeliveryRecord[]): void {
  if (deliveries.length === 0) print('There are no such deliveries.');
  for (const delivery of deliveries) {
    const { id, event_type, attempt, endpoint_id, created_at } = delivery;
    const status = delivery.outcome_unknown ? 'unknown' : delivery.status;
    const next = delivery.next_attempt_at === null ? '' : `  next ${delivery.next_attempt_at}`;
    const error = delivery.last_error === null ? '' : `  ${delivery.last_error}`;
    print(
      `${id}  ${event_type}  ${status}  attempt ${attempt}  ${endpoint_id}  ${created_at}${next}${error}`,
    );
  }
}

const filters = (command: Command) =>
  command
    .option('--endpoint <id>', 'only those to an endpoint (whe_…)')
    .option('--since <time>', 'only those queued since a time, or 90m, 24h, 7d ago', time)
    .option('--phase <phases>', PHASE_HELP, phases)
    .option('--json', 'print the result as JSON');

const list = filters(new Command('list'))
  .description('List deliveries, newest first')
  .argument('[ids...]', 'ids of deliveries')
  .addOption(new Option('--status <status>', 'only those with a status').choices([...STATUSES, 'unknown']))
  .option('--limit <number>', 'the most to list', between(1, 10_000), 100)
  .action(async (names: string[], flags: Flags) => {
    const ids = await knownIds();
    const filter = filterOf(names, flags, ids);
    const deliveries = await connected(async (context) => {
      await checkKnown(context, filter, ids);
      return listDeliveries(context.database, ids, filter, flags.limit!);
    });
    if (flags.json) print(JSON.stringify(deliveries));
    else show(deliveries);
  });

/** Changes deliveries, and prints how many it changed. Exits with 1 if none of the named ones can be changed. */
async function change(
  ids: WebhookIds,
  filter: Choice,
  work: (database: CommandContext['database']) => Promise<number>,
  words: { done: string; fitting: string },
  json?: boolean,
) {
  const changed = await connected(async (context) => {
    await checkKnown(context, filter, ids);
    const count = await work(context.database);
    if (count > 0) await wakeDispatchers(context.database);
    return count;
  });
  if (json) print(JSON.stringify({ changed }));
  else print(`${counted(changed, 'delivery', 'deliveries')} ${words.done}.`);
  const left = (filter.ids?.length ?? 0) - changed;
  if (left <= 0) return;
  tell(`${counted(left, 'delivery', 'deliveries')} of those named unchanged: not ${words.fitting}.`);
  if (changed === 0) process.exitCode = 1;
}

const settle = filters(new Command('settle'))
  .description('Decide about deliveries of unknown outcome, which are not sent again automatically')
  .argument('[ids...]', 'ids of deliveries')
  .addOption(
    new Option('--as <decision>', 'delivered: it arrived; requeue: send it again; dead_letter: give up')
      .choices(SETTLEMENTS)
      .makeOptionMandatory(),
  )
  .option('--all', 'every one of unknown outcome')
  .action(async (names: string[], flags: Flags) => {
    const ids = await knownIds();
    const filter = chosen(names, flags, ids);
    const decided = { delivered: 'marked as delivered', requeue: 're-queued', dead_letter: 'dead-lettered' };
    const fitting = `of unknown outcome${flags.as === 'requeue' ? ', or their endpoint is disabled' : ''}`;
    await change(
      ids,
      filter,
      (database) => settleDeliveries(database, filter, flags.as!, new Date()),
      { done: decided[flags.as!], fitting },
      flags.json,
    );
  });

const requeue = filters(new Command('requeue'))
  .description('Send dead letters again, with a fresh schedule of attempts')
  .argument('[ids...]', 'ids of deliveries')
  .option('--all', 'every dead letter')
  .action(async (names: string[], flags: Flags) => {
    const ids = await knownIds();
    const filter = chosen(names, flags, ids);
    const fitting = 'dead-lettered, stored beyond a quota, or their endpoint is disabled';
    await change(
      ids,
      filter,
      (database) => requeueDeliveries(database, filter, new Date()),
      { done: 're-queued', fitting },
      flags.json,
    );
  });

export const deliveriesCommand = new Command('deliveries')
  .addHelpText(
    'after',
    `
Examples:
  terrier deliveries list --status dead_lettered --since 24h
  terrier deliveries list --status unknown --endpoint whe_…
  terrier deliveries settle --as requeue --phase dns,connect,tls --since 1h
  terrier deliveries settle --as delivered dlv_…
  terrier deliveries requeue --endpoint whe_…`,
  )
  .addCommand(list)
  .addCommand(settle)
  .addCommand(requeue);
