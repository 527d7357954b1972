import type { Test } from 'tap';
import { makeHarness } from '../helper.ts';
import { portOf } from '../port-of.ts';
import { type RawRequest, type RawResponse, sendRaw } from '../raw-http.ts';

export const JSON_TYPE = { 'content-type': 'application/json' };
export const PARCEL = '/api/v1/parcels/31109:10-01';
export const PARCEL_ROUTES = ['', '/owner', '/permits', '/deeds', '/risks', '/value'].map(
  (part) => PARCEL + part,
);

/** An API with two parcels, a key to it, and functions that send requests to it. */
export async function makeAsking(t: Test) {
  const harness = await makeHarness(t);
  await harness.load('parcels', [
    { county_fips: '31109', parcel_id: '10-01', owner_name: 'Ida Quill', total_assessed_value: 125000 },
    { county_fips: '31109', parcel_id: 'A/1 #2%', owner_name: 'Quill Holdings LLC' },
  ]);
  const { app, key } = await harness.api({ tier: 'license' }, { BURST_FREE: '100000', LIMIT_FREE: '100000' });
  const port = await portOf(app);
  const bearer = { authorization: `Bearer ${key}` };

  /** Sends a request in this process. What `inject` would change is sent over a socket instead: `sendAsIs`. */
  async function inject({ method = 'GET', path, headers, body }: RawRequest): Promise<RawResponse> {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const answer = await app.inject({
      method: method as 'GET',
      url: path,
      headers: { ...length, ...headers },
      payload: body,
    });
    const { statusCode: status, body: text } = answer;
    return { status, headers: answer.headers as Record<string, string>, text };
  }
  const send = (request: RawRequest) => inject({ ...request, headers: { ...bearer, ...request.headers } });
  const post = (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    send({ method: 'POST', path, headers: { ...JSON_TYPE, ...headers }, body });
  return {
    key,
    app,
    port,
    bearer,
    inject,
    send,
    /** The same over a socket, with nothing corrected. */
    sendAsIs: (request: RawRequest) =>
      sendRaw(port, { ...request, headers: { ...bearer, ...request.headers } }),
    post,
    search: (body: string | Buffer, headers?: Record<string, string>) =>
      post('/api/v1/search', body, headers),
  };
}
