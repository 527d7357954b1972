import { type Client, errors, type estypes, UndiciConnection } from '@elastic/elasticsearch';
import { unavailable } from '../../domain/problems.ts';
import { type SearchTarget, SnapshotGone } from './search-target.ts';

interface RawAnswer {
  status: number;
  body: Buffer;
}

const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json' };
const LATE = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

function failure(error: Error & { code?: string }): Error {
  return LATE.has(error.code ?? '')
    ? new errors.TimeoutError('Request timed out')
    : new errors.ConnectionError(error.message);
}

/** A connection that reads whole answers as bytes. */
export class BytesConnection extends UndiciConnection {
  /** `connected` connections are open, `free` of them idle; `queued` requests wait for one. */
  stats(): { connected: number; free: number; queued: number } {
    return this.pool.stats as { connected: number; free: number; queued: number };
  }

  /**
   * Sends one JSON request and reads the whole answer into one buffer, without a stream or an abort signal per request.
   * @throws the client's TimeoutError or ConnectionError when the whole answer does not arrive.
   */
  bytes(method: 'GET' | 'POST', path: string, body: string | null): Promise<RawAnswer> {
    const sent = {
      origin: this.url,
      method,
      path: this.url.pathname.replace(/\/$/, '') + path,
      headers: { ...this.headers, ...JSON_HEADERS },
      body,
    };
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      let length = 0;
      let status = 0;
      this.pool.dispatch(sent, {
        onRequestStart() {},
        onResponseStart(_controller, code) {
          status = code;
        },
        onResponseData(_controller, chunk) {
          chunks.push(chunk);
          length += chunk.length;
        },
        onResponseEnd() {
          resolve({ status, body: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length) });
        },
        onResponseError(_controller, error) {
          reject(failure(error));
        },
      });
    });
  }
}

/** An error that Elasticsearch answered with. Its message repeats the query, so it is not kept. */
export class Refused extends Error {
  readonly status: number;
  /** Such as `search_phase_execution_exception`. */
  readonly reason: string | undefined;
  readonly method: string;
  readonly path: string;

  constructor(status: number, body: Buffer, method: string, path: string) {
    super(`Elasticsearch answered ${status}`);
    this.status = status;
    this.reason = reasonIn(body);
    this.method = method;
    this.path = path;
  }
}

function reasonIn(body: Buffer): string | undefined {
  try {
    const { error } = JSON.parse(body.toString()) as { error?: { type?: string } };
    return error?.type;
  } catch {
    return undefined;
  }
}

const TRIES = 2;
/** What a node answers that is starting, stopping or cut off from the others. */
const UNABLE = new Set([502, 503, 504]);

function connectionOf({ connectionPool }: Client): BytesConnection {
  const wanted = { now: Date.now(), requestId: 0, name: 'raw', context: null };
  const connection = connectionPool.getConnection(wanted);
  if (connection instanceof BytesConnection) return connection;
  throw new errors.ConnectionError('no connection that reads bytes');
}

/**
 * Sends one request over the official client's connections and returns the unparsed bytes, which the caller owns.
 *
 * Parsing and serializing them would cost a third of the throughput, and the client's own request path a quarter.
 * Choosing nodes, marking dead ones and retrying work as in the client.
 * @param client one of `client.ts`.
 * @throws the client's ConnectionError or TimeoutError when the whole answer does not arrive; an answer with an error status
 *   is returned, not thrown.
 */
export async function rawRequest(
  client: Client,
  method: 'GET' | 'POST',
  path: string,
  body: string | null = null,
): Promise<RawAnswer> {
  for (let attempt = 1; ; attempt++) {
    const connection = connectionOf(client);
    try {
      const answer = await connection.bytes(method, path, body);
      if (UNABLE.has(answer.status) && attempt < TRIES && client.connectionPool.size > 1) {
        client.connectionPool.markDead(connection);
        continue;
      }
      if (connection.deadCount > 0) client.connectionPool.markAlive(connection);
      return answer;
    } catch (error) {
      client.connectionPool.markDead(connection);
      if (attempt === TRIES || !(error instanceof errors.ConnectionError)) throw error;
    }
  }
}

/**
 * The raw answer to a search. A search that fails on one shard fails entirely.
 * @param after JSON array of sort values, exactly as in an answer: some are numbers that JavaScript cannot hold.
 * @throws SnapshotGone, or 503 when Elasticsearch cannot answer.
 */
export async function rawSearch(
  client: Client,
  source: SearchTarget,
  search: estypes.SearchRequest,
  after: string | null = null,
): Promise<Buffer> {
  const path = `${'index' in source ? `/${source.index}` : ''}/_search?allow_partial_search_results=false`;
  const json = JSON.stringify('pit' in source ? { ...search, pit: source.pit } : search);
  const asked = after === null ? json : `${json.slice(0, -1)},"search_after":${after}}`;
  const { status, body } = await rawRequest(client, 'POST', path, asked);
  if (status === 404 && 'pit' in source) throw new SnapshotGone();
  if (status !== 200) throw unavailable('Elasticsearch', new Refused(status, body, 'POST', path));
  return body;
}
