import http, { type ClientRequest } from 'node:http';
import https, { type RequestOptions } from 'node:https';
import type { TcpNetConnectOpts } from 'node:net';
import type { Duplex } from 'node:stream';
import { rootCertificates } from 'node:tls';
import { createKeeping, IDLE, lastsLongEnough, type Way } from './keeping.ts';

const MOST_IDLE = 256;
/** Least time between two searches for connections that were idle for too long, in milliseconds. */
const SWEEP = 50;

type MayKeep = (socket: object) => boolean;

/** Agents that keep only the connections that `mayKeep` allows: Node lets an agent choose by this override. */
const overHttpWhere = (mayKeep: MayKeep, options: http.AgentOptions) =>
  new (class extends http.Agent {
    override keepSocketAlive(socket: Duplex) {
      return mayKeep(socket) && super.keepSocketAlive(socket);
    }
  })(options);
const overTlsWhere = (mayKeep: MayKeep, options: https.AgentOptions) =>
  new (class extends https.Agent {
    override keepSocketAlive(socket: Duplex) {
      return mayKeep(socket) && super.keepSocketAlive(socket);
    }
  })(options);

/**
 * Keeps connections that were idle for too long from being used, even when their timers are late: after a stall, a
 * thread sends before it notices that a receiver has closed.
 * @returns a function to call before each use.
 */
function sweeper(agents: http.Agent[]): () => void {
  const idleSince = new WeakMap<object, number>();
  for (const agent of agents) agent.on('free', (socket) => idleSince.set(socket, performance.now()));
  let swept = 0;
  return () => {
    const now = performance.now();
    if (now - swept < SWEEP) return;
    swept = now;
    for (const { freeSockets } of agents) {
      for (const socket of Object.values(freeSockets).flatMap((sockets) => sockets ?? [])) {
        if (now - idleSince.get(socket)! > IDLE) socket.destroy();
      }
    }
  };
}

type Options = RequestOptions & Pick<TcpNetConnectOpts, 'autoSelectFamilyAttemptTimeout'>;

export interface ConnectionOptions {
  /** Certificates to trust besides the usual ones, PEM. */
  ca?: string;
  /** Called with an origin that closed a connection just as it was reused. */
  onClosing?: (origin: string) => void;
}

/** Starts requests, and reuses their connections as long as the receivers keep them open. */
export function createConnections({ ca, onClosing = () => {} }: ConnectionOptions) {
  const keeping = createKeeping();
  /** The connections that may be reused: their origin, and when they were opened, in milliseconds. */
  const opened = new WeakMap<object, { origin: string; since: number }>();
  const mayKeep: MayKeep = (socket) => {
    const known = opened.get(socket);
    return known !== undefined && keeping.mayKeep(known.origin, performance.now() - known.since);
  };
  const keptAlive = { keepAlive: true, timeout: IDLE, maxFreeSockets: MOST_IDLE };
  // Set explicitly, since NODE_TLS_REJECT_UNAUTHORIZED changes the default.
  const trusting = { rejectUnauthorized: true, ...(ca ? { ca: [...rootCertificates, ca] } : {}) };
  const overHttp: Record<Way, http.Agent> = {
    watched: new http.Agent({ keepAlive: true }),
    kept: overHttpWhere(mayKeep, keptAlive),
    single: new http.Agent(),
  };
  const overTls: Record<Way, https.Agent> = {
    watched: new https.Agent({ ...trusting, keepAlive: true }),
    kept: overTlsWhere(mayKeep, { ...trusting, ...keptAlive }),
    single: new https.Agent(trusting),
  };
  const sweep = sweeper([overHttp.kept, overTls.kept]);

  function followKept(request: ClientRequest, origin: string): void {
    let isAnswered = false;
    request.once('socket', (socket) => {
      if (!request.reusedSocket) opened.set(socket, { origin, since: performance.now() });
    });
    request.once('response', ({ headers }) => {
      isAnswered = true;
      if (!lastsLongEnough(headers['keep-alive']?.toString())) opened.delete(request.socket!);
    });
    request.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (!request.reusedSocket || isAnswered || code === undefined) return;
      keeping.closes(origin);
      onClosing(origin);
    });
  }

  return {
    /** Starts a request. A caller that destroys it must do so with an error that has no code. */
    request(url: URL, options: Options): ClientRequest {
      sweep();
      const { origin, protocol } = url;
      const way = keeping.wayTo(origin);
      const request =
        protocol === 'http:'
          ? http.request(url, { ...options, agent: overHttp[way] })
          : https.request(url, { ...options, agent: overTls[way] });
      if (way === 'kept') followKept(request, origin);
      if (way === 'watched') request.once('close', () => keeping.watch(origin, request.socket));
      return request;
    },
    /** Stops reusing connections to an origin. */
    closes: keeping.closes,
    close(): void {
      for (const agent of [...Object.values(overHttp), ...Object.values(overTls)]) agent.destroy();
    },
  };
}
