import { errors, UndiciConnection } from '@elastic/elasticsearch';

export interface RawAnswer {
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
