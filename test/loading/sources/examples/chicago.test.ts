import t from 'tap';
import { recordsOf } from '../made-up.ts';

const chicago = {
  permit_number: 'B100000001',
  status: 'COMPLETE',
  permit_type: 'PERMIT - EXPRESS PERMIT PROGRAM',
  issue_date: '2023-05-08',
  work_type: 'Electrical Work',
  reported_cost: '35000',
  lat: '41.9',
  lng: '-87.6',
  general_contractor: 'ACME BUILDERS INC',
  work_description: 'NEW PORCH',
};
/** Chicago's file is UTF-8; the tables are written with one byte for each character. */
const utf8 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
const fromChicago = (...changed: Partial<typeof chicago>[]) =>
  recordsOf(
    'us-il-chicago-permits.json',
    'permits',
    changed.map((one) => ({ ...chicago, ...one })),
  );

t.test('a permit has the fields of its row', async (t) => {
  t.same(await fromChicago({}), [
    {
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
    },
  ]);
});

t.test('odd dashes, placeholder costs and other quirks are handled', async (t) => {
  const types: [string, string][] = [
    ['PERMIT - SIGNS', 'PERMIT - SIGNS'],
    ['PERMIT –SIGNS', 'PERMIT - SIGNS'],
    ['PERMIT — RENOVATION/ALTERATION', 'PERMIT - RENOVATION/ALTERATION'],
    ['Small-Scale Solar', 'Small-Scale Solar'],
  ];
  const dashed = await fromChicago(
    ...types.map(([type]) => ({ permit_type: utf8(type), work_type: utf8(type) })),
  );
  for (const [at, [type, expected]] of types.entries()) {
    t.match(dashed[at], { permit_type: expected, work_class: expected }, type);
  }
  const costs: [string, string | undefined][] = [
    ['6666666666', undefined],
    ['9999999999', undefined],
    ['9999999999.0', undefined],
    ['-1000', '-1000'],
    ['1', '1'],
    ['0', '0'],
    ['', undefined],
  ];
  const priced = await fromChicago(...costs.map(([reported_cost]) => ({ reported_cost })));
  for (const [at, [cost, expected]] of costs.entries()) {
    t.equal(priced[at]!.estimated_cost, expected, `cost ${cost}`);
  }
  const contractors: [string, string | undefined][] = [
    ['ACME LLC | DOE & CO', 'ACME LLC'],
    ['', undefined],
  ];
  const built = await fromChicago(...contractors.map(([name]) => ({ general_contractor: name })));
  for (const [at, [name, expected]] of contractors.entries()) {
    t.equal(built[at]!.contractor_name, expected, name);
  }
});
