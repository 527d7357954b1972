import { type Client, errors, type estypes } from '@elastic/elasticsearch';
import { unavailable } from '../plugins/errors.ts';

/** An answer of Elasticsearch as it came over the wire. */
export interface RawAnswer {
  status: number;
  body: Buffer;
}

/** What the client's transport yields with `asStream`: the body of its HTTP library. */
interface BodyStream {
  arrayBuffer(): Promise<ArrayBuffer>;
}

const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json' };

/**
 * Sends one request through the official client and returns the bytes, unparsed.
 *
 * The hot routes hand these bytes on; parsing and serialising them again would cost a third of the requests.
 * @throws the client's ConnectionError, TimeoutError or NoLivingConnectionsError when there is no answer;
 *   an answer with an error status is returned, not thrown.
 */
export async function rawRequest(
  client: Client,
  method: 'GET' | 'POST',
  path: string,
  body?: string,
): Promise<RawAnswer> {
  const answer = await client.transport.request(
    { method, path, body },
    { asStream: true, meta: true, headers: JSON_HEADERS },
  );
  try {
    const bytes = await (answer.body as unknown as BodyStream).arrayBuffer();
    return { status: answer.statusCode ?? 0, body: Buffer.from(bytes) };
  } catch (error) {
    throw new errors.ConnectionError(`the answer broke off: ${(error as Error).message}`);
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
