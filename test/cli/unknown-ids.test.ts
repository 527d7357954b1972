import t from 'tap';
import { STATE } from '../../src/domain/delivery-states.ts';
import { call, makeHarness } from '../helper.ts';
import { createEndpoint, idsOf, loadNews, permit } from '../webhooks/support.ts';
import { terrierHere } from './in-process.ts';

const harness = await makeHarness(t);
const { deliveryNumber } = await idsOf(harness);
const { app, key } = await harness.api({ tier: 'pro' });

const deliveries = (...args: string[]) => terrierHere(['deliveries', ...args], harness.env);

t.test('ids that do not exist or cannot be changed are named, with status 1', async (t) => {
  const endpoint = await createEndpoint(app, key, {
    url: 'http://127.0.0.1:9/',
    filter_kind: 'parcel_ids',
    filter_value: { parcel_ids: ['31:109:U-1'] },
  });
  const news = ['a1', 'b1'].map((n) => permit(n, { parcel_id: 'U-1' }));
  await loadNews(harness, 'permits', news);
  const { data } = (await call(app, 'GET', `/api/v1/webhooks/${endpoint.id}/deliveries`, { key })).json();
  const [waiting, lost] = data.map(({ id }: { id: string }) => id);
  const settled = async () => {
    const [rows] = await harness.database.$client.query('SELECT state FROM webhook_deliveries WHERE id = ?', [
      deliveryNumber(lost),
    ]);
    return (rows as { state: number }[])[0]!.state;
  };
  await harness.database.$client.query(
    'UPDATE webhook_deliveries SET state = ?, due_at = NULL WHERE id = ?',
    [STATE.unknown, deliveryNumber(lost)],
  );

  const rows: [args: string[], complaint: RegExp][] = [
    [
      ['settle', '--as', 'delivered', lost, 'dlv_999999'],
      /^There is no delivery dlv_999999; `terrier deliveries list`/,
    ],
    [['settle', '--as', 'requeue', '--endpoint', 'whe_nobody'], /^There is no endpoint whe_nobody\./],
    [['requeue', 'dlv_999999', 'dlv_999998'], /^There is no delivery dlv_999999, dlv_999998;/],
    [['list', 'dlv_999999'], /^There is no delivery dlv_999999;/],
    [
      ['settle', '--as', 'delivered', waiting],
      /^1 delivery of those named unchanged: not of unknown outcome\.\n$/,
    ],
    [['requeue', waiting, lost], /^2 deliveries of those named unchanged: not dead-lettered, /],
  ];
  for (const [args, complaint] of rows) {
    const ended = await deliveries(...args);
    t.equal(ended.status, 1, args.join(' '));
    t.match(ended.err, complaint, args.join(' '));
    t.equal(await settled(), STATE.unknown, `${args.join(' ')}: nothing is changed`);
  }
  const both = await deliveries('settle', '--as', 'delivered', lost, lost, waiting);
  t.match(both, {
    status: 0,
    out: '1 delivery marked as delivered.\n',
    err: /^1 delivery of those named unchanged/,
  });
  t.equal(await settled(), STATE.delivered);
});
