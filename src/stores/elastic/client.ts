import { setTimeout as sleep } from 'node:timers/promises';
import {
  Client,
  ClusterConnectionPool,
  type Connection,
  errors,
  SniffingTransport,
  type TransportRequestOptions,
  type TransportRequestParams,
} from '@elastic/elasticsearch';
import { nodesIn } from '../../domain/server-addresses.ts';
import { BytesConnection } from './raw.ts';

/** In milliseconds: below the 3 s within which a 503 is promised. */
const READ_TIMEOUT = 2_500;
/** In milliseconds. Loads send big bodies and wait for merges. */
const LOAD_TIMEOUT = 120_000;
const LOAD_RETRIES = 3;
/** In milliseconds: enough for a busy server. */
const CHECK_TIMEOUT = 10_000;

/** Requests that fail at the same time count once: each more would double how long their node is left out. */
class NodePool extends ClusterConnectionPool {
  override markDead(connection: Connection): this {
    return connection.resurrectTimeout > Date.now() ? this : super.markDead(connection);
  }
}

/**
 * The nodes of ELASTICSEARCH_URL, and how the client treats them: one that fails is left out for a minute, and longer if it
 * fails again; a ping then finds out whether it is back.
 */
function nodeOptions(urls: string) {
  const nodes = nodesIn(urls);
  if (nodes.length === 1) return { nodes, Connection: BytesConnection, resurrectStrategy: 'none' } as const;
  return {
    nodes,
    Connection: BytesConnection,
    ConnectionPool: NodePool,
    resurrectStrategy: 'ping',
  } as const;
}

/**
 * The client of the API. It retries once, on another node if there is one, in case a kept connection turns out to be closed;
 * after that, the caller gets a 503.
 * @param urls addresses of the nodes, as in ELASTICSEARCH_URL.
 * @param requestTimeout in milliseconds.
 */
export const readerClient = (urls: string, requestTimeout = READ_TIMEOUT): Client =>
  new Client({ ...nodeOptions(urls), requestTimeout, maxRetries: 1 });

const isPassing = (error: unknown): boolean =>
  error instanceof errors.ConnectionError ||
  (error instanceof errors.ResponseError && [502, 503, 504].includes(error.statusCode ?? 0));

const signals = new WeakMap<Client, AbortSignal>();

/** Throws the reason of a guarded client's signal once it is aborted, for what does not go through the client's own path. */
export const throwIfStopped = (client: Client): void => signals.get(client)?.throwIfAborted();

/** The signal of a guarded client, for work that sends no requests. */
export const stopSignal = (client: Client): AbortSignal | undefined => signals.get(client);

/**
 * A client over the same connections that calls `check` before each request and each retry. It sends nothing when `check`
 * throws, as it does when the lock of a load is lost.
 * @param signal once it is aborted, only what gives something back is sent: deletions, of points in time and of copies.
 */
export function guardedClient(client: Client, check: () => Promise<void>, signal?: AbortSignal): Client {
  class GuardedTransport extends SniffingTransport {
    override async request<T>(params: TransportRequestParams, options?: TransportRequestOptions): Promise<T> {
      for (let sent = 1; ; sent++) {
        if (params.method !== 'DELETE') signal?.throwIfAborted();
        await check();
        try {
          return await super.request(params, { ...options, maxRetries: 0 });
        } catch (error) {
          if (sent > LOAD_RETRIES || !isPassing(error)) throw error;
          await sleep(2 ** sent * 500);
        }
      }
    }
  }
  const guarded = client.child({ Transport: GuardedTransport });
  if (signal) signals.set(guarded, signal);
  return guarded;
}

/** The client of loads and commands: with long timeouts, and retries where repeating is safe. */
export const loaderClient = (urls: string): Client =>
  new Client({ ...nodeOptions(urls), requestTimeout: LOAD_TIMEOUT, maxRetries: LOAD_RETRIES });

/** The client for checks: a request that fails on each node once is reported. */
export function checkingClient(urls: string): Client {
  const options = nodeOptions(urls);
  return new Client({ ...options, requestTimeout: CHECK_TIMEOUT, maxRetries: options.nodes.length - 1 });
}
