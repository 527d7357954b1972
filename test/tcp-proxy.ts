import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * What a proxy does with connections: `refuse` – accepts none and cuts open ones; `reset` – cuts when the client sends
 * something; `hang` – accepts and never answers; `half` – cuts in the middle of an answer; `stall` – goes silent in the
 * middle of an answer; `half-closed` – closes the server's side where an answer would begin; `slow` – sends every answer
 * late, but complete; `held` – holds answers until another mode is set.
 * Only for MySQL's commits: `commit-held` – they do not arrive; `commit-unanswered` – they arrive, but no answer returns.
 */
export type Mode =
  | 'pass'
  | 'refuse'
  | 'reset'
  | 'hang'
  | 'half'
  | 'stall'
  | 'half-closed'
  | 'slow'
  | 'held'
  | 'commit-held'
  | 'commit-unanswered';

const SLOW = 300;

/** A TCP proxy in front of a server that the tests share, which can fail in many ways without disturbing others. */
export class FaultyProxy {
  #mode: Mode = 'pass';
  #server: Server;
  #port = 0;
  readonly #target: URL;
  /** Commits that were held, or whose answers were. */
  commits = 0;
  readonly #sockets = new Set<Socket>();
  readonly #held: (() => void)[] = [];
  /** Connections whose answer was cut off: nothing more arrives from them, whatever the mode is then. */
  readonly #dead = new WeakSet<Socket>();

  constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((client) => this.#accept(client));
  }

  async start(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(this.#port, '127.0.0.1', done));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.resetAndDestroy();
    await new Promise((done) => this.#server.close(done));
  }

  /** The target's URL through this proxy. */
  get url(): string {
    const url = new URL(this.#target);
    url.host = `127.0.0.1:${this.#port}`;
    return url.href;
  }

  async set(mode: Mode): Promise<void> {
    const before = this.#mode;
    this.#mode = mode;
    if (mode !== 'held') for (const send of this.#held.splice(0)) send();
    if (mode === 'refuse' && before !== 'refuse') await this.stop();
    if (mode !== 'refuse' && before === 'refuse') await this.start();
  }

  #accept(client: Socket): void {
    const server = connect(Number(this.#target.port), this.#target.hostname);
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        this.#sockets.delete(socket);
        server.destroy();
        // What is still delayed is sent first.
        if (this.#mode === 'slow') setTimeout(() => client.destroySoon(), SLOW);
        else client.destroySoon();
      });
    }
    client.on('data', (bytes) => {
      const commits = bytes.toString('latin1').endsWith('COMMIT');
      if (commits && this.#mode.startsWith('commit-')) {
        this.#dead.add(client);
        this.commits++;
        if (this.#mode === 'commit-unanswered') server.write(bytes);
      } else if (this.#mode === 'reset') client.resetAndDestroy();
      else if (this.#mode === 'hang') this.#dead.add(client);
      else if (!this.#dead.has(client)) server.write(bytes);
    });
    server.on('data', (bytes) => this.#answer(client, bytes));
  }

  #answer(client: Socket, bytes: Buffer): void {
    if (this.#dead.has(client)) return;
    if (['pass', 'refuse', 'commit-held', 'commit-unanswered'].includes(this.#mode)) client.write(bytes);
    else if (this.#mode === 'held') this.#held.push(() => client.write(bytes));
    else if (this.#mode === 'slow') setTimeout(() => client.write(bytes), SLOW);
    else {
      this.#dead.add(client);
      if (this.#mode === 'reset') client.resetAndDestroy();
      if (this.#mode === 'half-closed') client.end();
      if (this.#mode === 'stall') client.write(bytes.subarray(0, bytes.length / 2));
      if (this.#mode === 'half')
        client.write(bytes.subarray(0, bytes.length / 2), () => client.resetAndDestroy());
    }
  }
}
