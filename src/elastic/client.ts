import { Client } from '@elastic/elasticsearch';
import { BytesConnection } from './connection.ts';

/** Longest that a reader waits for Elasticsearch, in milliseconds: below the 3 s promised for a 503. */
const READ_TIMEOUT = 2_500;
/** Loads send big bodies and wait for merges. */
const LOAD_TIMEOUT = 120_000;

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

/**
 * A client over the same connections that calls `check` before each request and sends nothing when it throws: for
 * work that may go on only as long as something holds.
 */
export function guardedClient(client: Client, check: () => Promise<void>): Client {
  const guarded = client.child({});
  const request = guarded.transport.request.bind(guarded.transport);
  guarded.transport.request = (async (...given: Parameters<typeof request>) => {
    await check();
    return request(...given);
  }) as typeof request;
  return guarded;
}

/** The client of loads and of the command line: patient, and retrying what is safe to repeat. */
export function loaderClient(node: string): Client {
  return new Client({ node, Connection: BytesConnection, requestTimeout: LOAD_TIMEOUT, maxRetries: 3 });
}
