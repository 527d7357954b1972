import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import t from 'tap';
import { webhookIds } from '../../src/webhooks/ids.ts';
import { call, makeHarness } from '../helper.ts';
import { holds } from '../holds.ts';
import { each } from '../listed.ts';
import { checkError } from '../refusals.ts';
import { createEndpoint, idsOf, loadNews, makeDispatcher, makeReceiver, permit } from './support.ts';
import { state } from './watching.ts';

const harness = await makeHarness(t);
const { app, key } = await harness.api();
const newer = fc.integer({ min: 10 ** 12, max: Number.MAX_SAFE_INTEGER });
const earlier = fc.integer({ min: 1, max: 10 ** 12 - 1 });
const read = async (path: string) => (await call(app, 'GET', `/api/v1${path}`, { key })).json();

t.test('ids and positions do not reveal how much the service sends', async (t) => {
  const receiver = await makeReceiver(t);
  const { id } = await createEndpoint(app, key, { url: receiver.url, ...state('31') });
  await loadNews(harness, 'permits', [permit('a1'), permit('a2')]);
  const first = await read('/events?limit=1');
  await loadNews(harness, 'permits', [permit('a3')]);
  const { data } = await read(`/webhooks/${id}/deliveries`);
  const last = await read('/events');
  for (const delivery of data) t.match(delivery.id, /^dlv_[0-9a-f]{32}$/);
  for (const { next } of [first, last]) t.match(next, /^[0-9a-f]{32}$/);
  t.equal((await read(`/events?after=${first.next}`)).data.length, 2);

  const dispatcher = await makeDispatcher(t, harness);
  await receiver.until(3);
  await dispatcher.stop();
  const sent = receiver.got.map(({ headers }) => headers['x-terrier-delivery-id']);
  t.same(sent.sort(), data.map((delivery: { id: string }) => delivery.id).sort(), 'as they are sent');
  const { headers } = await read(`/webhooks/${id}/deliveries/${data[0].id}`);
  t.equal(headers['x-terrier-delivery-id'], data[0].id);

  const number = (await idsOf(harness)).deliveryNumber(data[0].id)!;
  const path = `/api/v1/webhooks/${id}/deliveries`;
  checkError(t, await call(app, 'GET', `${path}/dlv_${number}`, { key }), 404, 'not_found');
  for (const [query, field] of [
    [`${path}?cursor=dlv_${number}`, 'cursor'],
    [`${path}?cursor=dlv_${'0'.repeat(32)}`, 'cursor'],
    [`/api/v1/events?after=${number}`, 'after'],
    [`/api/v1/events?after=${data[0].id.slice(4)}`, 'after'],
  ] as const) {
    const answer = await call(app, 'GET', query, { key });
    checkError(t, answer, 400, 'invalid_parameter');
    t.match(answer.json().errors, [{ field }]);
  }
});

t.test('a number has one id, and an id one number', async () => {
  const ids = webhookIds(randomBytes(32));
  await holds(100, [fc.oneof(newer, earlier)], (number) => {
    const id = ids.deliveryId(number);
    const position = ids.position(number);
    if (ids.deliveryNumber(id) !== number || ids.positionNumber(position) !== number) return false;
    return number < 10 ** 12 ? id === `dlv_${number}` && position === String(number) : !id.endsWith(position);
  });
});

t.test('what was queued before numbers were hidden keeps its id', async (t) => {
  const ids = webhookIds(randomBytes(32));
  t.equal(ids.deliveryNumber('dlv_14'), 14);
  t.equal(ids.positionNumber('0'), 0, 'before the first');
});

t.test('a text that is altered, from another installation or without a number is no id', async (t) => {
  const ids = webhookIds(randomBytes(32));
  const other = webhookIds(randomBytes(32));
  await holds(100, [newer, fc.nat({ max: 31 }), fc.integer({ min: 1, max: 15 })], (number, at, by) => {
    const id = ids.deliveryId(number);
    const digits = [...id.slice(4)];
    digits[at] = ((Number.parseInt(digits[at]!, 16) + by) % 16).toString(16);
    const altered = `dlv_${digits.join('')}`;
    return ids.deliveryNumber(altered) === null && other.deliveryNumber(id) === null;
  });
  for (const id of [
    '',
    'dlv_1 ',
    'dlv_1\0',
    ...each('dlv_ dlv_0 dlv_01 dlv_1000000000000 DLV_1 1 dlv_-1 dlv_1e3'),
  ])
    t.equal(ids.deliveryNumber(id), null, id);
  t.equal(
    ids.deliveryNumber(
      ids
        .deliveryId(10 ** 12)
        .toUpperCase()
        .replace('DLV', 'dlv'),
    ),
    null,
    'in capitals',
  );
});
