import { code, eventTypes, heading, list, table, text } from '../blocks.js';

export const webhooks = {
  slug: 'webhooks',
  title: 'Webhooks and verification',
  summary:
    'Signed requests to your server when something happens to a parcel: a sale, a permit, another value.',
  body: [
    text(
      'An endpoint watches up to 1,000 parcels, a county or a state. The [console](/console) creates one by hand; this is the same by request.',
    ),
    heading('Create an endpoint'),
    code(`curl -s '{origin}/api/v1/webhooks' -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d '{
  "url": "https://example.com/hooks/terrier",
  "event_types": ["parcel.sold", "parcel.permit_filed"],
  "filter_kind": "county_fips", "filter_value": {"state_fips": "31", "county_fips": "109"}}'`),
    text(
      'The answer has the endpoint’s `id` and its `secret`. The secret is shown this once: keep it where the receiver can read it.',
    ),
    text(
      'Send an `Idempotency-Key` of your own, 1 to 255 visible ASCII characters, to make a `POST` under `/webhooks` safe to repeat. For 24 hours the same key with the same request returns the first answer again, including the secret, with `Idempotent-Replayed: true`.',
    ),
    table(
      ['`filter_kind`', '`filter_value`'],
      ['`parcel_ids`', '`{"parcel_ids": ["31:109:R-100#2"]}`: `state:county:parcel number`'],
      ['`county_fips`', '`{"state_fips": "31", "county_fips": "109"}`'],
      ['`state_fips`', '`{"state_fips": "31"}`'],
    ),
    text(
      '`unmatched_parcel_ids` in the answer lists canonical ids that no loaded parcel has: check their spelling. They are watched all the same.',
    ),
    text(
      'Addresses must be https and public. For development, `npm start` also allows this machine, and there is a listener that verifies and prints:',
    ),
    code(`npx terrier listen --port 4000 --secret "$SECRET"`),
    heading('Events'),
    eventTypes(),
    text('The fields of each payload are under “Webhooks” in `/openapi.json`.'),
    list(
      'An event of a new record fires once, when the record is first loaded. Loading or correcting it again is silent.',
      'An event of a changed record compares what is stored after a load with what was stored before. The first load of a record and the same file again fire nothing; every later change fires, even back to an earlier value.',
      'Loads with `--no-events` fire nothing.',
      '`ingest parcels --replace` fires the events of its parcels once the replacement is visible. A refused replacement fires nothing, and neither does a removed parcel.',
    ),
    heading('Headers of a delivery'),
    table(
      ['Header', 'Content'],
      ['`X-Terrier-Signature`', '`t=<unix ms>,v1=<hex>`'],
      ['`X-Terrier-Event-Id`', '`event_id` of the payload, the same on retries'],
      ['`X-Terrier-Event-Type`', '`event_type` of the payload'],
      ['`X-Terrier-Delivery-Id`', 'the delivery, the same on retries'],
      ['`X-Terrier-Attempt`', 'the attempt, from 1'],
    ),
    heading('Verify it'),
    list(
      '`v1` is the HMAC-SHA256 of `<t>.<raw body>`, in lowercase hex, keyed with the whole secret.',
      'Take the raw body as it came: JSON that was parsed and written again does not match.',
      'Compare in constant time, and reject a `t` that is more than 5 minutes off.',
    ),
    code(
      `import { createServer } from 'node:http';
import { verify } from 'terrier/verify';

createServer(async (request, response) => {
  const rawBody = Buffer.concat(await request.toArray());
  const signature = request.headers['x-terrier-signature'];
  const { valid } = verify({ secret: process.env.SECRET, signature, rawBody });
  response.writeHead(valid ? 204 : 401).end();
  if (valid) console.log(JSON.parse(rawBody));
}).listen(4000);`,
      'Node',
    ),
    text('The [console](/console) has the verifier to copy, in TypeScript, Python, Go and Java.'),
    heading('What happens to a delivery'),
    list(
      'Answer 2xx within 10 seconds. The body of the answer is not read.',
      'Another status is tried again: 8 attempts in all, after 1, 5, 15, 30, 60, 120 and 360 minutes. Then it is `dead_lettered`, and can be sent again.',
      'A network error or a timeout leaves the outcome unknown: it stays `in_flight` and is not sent again by itself, because you may have it already.',
      'Order is not guaranteed. De-duplicate on `event_id`, order by `occurred_at`.',
    ),
    code(`curl -s "{origin}/api/v1/webhooks/$ENDPOINT/deliveries" -H "Authorization: Bearer $KEY"
curl -s -X POST "{origin}/api/v1/webhooks/$ENDPOINT/deliveries/$DELIVERY/retry" -H "Authorization: Bearer $KEY"
curl -s -X POST "{origin}/api/v1/webhooks/$ENDPOINT/test" -H "Authorization: Bearer $KEY"`),
    text(
      'A test is of the first type that the endpoint subscribes to, or of the one in the body: `{"event_type": "parcel.permit_filed"}`.',
    ),
    heading('After an outage'),
    text(
      'What your endpoints matched in the last 30 days, oldest first; go on with the `next` of the answer as `after`.',
    ),
    code(`curl -s '{origin}/api/v1/events?limit=500' -H "Authorization: Bearer $KEY"`),
    heading('Quotas'),
    table(
      ['Tier', 'Active endpoints', 'Events a day'],
      ['`free`', 'not included', '–'],
      ['`pro`', '50', '100,000'],
      ['`scale`, `license`', 'any number', '1,000,000'],
    ),
    text(
      'What goes beyond a day’s quota is stored as `dead_lettered` and can be retried. Tests count toward no quota. Disabled endpoints stay in the list for 90 days.',
    ),
  ],
};
