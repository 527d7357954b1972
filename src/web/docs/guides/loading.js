import { code, heading, list, table, text } from '../blocks.js';

export const loading = {
  slug: 'loading',
  title: 'Loading a county',
  summary: 'Parcels, deeds, permits and risks from files of your own.',
  body: [
    text(
      'Four kinds of records, as NDJSON (one JSON object a line), CSV (the same names in the header line) or GeoJSON. Only `county_fips` and `parcel_id` are required. Files may be `.gz`, and `-` reads standard input.',
    ),
    heading('Parcels'),
    code(`cat > parcels.csv <<'CSV'
county_fips,parcel_id,street,city,zip,lat,lon,owner_name,mailing_address,mailing_city,mailing_state,mailing_zip,total_assessed_value,land_use,acreage,year_built,sale_price,sale_date
31109,R-100#2,1200 N OAK ST,LINCOLN,68508,40.8136,-96.7026,OAK STREET HOLDINGS LLC,PO BOX 12,OMAHA,NE,68101,265000,Single Family,0.21,1964,241000,2019-06-14
CSV
npx terrier ingest parcels parcels.csv`),
    heading('Deeds, permits and risks'),
    code(`cat > deeds.ndjson <<'NDJSON'
{"county_fips":"31109","parcel_id":"R-100#2","document_number":"2019024411","recorded_date":"2019-06-20","sale_date":"2019-06-14","sale_price_usd":241000,"grantor":"WREN, ODETTE","grantee":"OAK STREET HOLDINGS LLC","document_type":"Warranty Deed"}
NDJSON
npx terrier ingest deeds deeds.ndjson --no-events

echo '{"county_fips":"31109","parcel_id":"R-100#2","permit_number":"B-77","permit_type":"Roofing","permit_status":"Issued","filed_date":"2024-03-01","estimated_cost":8200,"contractor_name":"ALDERS ROOFING, INC."}' \\
  | npx terrier ingest permits -
echo '{"county_fips":"31109","wildfire_score":12.5,"inland_flood_score":41,"crime_score":55,"as_of":"2025","source":"mine"}' \\
  | npx terrier ingest risks -`),
    text('`--no-events` loads history without sending webhook events.'),
    heading('Look at it'),
    code(`curl -s '{origin}/api/v1/parcels/31109:R-100%232'
curl -s '{origin}/api/v1/coverage?state=NE'`),
    heading('What becomes of a line'),
    list(
      'A broken line is rejected, a broken value becomes null. Each is counted by its reason in the summary; the rest goes in.',
      'Rejected lines are listed by number, field and reason in `.terrier/rejects/`; `--nulled FILE` lists nulled values so.',
      'The same file again changes nothing and says `unchanged`. A record loaded again replaces the one before.',
      'Ids, owner classes, absentee flags and deal scores are computed; given ones are ignored.',
      'Addresses are compared however they are spelled: `12 QUILL CR` and `12 Quill Circle, Apt 4` are one street.',
    ),
    table(
      ['Exit status', 'Meaning'],
      ['0', 'all went in'],
      ['3', 'some rows were rejected'],
      ['1', 'the load failed; the same command mends it'],
    ),
    heading('A whole county anew'),
    text(
      'Replaces the counties of the file whole: their parcels that it does not hold are deleted, all other counties stay. Readers find all of the old or all of the new. Use it with a file that holds the whole county: one that would lose more than half of its parcels is refused.',
    ),
    code('npx terrier ingest parcels --replace whole-county.csv'),
    heading('Deleting'),
    text('A county with all of its records, or the made-up records of the demo. Both ask first.'),
    code(`npx terrier delete county 31109
npx terrier demo remove`),
    heading('Publishers’ own layouts'),
    text('Adapters read files as they are published; `npx terrier ingest --help` lists them.'),
    code('npx terrier ingest parcels --adapter lincoln-ne-parcels lancaster_parcels.csv.gz'),
    text('The fields of each kind are listed in the README under “Loading your own county”.'),
  ],
};
