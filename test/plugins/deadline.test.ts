import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { EVERYWHERE, makeBed } from '../helper.ts';

const bed = await makeBed(t);
const app = await bed.app();
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;
const key = await bed.key();

t.test('a body may take longer to arrive than an answer may take to begin', async (t) => {
  const body = JSON.stringify({ bounds: EVERYWHERE });
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const status = new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method: 'POST', path: '/api/v1/search', headers });
    sent.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject);
    sent.write(body.slice(0, 10));
    void sleep(3_300).then(() => sent.end(body.slice(10)));
  });
  t.equal(await status, 200);
});
