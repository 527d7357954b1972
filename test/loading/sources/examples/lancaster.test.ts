import t from 'tap';
import { madeRecords } from '../../../../src/loading/ingest/input.ts';
import { rehearse } from '../../../../src/loading/ingest/rehearse.ts';
import { valuesOf } from '../../../listed.ts';
import { recordsOf } from '../made-up.ts';

const lincoln = {
  PARCELID: '0100100001000',
  GIS_AREA: '8712',
  CLASSCD: 'R1',
  SITEADDRES: '12 S 48TH ST, LINCOLN, NE  68510',
  OWNERNME1: 'DOE, PAT',
  PSTLADDRES: 'Attn: KIM ROE 500 ELM ST STE 2',
  PSTLCITY: 'OMAHA',
  PSTLSTATE: 'NE',
  PSTLZIP5: '68101',
  RESFLRAREA: '0',
  RESYRBLT: '1920',
  RESSTRTYP: '1 1/2 Story TH End Unit',
  CNTASSDVAL: '0',
  PRIMEUSE: 'Single Family',
  lat: '40.8',
  lng: '-96.7',
};
const fromLincoln = (...changed: Partial<typeof lincoln>[]) =>
  recordsOf(
    'us-ne-lancaster.json',
    'parcels',
    changed.map((one) => ({ ...lincoln, ...one })),
  );

t.test('a parcel has the fields of its row', async (t) => {
  t.same(await fromLincoln({}), [
    {
      county_fips: '31109',
      parcel_id: '0100100001000',
      street: '12 S 48TH ST',
      city: 'LINCOLN',
      zip: '68510',
      lat: '40.8',
      lon: '-96.7',
      owner_name: 'DOE, PAT',
      mailing_address: '500 ELM ST STE 2',
      mailing_city: 'OMAHA',
      mailing_state: 'NE',
      mailing_zip: '68101',
      mailing_country: '',
      total_assessed_value: '0',
      lot_sqft: '8712',
      year_built: '1920',
      stories: '1.5',
      land_use_code: 'R1',
      land_use: 'Single Family',
      source: 'lancaster-ne-assessor',
    },
  ]);
});

t.test('a situs line gives street, unit, city and ZIP', async (t) => {
  const cases: [line: string, street?: string, unit?: string, city?: string, zip?: string][] = [
    ['7 ELM ST, UNIT #4, LINCOLN, NE  68504', '7 ELM ST', 'UNIT #4', 'LINCOLN', '68504'],
    ['7 ELM ST, LOT #2, PLEASANT DALE, NE', '7 ELM ST', 'LOT #2', 'PLEASANT DALE', undefined],
    ['7 ELM ST, ROCA, NE', '7 ELM ST', undefined, 'ROCA', undefined],
    ['7 ELM ST, LINCOLN  68520', '7 ELM ST', undefined, 'LINCOLN', '68520'],
    ['7 ELM ST', '7 ELM ST', undefined, undefined, undefined],
    ['99999 **NO SITUS** ST, RURAL, NE', undefined, undefined, undefined, undefined],
    ['99999 **NO ADDRESS** ST, FIRTH, NE', undefined, undefined, 'FIRTH', undefined],
    ['', undefined, undefined, undefined, undefined],
  ];
  const found = await fromLincoln(...cases.map(([SITEADDRES]) => ({ SITEADDRES })));
  for (const [at, [line, ...expected]] of cases.entries()) {
    const { street, unit, city, zip } = found[at]!;
    t.same([street, unit, city, zip], expected, line);
  }
});

t.test('an area is in square feet or acres', async (t) => {
  const cases: [published: string, acreage: number | null, lotSqft: number | null, notes: string[]][] = [
    ['8712', 0.2, 8712, []],
    ['4356 sq.ft', 0.1, 4356, []],
    ['2.5 a', 2.5, 108_900, []],
    ['28400.5', 0.652, 28_400.5, []],
    ['0', null, null, []],
    ['', null, null, []],
    ['about 2', null, null, ['lot_sqft:wrong_type']],
  ];
  const found = await fromLincoln(...cases.map(([GIS_AREA]) => ({ GIS_AREA })));
  for (const [at, [published, acreage, lot_sqft, expected]] of cases.entries()) {
    const documents: object[] = [];
    const onDocument = (document: object) => documents.push(document);
    const { nulled } = await rehearse('parcels', madeRecords('made', [found[at]!]), { onDocument });
    t.match(documents, [{ acreage, lot_sqft }], published);
    t.same(Object.keys(nulled), expected, `${published}: what is nulled`);
  }
});

t.test('the structure type gives the number of stories', async (t) => {
  const cases: [string, string | undefined][] = [
    ['1 Story', '1'],
    ['2 1/2 Story Duplex', '2.5'],
    ['Split Foyer', undefined],
    ['', undefined],
  ];
  const found = await fromLincoln(...cases.map(([RESSTRTYP]) => ({ RESSTRTYP })));
  t.same(
    valuesOf(found, 'stories'),
    cases.map(([, stories]) => stories),
  );
});
