import { setTimeout as sleep } from 'node:timers/promises';
import { int } from '../../../src/demo/random.ts';
import { PERMIT } from '../../../src/dispatch/permit.ts';
import { readLines } from '../../webhooks/ledger/audit.ts';
import type { Reader } from './reads.ts';

/** Disables and enables an endpoint, and holds the times in which nothing may begin for it. */
export function createSwitch({ ledger, api, roll }: Reader, key: string, endpoint: string, log: string) {
  const off: { from: number; to: number }[] = [];
  const set = async (is_active: boolean) =>
    (
      await ledger.ask('switch', api(), {
        key,
        route: 'patch /api/v1/webhooks/{id}',
        path: `/api/v1/webhooks/${endpoint}`,
        body: { is_active },
      })
    ).status === 200;
  async function until(is_active: boolean, going: () => boolean): Promise<void> {
    while (!(await set(is_active)) && going()) await sleep(500);
  }
  return {
    async flip(going: () => boolean): Promise<void> {
      await until(false, going);
      const span = { from: Date.now(), to: Number.POSITIVE_INFINITY };
      off.push(span);
      await sleep(int(roll, 2_000, 20_000));
      span.to = Date.now();
      await until(true, going);
      await sleep(int(roll, 1_000, 5_000));
    },
    judge(): void {
      for (const { at, delivery, attempt, verified } of readLines(log)) {
        if (!verified) ledger.find(`${delivery} attempt ${attempt} does not verify`);
        // What had begun before is on its way for as long as its permit lasts.
        const span = off.find(({ from, to }) => at > from + PERMIT && at < to);
        if (span)
          ledger.find(`${delivery} attempt ${attempt} came ${at - span.from} ms after its endpoint was off`);
      }
    },
    figures: () =>
      `endpoint that is turned off and on: ${off.length} times, ${readLines(log).length} deliveries received`,
  };
}
