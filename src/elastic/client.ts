import { setTimeout as sleep } from 'node:timers/promises';
import { Client, errors } from '@elastic/elasticsearch';
import { BytesConnection } from './connection.ts';

/** Longest that a reader waits for Elasticsearch, in milliseconds: below the 3 s promised for a 503. */
const READ_TIMEOUT = 2_500;
/** Loads send big bodies and wait for merges. */
const LOAD_TIMEOUT = 120_000;
/** How often a request of a load is sent again. */
const LOAD_RETRIES = 3;

/**
 * The client of the API. It retries once, for kept connections that turn out to be closed; beyond that a
 * caller is told to come back (503) rather than kept waiting.
 */
export function readerClient(node: string): Client {
  return new Client({
    node,
    Connection: BytesConnection,
    requestTimeout: READ_TIMEOUT,
    maxRetries: 1,
    resurrectStrategy: 'none',
  });
}

/** What the client itself would send again: a broken connection, or a server that cannot answer now. */
const isPassing = (error: unknown): boolean =>
  error instanceof errors.ConnectionError ||
  (error instanceof errors.ResponseError && [502, 503, 504].includes(error.statusCode ?? 0));

/**
 * A client over the same connections that calls `check` each time before it sends a request, also when it sends one again,
 * and sends nothing when it throws: for work that may go on only as long as something holds.
 */
export function guardedClient(client: Client, check: () => Promise<void>): Client {
  const guarded = client.child({});
  const request = guarded.transport.request.bind(guarded.transport);
  guarded.transport.request = (async (...[params, options]: Parameters<typeof request>) => {
    for (let sent = 1; ; sent++) {
      await check();
      try {
        return await request(params, { ...options, maxRetries: 0 });
      } catch (error) {
        if (sent > LOAD_RETRIES || !isPassing(error)) throw error;
        await sleep(2 ** sent * 500);
      }
    }
  }) as typeof request;
  return guarded;
}

/** The client of loads and of the command line: patient, and retrying what is safe to repeat. */
export function loaderClient(node: string): Client {
  return new Client({
    node,
    Connection: BytesConnection,
    requestTimeout: LOAD_TIMEOUT,
    maxRetries: LOAD_RETRIES,
  });
}
