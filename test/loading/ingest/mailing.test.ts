import t from 'tap';
import { madeRecords } from '../../../src/loading/ingest/input.ts';
import { rehearse } from '../../../src/loading/ingest/rehearse.ts';

type Fields = Record<string, string>;

/** Each row: `mailing_address`, then the city, state and ZIP that are given beside it. */
const MAILING: [given: string, place: Fields, stored: string][] = [
  ['902 RUTH DRIVE BRYANT AR 72022', { state: 'AR', zip: '72022' }, '902 RUTH DRIVE, BRYANT, AR 72022'],
  ['902 RUTH DRIVE, BRYANT, AR 72022-1234', { zip: '72022' }, '902 RUTH DRIVE, BRYANT, 72022'],
  ['12 ELM ST, OMAHA, NE', { city: 'Omaha', state: 'Nebraska' }, '12 ELM ST, Omaha, NE'],
  ['12 ELM ST, OMAHA, NE 68101', { city: 'OMAHA', state: 'NE', zip: '68101' }, '12 ELM ST, OMAHA, NE 68101'],
  [
    'C/O POE, 12 ELM ST, OMAHA, NE 68101',
    { city: 'OMAHA', state: 'NE', zip: '68101' },
    'C/O POE, 12 ELM ST, OMAHA, NE 68101',
  ],
  ['OMAHA NE 68101', { state: 'NE', zip: '68101' }, 'OMAHA, NE 68101'],
  ['12 ELM CT', { city: 'HARTFORD', state: 'CT' }, '12 ELM CT, HARTFORD, CT'],
  ['PO BOX 68101', { city: 'OMAHA', zip: '68101' }, 'PO BOX 68101, OMAHA, 68101'],
  ['12 ELM ST OMAHA NE 68101', { zip: '68102' }, '12 ELM ST OMAHA NE 68101, 68102'],
  [
    '12 CALLE ORO PHOENIX AZ 85037-1234',
    { city: 'Phoenix', state: 'AZ', zip: '85037' },
    '12 CALLE ORO, Phoenix, AZ 85037',
  ],
  [
    '12 OAK RD NO 5 PHOENIX AZ 85037',
    { city: 'PHOENIX', state: 'AZ', zip: '85037' },
    '12 OAK RD NO 5, PHOENIX, AZ 85037',
  ],
  [
    'PH5 12 ELM ST HILLTOP BC CANADA V5V 4H5',
    { city: 'HILLTOP', state: 'BC', zip: 'V5V4H5', country: 'CANADA' },
    'PH5 12 ELM ST, HILLTOP, BC V5V4H5',
  ],
  [
    'LANGE STRASSE 17 BERLIN GERMANY 12205',
    { city: 'BERLIN', zip: '12205', country: 'GERMANY' },
    'LANGE STRASSE 17, BERLIN, 12205',
  ],
  ['LANGE STRASSE 17 12205', { city: 'BERLIN', zip: '12205' }, 'LANGE STRASSE 17 12205, BERLIN, 12205'],
  ['12 AVENUE PHOENIX', { city: 'PHOENIX', zip: '85037' }, '12 AVENUE PHOENIX, PHOENIX, 85037'],
];

/** Each row: a parcel's address, the parts that are given beside it, and the street and unit that are stored. */
const SITUS: [given: Fields, street: string, unit: string | null][] = [
  [{ address: '10 W CALLE ORO PHOENIX 85037', city: 'PHOENIX', zip: '85037' }, '10 W CALLE ORO', null],
  [{ address: '10 OAK RD W 5 PHOENIX 85037', unit: '5', city: 'PHOENIX', zip: '85037' }, '10 OAK RD W', '5'],
  [{ address: '10 OAK RD APT 5, PHOENIX', city: 'PHOENIX' }, '10 OAK RD', 'APT 5'],
  [{ address: '10 OAK RD, SUNNY ACRES, PHOENIX', city: 'PHOENIX' }, '10 OAK RD', null],
  [{ address: '12 AVENUE PHOENIX', city: 'PHOENIX', zip: '85037' }, '12 AVENUE PHOENIX', null],
  [{ street: '10 OAK RD UNIT 5', unit: '5' }, '10 OAK RD', '5'],
  [{ street: '10 OAK RD #5', unit: 'UNIT 5' }, '10 OAK RD', 'UNIT 5'],
  [{ street: '10 OAK RD BLDG 2', unit: '5' }, '10 OAK RD BLDG 2', '5'],
  [{ street: '10 HIGHWAY 5', unit: '5' }, '10 HIGHWAY 5', '5'],
  [{ street: '10 COUNTY RD 5', unit: '5' }, '10 COUNTY RD 5', '5'],
];

async function stored(rows: readonly Fields[]): Promise<Record<string, unknown>[]> {
  const records = rows.map((row, at) => ({ county_fips: '05125', parcel_id: `M-${at}`, ...row }));
  const documents: Record<string, unknown>[] = [];
  await rehearse('parcels', madeRecords('made', records), { onDocument: (one) => documents.push(one) });
  return documents;
}

t.test('a mailing address on one line ends where its city, state and ZIP begin', async (t) => {
  const rows = MAILING.map(([mailing_address, place]) => ({
    mailing_address,
    ...Object.fromEntries(Object.entries(place).map(([key, value]) => [`mailing_${key}`, value])),
  }));
  const documents = await stored(rows);
  for (const [at, [given, , line]] of MAILING.entries()) t.equal(documents[at]!.mailing_address, line, given);
});

t.test('the address of a parcel ends where its unit, city and ZIP begin', async (t) => {
  const documents = await stored(SITUS.map(([given]) => given));
  for (const [at, [given, street, unit]] of SITUS.entries())
    t.match(documents[at], { street, unit }, JSON.stringify(given));
});

t.test('the owner of a lot with such an address lives there', async (t) => {
  const record = {
    county_fips: '05125',
    parcel_id: 'M-1',
    street: '902 RUTH DR',
    city: 'BRYANT',
    zip: '72022',
    mailing_address: '902 RUTH DRIVE BRYANT AR 72022',
    mailing_state: 'AR',
    mailing_zip: '72022',
  };
  const [document] = await stored([record]);
  t.equal(document!.absentee_owner, false);
});
