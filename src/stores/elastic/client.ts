import { setTimeout as sleep } from 'node:timers/promises';
import {
  Client,
  errors,
  SniffingTransport,
  type TransportRequestOptions,
  type TransportRequestParams,
} from '@elastic/elasticsearch';
import { BytesConnection } from './connection.ts';

/** In milliseconds: below the 3 s within which a 503 is promised. */
const READ_TIMEOUT = 2_500;
/** In milliseconds. Loads send big bodies and wait for merges. */
const LOAD_TIMEOUT = 120_000;
const LOAD_RETRIES = 3;
/** In milliseconds: enough for a busy server. */
const CHECK_TIMEOUT = 10_000;

/**
 * The client of the API. It retries once, in case a kept connection turns out to be closed; after that, the caller gets a
 * 503.
 * @param requestTimeout in milliseconds.
 */
export function readerClient(node: string, requestTimeout = READ_TIMEOUT): Client {
  return new Client({
    node,
    Connection: BytesConnection,
    requestTimeout,
    maxRetries: 1,
    resurrectStrategy: 'none',
  });
}

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
export function loaderClient(node: string): Client {
  return new Client({
    node,
    Connection: BytesConnection,
    requestTimeout: LOAD_TIMEOUT,
    maxRetries: LOAD_RETRIES,
  });
}

/** The client for checks: a failed request is reported, not retried. */
export function checkingClient(node: string): Client {
  return new Client({ node, Connection: BytesConnection, requestTimeout: CHECK_TIMEOUT, maxRetries: 0 });
}
