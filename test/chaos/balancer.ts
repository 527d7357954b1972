import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const LOOK = 1_000;
const PATIENCE = 2_000;

interface Target {
  url: URL;
  isUp: boolean;
  sockets: Set<Socket>;
}

/** One address for the nodes of a cluster, like the proxy of docs/deploy: connections go to a node that answers. */
export interface Balancer {
  url: string;
  close(): Promise<void>;
}

/** Starts one on a free port. `urls`: the nodes, with their login. */
export async function startBalancer(urls: string[]): Promise<Balancer> {
  const targets: Target[] = urls.map((url) => ({ url: new URL(url), isUp: true, sockets: new Set() }));
  let turn = 0;

  function pass(client: Socket, left: Target[]): void {
    const [target, ...others] = left;
    if (!target || client.destroyed) return void client.destroy();
    const server = connect(Number(target.url.port), target.url.hostname);
    let open = false;
    server.on('error', () => {
      if (!open) pass(client, others);
    });
    server.once('connect', () => {
      open = true;
      target.sockets.add(client);
      client.pipe(server).pipe(client);
      server.on('close', () => client.destroy());
      client.on('close', () => {
        target.sockets.delete(client);
        server.destroy();
      });
    });
  }

  const server = createServer((client) => {
    client.on('error', () => {});
    turn++;
    const ordered = targets.map((_, at) => targets[(at + turn) % targets.length]!);
    pass(client, [...ordered.filter(({ isUp }) => isUp), ...ordered.filter(({ isUp }) => !isUp)]);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));

  /** Cuts connections to a node that does not answer, so that their clients connect again. */
  async function look(target: Target): Promise<void> {
    // A node that answers refuses callers without a password.
    target.isUp = await fetch(`http://${target.url.host}/`, { signal: AbortSignal.timeout(PATIENCE) }).then(
      async (answer) => {
        await answer.body?.cancel();
        return true;
      },
      () => false,
    );
    if (!target.isUp) for (const socket of target.sockets) socket.destroy();
  }
  const timer = setInterval(() => void Promise.all(targets.map(look)), LOOK);

  const url = new URL(targets[0]!.url);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    async close() {
      clearInterval(timer);
      for (const { sockets } of targets) for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
