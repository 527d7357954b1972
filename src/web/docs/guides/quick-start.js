import { code, heading, list, text } from '../blocks.js';

export const quickStart = {
  slug: 'quick-start',
  title: 'Quick start',
  summary: 'From nothing to the first parcels, their deeds and their owner.',
  body: [
    heading('Start it'),
    text('In the folder of the project. It ends with an address, a key and three requests to try.'),
    code('npm start'),
    heading('Have a key at hand'),
    text(
      'Parcels, search and coverage answer without a key, within the limits of your address. Deals, market, owners and webhooks need one.',
    ),
    code('KEY=$(cat .terrier/demo-key)'),
    heading('What is loaded'),
    code(`curl -s '{origin}/api/v1/coverage'`),
    heading('Search in a box on the map'),
    text(
      'Edges are included. A box whose `west` is greater than its `east` crosses the antimeridian. Every filter is optional.',
    ),
    code(`curl -s '{origin}/api/v1/search' -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d '{
  "bounds": {"north": 40.9, "south": 40.7, "east": -96.5, "west": -96.8},
  "filters": {"ownerTypes": ["llc", "trust"], "absenteeOnly": true, "valueRange": {"min": 100000}},
  "sort": "deal_score", "limit": 20, "offset": 0}'`),
    heading('One parcel, and what belongs to it'),
    text(
      'The id is `<county_fips>:<parcel number>`, URL-encoded: `R-100#2` of county `31109` is `31109:R-100%232`. Each row of a search has it as `id`.',
    ),
    code(`ID=$(curl -s '{origin}/api/v1/search' -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -d '{"bounds": {"north": 40.9, "south": 40.7, "east": -96.5, "west": -96.8}, "limit": 1}' |
  sed 's/.*"id":"\\([^"]*\\)".*/\\1/' | sed 's/%/%25/g; s/ /%20/g; s,/,%2F,g; s/#/%23/g; s/?/%3F/g')
curl -s "{origin}/api/v1/parcels/$ID" -H "Authorization: Bearer $KEY"
curl -s "{origin}/api/v1/parcels/$ID/owner" -H "Authorization: Bearer $KEY"
curl -s "{origin}/api/v1/parcels/$ID/deeds" -H "Authorization: Bearer $KEY"`),
    heading('Deals and markets'),
    code(`curl -s '{origin}/api/v1/deals/absentee?out_of_state=true&min_value=250000&limit=5' -H "Authorization: Bearer $KEY"
curl -s '{origin}/api/v1/deals/flips?view=flippers&limit=10' -H "Authorization: Bearer $KEY"
curl -s '{origin}/api/v1/market/counties?sort=median_price' -H "Authorization: Bearer $KEY"`),
    heading('From here'),
    list(
      'See the same on the [map](/map), and copy any view as a request.',
      'Try every route in the [reference](/docs/reference).',
      'Be told when a parcel is sold: [webhooks](/docs/webhooks).',
    ),
  ],
};
