import { code, heading, list, table, text } from '../blocks.js';

export const authentication = {
  slug: 'authentication',
  title: 'Authentication and limits',
  summary: 'How a key is sent, what works without one, and what counts.',
  body: [
    heading('The key'),
    text('A key is sent as a bearer token, with every request.'),
    code(`curl -s '{origin}/api/v1/usage' -H "Authorization: Bearer $KEY"`),
    table(
      ['Routes', 'Key'],
      ['`/parcels/…`, `/search`, `/search/clusters`, `/coverage`', 'optional'],
      ['`/deals/…`, `/market/…`, `/owners/…`', 'required'],
      ['`/webhooks/…`, `/events`, `/usage`', 'required'],
      ['`/livez`, `/readyz`, `/openapi.json`', 'none'],
    ),
    list(
      'No key where one is needed, or an unknown one: 401 (`missing_key`, `invalid_key`).',
      'A key that was deactivated or has expired: 403 (`inactive_key`, `expired_key`).',
      'A key that is sent to an optional route has to be valid too: it is never ignored.',
    ),
    text('Whoever runs the service makes the keys. A key is shown once, when it is made.'),
    code(`npx terrier keys create --tier scale --name "who it is for"
npx terrier keys list
npx terrier keys rotate ID --grace-minutes 60
npx terrier keys deactivate ID`),
    heading('Limits'),
    table(
      ['Tier', 'Lookups a month', 'Requests a minute'],
      ['none, `free`', '1,000', '60'],
      ['`starter` (legacy)', '10,000', '60'],
      ['`api_100k` (legacy)', '100,000', '600'],
      ['`pro` (Developer)', '100,000', '600'],
      ['`scale` (Team)', '1,000,000', '6,000'],
      ['`license` (data license)', 'unlimited', '60,000'],
    ),
    text(
      'These are the defaults; whoever runs the service may set others. `/usage` tells yours, and costs nothing.',
    ),
    list(
      'A lookup is one data request that was answered 2xx. Every request with a key counts in its minute, but for `/usage`; without one, every data request.',
      'Unknown keys are counted by address, up to the requests a minute without a key.',
      'Without a key, callers are limited by address. Keys of one account share their limits.',
      'Months and minutes are those of UTC.',
    ),
    heading('Headers'),
    text(
      'Every data answer describes the window with the fewest requests left, and the month beside it. Other routes that need a key describe the minute, and the month.',
    ),
    table(
      ['Header', 'Meaning'],
      ['`X-RateLimit-Limit`', 'most requests in that window'],
      ['`X-RateLimit-Remaining`', 'requests left in it'],
      ['`X-RateLimit-Reset`', 'its end, in Unix seconds'],
      ['`X-RateLimit-Limit-Month`', 'lookups of the month; none of these three where they are unlimited'],
      ['`X-RateLimit-Remaining-Month`', 'lookups left in the month'],
      ['`X-RateLimit-Reset-Month`', 'its end, in Unix seconds'],
      ['`Retry-After`', 'with a 429 or 503: seconds after which to try again'],
    ),
  ],
};
