import { code, heading, list, table, text } from '../blocks.js';

export const paging = {
  slug: 'paging',
  title: 'Paging',
  summary: 'Exact totals, total orders, offsets without a ceiling, and cursors that hold.',
  body: [
    text(
      'Lists take `limit` and `offset`, and answer `{"data": […], "total": …, "limit": …, "offset": …}`. `total` is the exact count of all matches.',
    ),
    table(
      ['Route', '`limit`', 'Default'],
      [
        '`/search`, `/deals/absentee`, `/deals/flips`, `/market/counties`, `/owners/{name}/properties`',
        '1 to 500',
        '100',
      ],
      ['`/deals/contractors`, `/deals/entities`', '1 to 500', '50'],
      ['`/owners/search` (no `offset`)', '1 to 100', '20'],
    ),
    heading('Every page, by cursor'),
    text(
      'Give `"cursor": "*"` (or `cursor=*`) at first, then the `next_cursor` of each answer with the same question, until it is null. Every row that is there throughout is met once, whatever is loaded meanwhile, and the last page costs what the first does.',
    ),
    code(`walk() { curl -s '{origin}/api/v1/search' -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d '{
  "bounds": {"north": 40.9, "south": 40.7, "east": -96.5, "west": -96.8},
  "sort": "assessed_value", "limit": 500, "fields": ["id"], "cursor": "'$1'"}'; }
NEXT='*'; while [ -n "$NEXT" ]; do PAGE=$(walk "$NEXT"); echo "$PAGE"
  NEXT=$(echo "$PAGE" | sed -n 's/.*"next_cursor":"\\([^"]*\\)".*/\\1/p'); done`),
    text(
      'A cursor is good for its own question only; `limit` and `fields` may change. It reads a snapshot that lives until nobody has asked for five minutes; after that it goes on in another, and only rows whose sort value has changed may be met twice or not at all.',
    ),
    heading('Any page, by offset'),
    text('Ask until a page is shorter than `limit`, or `offset` has reached `total`.'),
    code(`page() { curl -s '{origin}/api/v1/search' -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d '{
  "bounds": {"north": 40.9, "south": 40.7, "east": -96.5, "west": -96.8},
  "sort": "assessed_value", "order": "desc", "limit": 500, "offset": '$1'}'; }
for offset in 0 500 1000; do page $offset; echo; done`),
    heading('What you can rely on'),
    list(
      'Orders are total: rows with equal values keep their order from page to page, and unknown values come last in both directions.',
      'A page at offset 500,000 is answered like the first one.',
      'Nothing is clamped: a `limit` of 501 is a 400 that names the field.',
      'Between two pages by offset a load may change the data; a row can then be seen twice or be missed. By cursor it cannot.',
      'Each page is one lookup.',
    ),
    heading('Lists without pages'),
    list(
      'A parcel’s permits and deeds: the newest 1,000.',
      'An owner’s parcels beside the owner: the first 100 by value; `/owners/{name}/properties` has all.',
      'Deliveries of a webhook endpoint: the last 100.',
      '`/events` goes on with `after`: give it the `next` of the answer before, until `has_more` is false.',
    ),
  ],
};
