import t from 'tap';
import { chicagoIlPermits } from '../../../src/ingest/adapters/chicago-il-permits.ts';
import { raleighNcPermits } from '../../../src/ingest/adapters/raleigh-nc-permits.ts';

t.test('Raleigh', async (t) => {
  const row = {
    PIN_NUM: '0700000001',
    'Permit Type Mapped': 'Building',
    'Work Class': 'Addition',
    'Proposed Work Description': 'NEW DECK\nAND STAIRS',
    'Applied Date': '5/5/2011',
    'Issued Date': '',
    'Estimated Project Cost': '1234.56',
    'CO Issued Date': '40701.50935',
    'Current Status': 'ACTIVE  (ISSUED)',
    'Permit Number': '000123',
  };
  t.same(raleighNcPermits.map(row, undefined), [
    {
      jurisdiction_id: 'raleigh-nc',
      permit_number: '000123',
      county_fips: '37183',
      parcel_id: '0700000001',
      permit_type: 'Building',
      work_class: 'Addition',
      permit_status: 'ACTIVE  (ISSUED)',
      filed_date: '2011-05-05',
      issued_date: '',
      completed_date: '2011-06-07',
      description: 'NEW DECK\nAND STAIRS',
      estimated_cost: '1234.56',
      source: 'raleigh-nc-permits',
    },
  ]);
});

const chicago = {
  permit_number: 'B100000001',
  status: 'COMPLETE',
  permit_type: 'PERMIT – EXPRESS PERMIT PROGRAM',
  issue_date: '2023-05-08',
  work_type: 'Electrical Work',
  reported_cost: '35000',
  lat: '41.9',
  lng: '-87.6',
  general_contractor: 'ACME BUILDERS INC',
  work_description: 'NEW PORCH',
};
const fromChicago = (changed: Partial<typeof chicago> = {}) =>
  chicagoIlPermits.map({ ...chicago, ...changed }, undefined)[0]!;

t.test('Chicago', async (t) => {
  t.same(fromChicago(), {
    jurisdiction_id: 'chicago-il',
    permit_number: 'B100000001',
    county_fips: '17031',
    permit_type: 'PERMIT - EXPRESS PERMIT PROGRAM',
    work_class: 'Electrical Work',
    permit_status: 'COMPLETE',
    issued_date: '2023-05-08',
    description: 'NEW PORCH',
    estimated_cost: '35000',
    contractor_name: 'ACME BUILDERS INC',
    lat: '41.9',
    lon: '-87.6',
    source: 'chicago-il-permits',
  });
});

t.test('Chicago: quirks', async (t) => {
  const types: [string, string][] = [
    ['PERMIT - SIGNS', 'PERMIT - SIGNS'],
    ['PERMIT –SIGNS', 'PERMIT - SIGNS'],
    ['PERMIT — RENOVATION/ALTERATION', 'PERMIT - RENOVATION/ALTERATION'],
    ['Small-Scale Solar', 'Small-Scale Solar'],
  ];
  for (const [permit_type, expected] of types)
    t.equal(fromChicago({ permit_type }).permit_type, expected, permit_type);
  const costs: [string, string][] = [
    ['6666666666', ''],
    ['9999999999', ''],
    ['9999999999.0', ''],
    ['-1000', '-1000'],
    ['1', '1'],
    ['0', '0'],
    ['', ''],
  ];
  for (const [cost, expected] of costs) {
    t.equal(fromChicago({ reported_cost: cost }).estimated_cost, expected, `cost ${cost}`);
  }
  const contractors: [string, string][] = [
    ['ACME LLC | DOE & CO', 'ACME LLC'],
    ['', ''],
  ];
  for (const [general_contractor, expected] of contractors) {
    t.equal(fromChicago({ general_contractor }).contractor_name, expected, general_contractor);
  }
});
