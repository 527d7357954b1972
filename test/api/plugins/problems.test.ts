import t from 'tap';
import { call, makeHarness } from '../../helper.ts';
import { listed } from '../../listed.ts';

const harness = await makeHarness(t, { indices: false });
const app = await harness.app();
const asking = (accept: string) => call(app, 'GET', '/v1/coverage?state=XX', { headers: { accept } });

t.test('callers who accept problems get errors as RFC 9457 writes them', async (t) => {
  for (const accept of ['application/problem+json', 'application/problem+json, application/json;q=0.5']) {
    const { status, headers, json } = await asking(accept);
    t.equal(status, 400, accept);
    t.equal(headers['content-type'], 'application/problem+json; charset=utf-8');
    t.match(json(), {
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: /^state /,
      code: 'invalid_parameter',
      request_id: headers['x-request-id'],
      errors: [{ field: 'state' }],
    });
    t.notOk('error' in json());
  }
});

t.test('all others get the body with error', async (t) => {
  for (const accept of listed(
    'application/json · */* · application/* · application/json, application/problem+json',
  )) {
    const { headers, json } = await asking(accept);
    t.match(headers['content-type'], /^application\/json/, accept);
    t.match(json(), { error: /^state /, code: 'invalid_parameter' }, accept);
    t.notOk('detail' in json());
  }
});

t.test('so do those of unknown routes and wrong keys', async (t) => {
  const headers = { accept: 'application/problem+json' };
  t.match((await call(app, 'GET', '/nowhere', { headers })).json(), {
    title: 'Not Found',
    code: 'not_found',
  });
  const refused = await call(app, 'GET', '/v1/usage', { headers, key: 'wrong' });
  t.match(refused.json(), { title: 'Unauthorized', status: 401, code: 'invalid_key' });
});
