import t from 'tap';
import { call, makeHarness } from '../../../helper.ts';
import { valuesOf } from '../../../listed.ts';

const COUNTY = '31109';
const harness = await makeHarness(t);
const PLACE = { county_fips: COUNTY, city: 'LINCOLN', zip: '68508' };
await harness.load('parcels', [
  { ...PLACE, parcel_id: '01-09', street: '1200 N OAK ST', owner_name: 'Ida Quill' },
  { ...PLACE, parcel_id: '1.1', street: '14 BRAEMAR RD' },
  { ...PLACE, parcel_id: '1.2', street: '16 FERN BANK WAY' },
  // One address without a direction, which could be either of these.
  { ...PLACE, parcel_id: '2.1', street: '30 N MAIN ST' },
  { ...PLACE, parcel_id: '2.2', street: '30 S MAIN ST' },
  { ...PLACE, parcel_id: '3.0', street: '40 ELM ST' },
  ...Array.from({ length: 60 }, (_, at) => ({
    ...PLACE,
    parcel_id: `3.${at + 1}`,
    street: '40 ELM ST',
    unit: `APT ${at + 1}`,
  })),
  // Lots of one address.
  ...Array.from({ length: 60 }, (_, at) => ({ ...PLACE, parcel_id: `4.${at}`, street: '50 ELM ST' })),
  { ...PLACE, parcel_id: '5-1', street: null },
  { ...PLACE, parcel_id: '51', street: null },
  { county_fips: COUNTY, parcel_id: '6', street: '7 CEDAR CT' },
  { county_fips: '31055', parcel_id: '6', street: '7 CEDAR CT' },
]);
const { app, key } = await harness.api();

const post = (body: object, bearer: string | undefined = key) =>
  call(app, 'POST', '/api/v1/parcels/match', { key: bearer, body });
const IN_LINCOLN = { city: 'Lincoln', state: 'NE' };
const at = (address: string, more: object = {}) => ({ address, ...IN_LINCOLN, ...more });

t.test('each row is answered in its place', async (t) => {
  const cases: [object, string, string | null][] = [
    [at('1200 North Oak Street', { zip: '68508' }), 'exact', '01-09'],
    [{ address: '1200 n oak st, lincoln ne 68508' }, 'exact', '01-09'],
    [at('1200 Oak'), 'number_and_street', '01-09'],
    [at('1200 Oak St Apt 3'), 'unit_missing', '01-09'],
    [at('14 Braemer Rd'), 'near', '1.1'],
    [at('14 Bramear Road'), 'near', '1.1'],
    [at('16 Fernbank Way'), 'number_and_street', '1.2'],
    [at('1200 N Oak St', { zip: '68510' }), 'near', '01-09'],
    [at('30 Main St'), 'several', null],
    [at('30 S Main St'), 'exact', '2.2'],
    [at('40 Elm St'), 'exact', '3.0'],
    [at('40 Elm St #58'), 'exact', '3.58'],
    [at('40 Elm St #61'), 'none', null],
    [at('50 Elm St'), 'several', null],
    [at('50 Elm'), 'several', null],
    [at('60 Elm St'), 'none', null],
    [at('7 Cedar Ct'), 'none', null],
    [{ address: '7 Cedar Ct', county_fips: COUNTY }, 'exact', '6'],
    [{ county_fips: COUNTY, parcel_id: '01-09' }, 'exact', '01-09'],
    [{ county_fips: COUNTY, parcel_id: '01 09' }, 'exact', '01-09'],
    [{ county_fips: COUNTY, parcel_id: '109' }, 'near', '01-09'],
    [{ county_fips: COUNTY, parcel_id: '51' }, 'exact', '51'],
    [{ county_fips: COUNTY, parcel_id: '5.1' }, 'several', null],
    [{ county_fips: COUNTY, parcel_id: 'nobody' }, 'none', null],
    [{ county_fips: '31055', parcel_id: '01-09' }, 'none', null],
    [{ county_fips: COUNTY, parcel_id: '--', address: 'x' }, 'none', null],
    [at('Oak St'), 'none', null],
    [at('PO Box 1200'), 'none', null],
    [{ address: '1200 N Oak St' }, 'none', null],
    [{ address: null, city: '' }, 'none', null],
    [{}, 'none', null],
  ];
  const answer = await post({ rows: cases.map(([row]) => row) });
  t.equal(answer.status, 200);
  const { data } = answer.json();
  for (const [place, [row, match, number]] of cases.entries()) {
    const id =
      number === null ? null : `${(row as { county_fips?: string }).county_fips ?? COUNTY}:${number}`;
    t.match(data[place], { match, id, parcel: null }, JSON.stringify(row));
  }
  t.equal(data.length, cases.length);
  t.equal(data[0].score, 1);
  for (const { id, score } of data) if (id !== null) t.ok(score > 0.5 && score <= 1);
});

t.test('a row is answered the same whichever other rows are asked with it', async (t) => {
  const wanted = [
    at('1200 N Oak St'),
    at('14 Braemer Rd'),
    at('30 Main St'),
    { county_fips: COUNTY, parcel_id: '109' },
  ];
  const alone = [];
  for (const row of wanted) alone.push((await post({ rows: [row] })).json().data[0]);
  // So many parcels fit these that one search cannot return all of them.
  const crowd = Array.from({ length: 249 }, (_, n) => at(`${n % 2 ? 40 : 50} Elm St`));
  const rows = wanted.flatMap((row) => [...crowd, row]);
  const { data } = (await post({ rows })).json();
  t.same(
    wanted.map((_, n) => data[n * 250 + 249]),
    alone,
  );
});

t.test('fields are those of the parcel', async (t) => {
  const rows = [at('1200 N Oak St'), at('60 Elm St'), at('1200 Oak St')];
  const { data } = (await post({ rows, fields: ['owner_name', 'street'] })).json();
  const parcel = { street: '1200 N OAK ST', owner_name: 'Ida Quill' };
  t.same(valuesOf(data, 'parcel'), [parcel, null, parcel]);
});

t.test('each row that matched is a lookup', async (t) => {
  const pro = await harness.key({ tier: 'pro' });
  const used = async () => (await call(app, 'GET', '/api/v1/usage', { key: pro })).json().month.used;
  await post({ rows: [at('1200 N Oak St'), at('30 Main St'), at('60 Elm St'), at('1200 N Oak St')] }, pro);
  t.equal(await used(), 2);
  t.equal((await post({ rows: [at('60 Elm St')] }, pro)).status, 200);
  t.equal(await used(), 2, 'nothing matched, nothing counted');
  const small = await harness.app({ LIMIT_FREE: '3' });
  const free = await call(small, 'POST', '/api/v1/parcels/match', {
    body: { rows: Array(4).fill(at('1200 N Oak St')) },
  });
  t.equal(free.status, 429);
  t.match(free.json(), { code: 'monthly_limit', error: /4 lookups are needed, and 3 of the 3/ });
});

t.test('a list with the address of a tower finds its other rows', async (t) => {
  const place = { county_fips: '31055', zip: '68102' };
  await harness.load('parcels', [
    ...Array.from({ length: 501 }, (_, n) => ({
      ...{ ...place, parcel_id: `T${n}`, street: '9 TOWER ST', unit: `APT ${n}` },
    })),
    { ...place, parcel_id: '7-77', street: '11 LOW ST' },
  ]);
  const { status, json } = await post({
    rows: [
      { address: '9 Tower St', county_fips: '31055' },
      { county_fips: '31055', parcel_id: '777' },
      { address: '11 Low St', county_fips: '31055' },
    ],
  });
  t.equal(status, 200);
  t.match(
    json()
      .data.slice(1)
      .map(({ match, id }: { match: string; id: string }) => [match, id]),
    [
      ['exact', '31055:7-77'],
      ['exact', '31055:7-77'],
    ],
  );
});
