import { setTimeout as sleep } from 'node:timers/promises';
import { int } from '../../../src/loading/demo/random.ts';
import { SEND_WINDOW } from '../../../src/webhooks/dispatch/send-window.ts';
import { readLines } from '../../webhooks/ledger/book.ts';
import type { ReceiverProcess } from '../../webhooks/ledger/processes.ts';
import type { Reader } from './reads.ts';

const BODY = {
  event_types: ['parcel.sold', 'parcel.owner_changed', 'parcel.permit_filed'],
  filter_kind: 'state_fips',
  filter_value: { state_fips: '31' },
};

interface Made {
  id: string;
  path: string;
  /** When the receiver learned its secret. */
  known: number;
  /** When it was disabled; nothing may begin for it after that. */
  off: number;
}

/** Creates and disables endpoints one after another, and records since when nothing may begin for each. */
export function createTurnover({ ledger, api, roll }: Reader, key: string, receiver: ReceiverProcess) {
  const made: Made[] = [];
  const secrets: Record<string, string> = {};

  /** A request without an answer is repeated: with its idempotency key, an endpoint is created only once. */
  async function create(going: () => boolean): Promise<Made | null> {
    const path = `/hooks/apart/${made.length}`;
    const question = {
      key,
      route: 'post /api/v1/webhooks',
      path: '/api/v1/webhooks',
      headers: { 'idempotency-key': path },
      body: { ...BODY, url: `http://127.0.0.1:${receiver.port}${path}` },
    };
    for (;;) {
      const { status, json } = await ledger.ask('turnover', api(), question);
      if (status === 201) {
        const one = { id: json.id, path, known: Number.POSITIVE_INFINITY, off: Number.POSITIVE_INFINITY };
        made.push(one);
        secrets[path] = json.secret;
        await receiver.order({ secrets });
        one.known = Date.now();
        return one;
      }
      if (!going()) return null;
      await sleep(500);
    }
  }

  async function disable(one: Made, going: () => boolean): Promise<void> {
    const question = { key, route: 'delete /api/v1/webhooks/{id}', path: `/api/v1/webhooks/${one.id}` };
    while ((await ledger.ask('turnover', api(), question)).status !== 200) {
      if (!going()) return;
      await sleep(500);
    }
    one.off = Date.now();
  }

  return {
    async next(going: () => boolean): Promise<void> {
      const one = await create(going);
      if (!one) return;
      await sleep(int(roll, 2_000, 20_000));
      await disable(one, going);
      await sleep(int(roll, 1_000, 5_000));
    },
    ids: () => made.map(({ id }) => id),
    judge(): void {
      const byPath = new Map(made.map((one) => [one.path, one]));
      for (const { at, path, delivery, attempt, verified } of readLines(receiver.log)) {
        const one = byPath.get(path);
        // Created without an answer until the end.
        if (!one) continue;
        if (!verified && at > one.known) ledger.find(`${delivery} attempt ${attempt} does not verify`);
        // What had begun before may still be sent for as long as its permit lasts.
        if (at > one.off + SEND_WINDOW)
          ledger.find(
            `${delivery} attempt ${attempt} came ${at - one.off} ms after its endpoint was disabled`,
          );
      }
    },
    figures: () =>
      `endpoints created and disabled one after another: ${made.length}, with ${readLines(receiver.log).length} deliveries received`,
  };
}
