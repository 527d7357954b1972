import { setTimeout as sleep } from 'node:timers/promises';
import { int, pick } from '../../src/loading/demo/random.ts';
import { SEND_LEASE } from '../../src/webhooks/dispatch/claim.ts';
import { wrongClock } from '../clocks.ts';
import type { Mode } from '../tcp-proxy.ts';
import { kill9 } from '../webhooks/ledger/processes.ts';
import { whileSending } from './deliveries.ts';
import {
  during,
  type Fault,
  freeze,
  OVERSLEPT,
  RESTART,
  ready,
  restart,
  running,
  told,
  victim,
} from './scene.ts';

const MODES: Mode[] = ['refuse', 'reset', 'hang', 'half', 'stall', 'half-closed', 'slow'];

const cut = (part: 'elasticsearch' | 'mysql', title: string): Fault => ({
  part,
  takes: 8_000,
  async strike(scene) {
    const mode = pick(scene.roll, MODES);
    await during(scene, `connections to ${title}: ${mode}`, title, async () => {
      await scene.stores[`${part}Proxy`].set(mode);
      await sleep(int(scene.roll, 1_000, 6_000));
      await scene.stores[`${part}Proxy`].set('pass');
    });
    return true;
  },
});

/** Every kind of fault by its name. */
export const FAULTS: Record<string, Fault> = {
  'kill node': {
    part: 'elasticsearch',
    takes: RESTART,
    async strike(scene) {
      const node = pick(scene.roll, scene.stores.nodes);
      // The other node must have a copy of everything.
      await scene.stores.untilGreen();
      await during(scene, 'kill node', node.title, async () => {
        await node.kill();
        await sleep(int(scene.roll, 4_000, 8_000));
        await node.start();
      });
      return true;
    },
  },
  'stop node': {
    part: 'elasticsearch',
    takes: 12_000,
    async strike(scene) {
      const node = pick(scene.roll, scene.stores.nodes);
      await during(scene, 'stop node', node.title, async () => {
        await node.freeze();
        await sleep(int(scene.roll, 3_000, 12_000));
        await node.thaw();
      });
      return true;
    },
  },
  'kill MySQL': {
    part: 'mysql',
    takes: 12_000,
    async strike(scene) {
      const { mysql } = scene.stores;
      await told(scene, { kind: 'mysql' }, () =>
        during(scene, 'kill MySQL', 'MySQL', async () => {
          await mysql.kill();
          await sleep(int(scene.roll, 0, 3_000));
          await mysql.start();
        }),
      );
      return true;
    },
  },
  'stop MySQL': {
    part: 'mysql',
    takes: 12_000,
    async strike(scene) {
      const { mysql } = scene.stores;
      await told(scene, { kind: 'mysql' }, () =>
        during(scene, 'stop MySQL', 'MySQL', async () => {
          await mysql.freeze();
          await sleep(int(scene.roll, 2_000, 12_000));
          await mysql.thaw();
        }),
      );
      return true;
    },
  },
  'kill dispatcher': {
    part: 'dispatcher',
    takes: 10_000,
    async strike(scene) {
      await whileSending(scene.database);
      const one = victim(scene, scene.services.dispatchers);
      await told(scene, { kind: 'dispatcher' }, () =>
        during(scene, 'kill dispatcher', 'dispatcher', () => restart(one, int(scene.roll, 0, 1_000))),
      );
      return true;
    },
  },
  'kill sending worker': {
    part: 'dispatcher',
    takes: 5_000,
    async strike(scene) {
      await whileSending(scene.database);
      const one = pick(scene.roll, scene.services.dispatchers);
      return told(scene, { kind: 'thread' }, () =>
        during(scene, 'kill sending worker', 'dispatcher', () => one.killThread(scene.roll() < 0.5)),
      );
    },
  },
  'stop dispatcher': {
    part: 'dispatcher',
    takes: SEND_LEASE + 2 * OVERSLEPT,
    async strike(scene) {
      await whileSending(scene.database);
      const one = pick(scene.roll, scene.services.dispatchers);
      await told(scene, { kind: 'stall' }, () =>
        during(scene, 'stop dispatcher', 'dispatcher', () => one.stall(() => sleep(SEND_LEASE + OVERSLEPT))),
      );
      return true;
    },
  },
  'stop dispatcher for a claim': {
    part: 'dispatcher',
    takes: 12_000,
    async strike(scene) {
      await whileSending(scene.database);
      const one = pick(scene.roll, scene.services.dispatchers);
      await told(scene, { kind: 'stall' }, () =>
        during(scene, 'stop dispatcher', 'dispatcher', () => one.stall(() => sleep(10_000))),
      );
      return true;
    },
  },
  'kill API': {
    part: 'api',
    takes: 10_000,
    async strike(scene) {
      const { name, process } = victim(scene, scene.services.apis);
      await during(scene, 'kill API', name, () => restart(process, int(scene.roll, 0, 1_000)));
      return true;
    },
  },
  'stop API': {
    part: 'api',
    takes: 8_000,
    async strike(scene) {
      const { name, process } = pick(scene.roll, scene.services.apis);
      await during(scene, 'stop API', name, () => freeze(process.child!, int(scene.roll, 2_000, 8_000)));
      return true;
    },
  },
  'kill load': {
    part: 'load',
    takes: 12_000,
    async strike(scene) {
      const child = await running(scene);
      if (!child) return false;
      await told(scene, { kind: 'ingest' }, () => during(scene, 'kill load', 'load', () => kill9(child)));
      return true;
    },
  },
  'stop load': {
    part: 'load',
    takes: 20_000,
    async strike(scene) {
      const child = await running(scene);
      if (!child) return false;
      await during(scene, 'stop load', 'load', () => freeze(child, int(scene.roll, 2_000, 10_000)));
      return true;
    },
  },
  'kill receiver': {
    part: 'receiver',
    takes: 5_000,
    async strike(scene) {
      const receiver = int(scene.roll, 0, scene.services.receivers.length - 1);
      const one = scene.services.receivers[receiver]!;
      await told(scene, { kind: 'receiver', receiver }, () =>
        during(scene, 'kill receiver', 'receiver', async () => {
          await one.kill();
          await sleep(int(scene.roll, 0, 2_000));
          await one.start();
        }),
      );
      return true;
    },
  },
  'stop receiver': {
    part: 'receiver',
    takes: 14_000,
    async strike(scene) {
      const receiver = int(scene.roll, 0, scene.services.receivers.length - 1);
      const { child } = scene.services.receivers[receiver]!;
      await told(scene, { kind: 'receiver', receiver }, () =>
        // Longer than an answer may take.
        during(scene, 'stop receiver', 'receiver', () => freeze(child!, int(scene.roll, 2_000, 13_000))),
      );
      return true;
    },
  },
  'cut Elasticsearch': cut('elasticsearch', 'Elasticsearch'),
  'cut MySQL': cut('mysql', 'MySQL'),
  'wrong clock of a dispatcher': {
    part: 'dispatcher',
    takes: 25_000,
    async strike(scene) {
      const one = victim(scene, scene.services.dispatchers);
      const ahead = scene.roll() < 0.5;
      await told(scene, { kind: 'clock' }, () =>
        during(scene, 'wrong clock', 'dispatcher', async () => {
          // Stopped in an orderly way: what it had claimed by its own clock is given back.
          await one.stop();
          one.start(wrongClock(ahead));
          await ready(one);
          await sleep(int(scene.roll, 4_000, 10_000));
          await one.stop();
          one.start();
          await ready(one);
        }),
      );
      return true;
    },
  },
  'wrong clock of a receiver': {
    part: 'receiver',
    takes: 12_000,
    async strike(scene) {
      const receiver = int(scene.roll, 0, scene.services.receivers.length - 1);
      const one = scene.services.receivers[receiver]!;
      const ahead = scene.roll() < 0.5;
      await told(scene, { kind: 'clock' }, () =>
        told(scene, { kind: 'receiver', receiver }, () =>
          during(scene, 'wrong clock', 'receiver', async () => {
            await one.kill();
            await one.start(wrongClock(ahead));
            await sleep(int(scene.roll, 3_000, 8_000));
            await one.kill();
            await one.start();
          }),
        ),
      );
      return true;
    },
  },
  // What Elasticsearch does at its flood stage; no disk of the machine is filled.
  'Elasticsearch’s disk full': {
    part: 'elasticsearch',
    takes: 8_000,
    async strike(scene) {
      const { client } = scene.stores;
      const block = (on: true | null) =>
        client.indices.putSettings({
          index: `${scene.prefix}-*`,
          settings: { 'index.blocks.read_only_allow_delete': on },
        });
      await during(scene, 'Elasticsearch’s disk full', 'Elasticsearch', async () => {
        await block(true);
        await sleep(int(scene.roll, 2_000, 6_000));
        await block(null);
      });
      return true;
    },
  },
  'MySQL’s disk full': {
    part: 'mysql',
    takes: 12_000,
    async strike(scene) {
      const { mysql, mysqlDisk } = scene.stores;
      if (mysqlDisk === null) return false;
      await told(scene, { kind: 'mysql' }, () =>
        during(scene, 'MySQL’s disk full', 'MySQL', async () => {
          await mysqlDisk.fill();
          await sleep(int(scene.roll, 4_000, 10_000));
          await mysqlDisk.free();
          // If it has ended by itself, it is started again, as a supervisor would do.
          if (!(await mysql.runs())) await mysql.start();
        }),
      );
      return true;
    },
  },
};
