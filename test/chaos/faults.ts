import { setTimeout as sleep } from 'node:timers/promises';
import { int, pick } from '../../src/loading/demo/random.ts';
import { SEND_LEASE } from '../../src/webhooks/dispatch/claim.ts';
import { wrongClock } from '../clocks.ts';
import type { Mode } from '../tcp-proxy.ts';
import { kill9, type ReceiverProcess } from '../webhooks/ledger/processes.ts';
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
  type Scene,
  told,
  victim,
} from './scene.ts';

const MODES: Mode[] = ['refuse', 'reset', 'hang', 'half', 'stall', 'half-closed', 'slow'];

/** A fault; `strike` resolves to false when there was nothing to break. */
const fault = (part: Fault['part'], takes: number, strike: (scene: Scene) => Promise<unknown>): Fault => ({
  part,
  takes,
  strike: async (scene) => (await strike(scene)) !== false,
});

const cut = (part: 'elasticsearch' | 'mysql', title: string) =>
  fault(part, 8_000, (scene) => {
    const mode = pick(scene.roll, MODES);
    return during(scene, `connections to ${title}: ${mode}`, title, async () => {
      await scene.stores[`${part}Proxy`].set(mode);
      await sleep(int(scene.roll, 1_000, 6_000));
      await scene.stores[`${part}Proxy`].set('pass');
    });
  });

/** Suspends a dispatcher that is sending. */
const stopDispatcher = (takes: number, milliseconds: number) =>
  fault('dispatcher', takes, async (scene) => {
    await whileSending(scene.database);
    const one = pick(scene.roll, scene.services.dispatchers);
    await told(scene, { kind: 'stall' }, () =>
      during(scene, 'stop dispatcher', 'dispatcher', () => one.stall(() => sleep(milliseconds))),
    );
  });

/** Breaks MySQL, in a way that the ledger of deliveries knows. */
const breakMysql = (kind: string, strike: (scene: Scene) => Promise<unknown>) =>
  fault('mysql', 12_000, (scene) =>
    told(scene, { kind: 'mysql' }, () => during(scene, kind, 'MySQL', () => strike(scene))),
  );

/** Breaks a receiver, in a way that the ledger of deliveries knows. */
const breakReceiver = (
  kind: string,
  takes: number,
  strike: (one: ReceiverProcess, scene: Scene) => Promise<unknown>,
) =>
  fault('receiver', takes, (scene) => {
    const receiver = int(scene.roll, 0, scene.services.receivers.length - 1);
    return told(scene, { kind: 'receiver', receiver }, () =>
      during(scene, kind, 'receiver', () => strike(scene.services.receivers[receiver]!, scene)),
    );
  });

/** Every kind of fault by its name. */
export const FAULTS: Record<string, Fault> = {
  'kill node': fault('elasticsearch', RESTART, async (scene) => {
    const node = pick(scene.roll, scene.stores.nodes);
    // The other node must have a copy of everything.
    await scene.stores.untilGreen();
    await during(scene, 'kill node', node.title, async () => {
      await node.kill();
      await sleep(int(scene.roll, 4_000, 8_000));
      await node.start();
    });
  }),
  'stop node': fault('elasticsearch', 12_000, (scene) => {
    const node = pick(scene.roll, scene.stores.nodes);
    return during(scene, 'stop node', node.title, async () => {
      await node.freeze();
      await sleep(int(scene.roll, 3_000, 12_000));
      await node.thaw();
    });
  }),
  'kill MySQL': breakMysql('kill MySQL', async ({ stores: { mysql }, roll }) => {
    await mysql.kill();
    await sleep(int(roll, 0, 3_000));
    await mysql.start();
  }),
  'stop MySQL': breakMysql('stop MySQL', async ({ stores: { mysql }, roll }) => {
    await mysql.freeze();
    await sleep(int(roll, 2_000, 12_000));
    await mysql.thaw();
  }),
  'kill dispatcher': fault('dispatcher', 10_000, async (scene) => {
    await whileSending(scene.database);
    const one = victim(scene, scene.services.dispatchers);
    await told(scene, { kind: 'dispatcher' }, () =>
      during(scene, 'kill dispatcher', 'dispatcher', () => restart(one, int(scene.roll, 0, 1_000))),
    );
  }),
  'kill sending worker': fault('dispatcher', 5_000, async (scene) => {
    await whileSending(scene.database);
    const one = pick(scene.roll, scene.services.dispatchers);
    return told(scene, { kind: 'thread' }, () =>
      during(scene, 'kill sending worker', 'dispatcher', () => one.killThread(scene.roll() < 0.5)),
    );
  }),
  'stop dispatcher': stopDispatcher(SEND_LEASE + 2 * OVERSLEPT, SEND_LEASE + OVERSLEPT),
  'stop dispatcher for a claim': stopDispatcher(12_000, 10_000),
  'kill API': fault('api', 10_000, (scene) => {
    const { name, process } = victim(scene, scene.services.apis);
    return during(scene, 'kill API', name, () => restart(process, int(scene.roll, 0, 1_000)));
  }),
  'stop API': fault('api', 8_000, (scene) => {
    const { name, process } = pick(scene.roll, scene.services.apis);
    return during(scene, 'stop API', name, () => freeze(process.child!, int(scene.roll, 2_000, 8_000)));
  }),
  'kill load': fault('load', 12_000, async (scene) => {
    const child = await running(scene);
    if (!child) return false;
    return told(scene, { kind: 'ingest' }, () => during(scene, 'kill load', 'load', () => kill9(child)));
  }),
  'stop load': fault('load', 20_000, async (scene) => {
    const child = await running(scene);
    if (!child) return false;
    return during(scene, 'stop load', 'load', () => freeze(child, int(scene.roll, 2_000, 10_000)));
  }),
  'kill receiver': breakReceiver('kill receiver', 5_000, async (one, { roll }) => {
    await one.kill();
    await sleep(int(roll, 0, 2_000));
    await one.start();
  }),
  // Longer than an answer may take.
  'stop receiver': breakReceiver('stop receiver', 14_000, ({ child }, { roll }) =>
    freeze(child!, int(roll, 2_000, 13_000)),
  ),
  'cut Elasticsearch': cut('elasticsearch', 'Elasticsearch'),
  'cut MySQL': cut('mysql', 'MySQL'),
  'wrong clock of a dispatcher': fault('dispatcher', 25_000, (scene) => {
    const one = victim(scene, scene.services.dispatchers);
    const ahead = scene.roll() < 0.5;
    return told(scene, { kind: 'clock' }, () =>
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
  }),
  'wrong clock of a receiver': breakReceiver('wrong clock', 12_000, (one, scene) =>
    told(scene, { kind: 'clock' }, async () => {
      await one.kill();
      await one.start(wrongClock(scene.roll() < 0.5));
      await sleep(int(scene.roll, 3_000, 8_000));
      await one.kill();
      await one.start();
    }),
  ),
  // What Elasticsearch does at its flood stage; no disk of the machine is filled.
  'Elasticsearch’s disk full': fault('elasticsearch', 8_000, (scene) => {
    const block = (on: true | null) =>
      scene.stores.client.indices.putSettings({
        index: `${scene.prefix}-*`,
        settings: { 'index.blocks.read_only_allow_delete': on },
      });
    return during(scene, 'Elasticsearch’s disk full', 'Elasticsearch', async () => {
      await block(true);
      await sleep(int(scene.roll, 2_000, 6_000));
      await block(null);
    });
  }),
  'MySQL’s disk full': fault('mysql', 12_000, async (scene) => {
    const { mysql, mysqlDisk } = scene.stores;
    if (mysqlDisk === null) return false;
    return told(scene, { kind: 'mysql' }, () =>
      during(scene, 'MySQL’s disk full', 'MySQL', async () => {
        await mysqlDisk.fill();
        await sleep(int(scene.roll, 4_000, 10_000));
        await mysqlDisk.free();
        // If it has ended by itself, it is started again, as a supervisor would do.
        if (!(await mysql.runs())) await mysql.start();
      }),
    );
  }),
};
