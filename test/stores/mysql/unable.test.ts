import t from 'tap';
import { call, makeHarness } from '../../helper.ts';

const harness = await makeHarness(t);
await harness.load('parcels', [{ county_fips: '31109', parcel_id: 'R-1' }]);
const { app, key } = await harness.api();

const ENDPOINT = {
  url: 'http://127.0.0.1:9/hook',
  event_types: ['parcel.sold'],
  filter_kind: 'parcel_ids',
  filter_value: { parcel_ids: ['31:109:R-1'] },
};
const create = (once: string) =>
  call(app, 'POST', '/api/v1/webhooks', { key, body: ENDPOINT, headers: { 'idempotency-key': once } });

/** MySQL's errors when it cannot store a row now. */
const REASONS = {
  'its disk is full': 1114,
  'it is read-only': 1290,
  'it writes no temporary file': 1878,
  'its cluster has cut it off': 1047,
};

for (const [reason, errno] of Object.entries(REASONS)) {
  t.test(`while MySQL cannot store because ${reason}, an endpoint cannot be created`, async (t) => {
    await harness.database.$client.query(
      `CREATE TRIGGER unable BEFORE INSERT ON webhook_endpoints FOR EACH ROW
       SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = ${errno}, MESSAGE_TEXT = 'not now'`,
    );
    const refused = await create(`${errno}`);
    await harness.database.$client.query('DROP TRIGGER unable');
    t.equal(refused.status, 503, refused.text);
    t.match(refused.json(), { code: 'unavailable', error: /^MySQL is unavailable/ });
    t.equal(refused.headers['retry-after'], '2');
    t.notMatch(refused.text, /not now/);
    t.equal((await create(`${errno}`)).status, 201, 'the same request succeeds afterwards');
  });
}
