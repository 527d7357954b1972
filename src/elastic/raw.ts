import { type Client, errors, type estypes } from '@elastic/elasticsearch';
import { unavailable } from '../plugins/errors.ts';
import { BytesConnection, type RawAnswer } from './connection.ts';

/** A kept connection may turn out to be closed; beyond that a caller is told to come back. */
const TRIES = 2;

function connectionOf({ connectionPool }: Client): BytesConnection {
  const wanted = { now: Date.now(), requestId: 0, name: 'raw', context: null };
  const connection = connectionPool.getConnection(wanted);
  if (connection instanceof BytesConnection) return connection;
  throw new errors.ConnectionError('no connection that reads bytes');
}

/**
 * Sends one request over the official client's connections and returns the bytes, unparsed. They are the caller's alone.
 *
 * The hot routes hand these bytes on: parsing and serialising them again would cost a third of the requests, and the
 * client's own way around a request a quarter. Choosing among nodes, marking dead ones and trying again stay as the
 * client has them.
 * @param client one of `client.ts`.
 * @throws the client's ConnectionError or TimeoutError when there is no whole answer; an answer with an error status
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
      if (connection.deadCount > 0) client.connectionPool.markAlive(connection);
      return answer;
    } catch (error) {
      client.connectionPool.markDead(connection);
      if (attempt === TRIES || !(error instanceof errors.ConnectionError)) throw error;
    }
  }
}

/** The raw answer of a search. Throws 503 when Elasticsearch cannot answer it. */
export async function rawSearch(client: Client, index: string, body: estypes.SearchRequest): Promise<Buffer> {
  const { status, body: answer } = await rawRequest(
    client,
    'POST',
    `/${index}/_search`,
    JSON.stringify(body),
  );
  if (status !== 200)
    throw unavailable('Elasticsearch', new Error(`${status}: ${answer.toString().slice(0, 500)}`));
  return answer;
}
