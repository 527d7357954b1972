import t from 'tap';
import { madeRecords } from '../../../src/loading/ingest/input.ts';
import { rehearse } from '../../../src/loading/ingest/rehearse.ts';

type Fields = Record<string, string>;

/** Each row: `mailing_address`, then the city, state and ZIP that are given beside it. */
const CASES: [given: string, place: Fields, stored: string][] = [
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
];

t.test('a mailing address on one line ends where its city, state and ZIP begin', async (t) => {
  const records = CASES.map(([mailing_address, { city, state, zip }], at) => ({
    county_fips: '05125',
    parcel_id: `M-${at}`,
    mailing_address,
    mailing_city: city,
    mailing_state: state,
    mailing_zip: zip,
  }));
  const documents: Record<string, unknown>[] = [];
  await rehearse('parcels', madeRecords('made', records), { onDocument: (one) => documents.push(one) });
  for (const [at, [given, , stored]] of CASES.entries())
    t.equal(documents[at]!.mailing_address, stored, given);
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
  let absentee: unknown;
  await rehearse('parcels', madeRecords('made', [record]), {
    onDocument: ({ absentee_owner }) => {
      absentee = absentee_owner;
    },
  });
  t.equal(absentee, false);
});
