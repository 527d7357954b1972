import t from 'tap';
import { call, makeHarness } from '../../../helper.ts';
import { grouped } from '../../../listed.ts';

const harness = await makeHarness(t);
const LANCASTER = '31109';
const DOUGLAS = '31055';
const WAKE = '37183';

const at = (parcel_id: string, street: string | null, rest: Record<string, unknown> = {}) => ({
  county_fips: LANCASTER,
  parcel_id,
  street,
  city: 'Lincoln',
  zip: '68508',
  ...rest,
});
await harness.load('parcels', [
  at('01-09-109', '1200 N Oak St', { location: { lat: 40.8136, lon: -96.7026 } }),
  at('02-01', '1200 Oak Blvd'),
  at('02-02', '12 Oak St'),
  at('02-03', '120 Oakland Ave'),
  at('02-04', '1210 North Oak Street', { unit: 'Apt 4' }),
  at('02-05', '1210 N OAK ST', { unit: 'APT 5' }),
  at('03-01', '77 48th St'),
  at('03-02', '4801 First Ave'),
  at('03-03', "9 O'Hara Way"),
  at('03-04', '15 Saint Paul Rd'),
  at('03-05', '33 Peña Ct'),
  at('03-06', '2100 Mountain View Dr'),
  at('03-07', '21 Twenty-First St'),
  at('03-08', '410 SW Parkway Ter'),
  at('900-77 X', null),
  at('D1', '1200 N Oak St', { county_fips: DOUGLAS, city: 'Omaha', zip: '68102' }),
  at('W1', '1200 N Oak St', { county_fips: WAKE, city: 'Raleigh', zip: '27601' }),
]);
const { app, key } = await harness.api();

async function suggest(query: Record<string, string | number>) {
  const search = new URLSearchParams(query as Record<string, string>);
  const answer = await call(app, 'GET', `/api/v1/parcels/suggest?${search}`, { key });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json().data as Record<string, unknown>[];
}
/** The numbers of the parcels suggested in Lancaster County. */
const numbers = async (q: string, rest = {}) =>
  (await suggest({ q, county_fips: LANCASTER, limit: 20, ...rest })).map(({ parcel_id }) => parcel_id);

t.test('a row has what a list needs, with the parcel’s own values', async (t) => {
  t.same(await suggest({ q: '1200 north oak', county_fips: LANCASTER }), [
    {
      id: '31109:01-09-109',
      parcel_id: '01-09-109',
      state: 'NE',
      county_name: 'Lancaster County',
      address: '1200 N Oak St, Lincoln, NE 68508',
      city: 'Lincoln',
      zip: '68508',
      location: { lat: 40.8136, lon: -96.7026 },
    },
  ]);
  t.match(await suggest({ q: '90077' }), [{ parcel_id: '900-77 X', address: null, location: null }]);
});

t.test('an address or number is found in any spelling', async (t) => {
  const spellings: [string, string][] = [
    ...grouped<string>(`
      01-09-109: 1200 N OAK ST · 1200 north oak street · 1200 North Oak Str · 1200 n. oak st.,
        · 1200 N Oak St, Lincoln, NE 68508 · 1200 nor oak · 1200 oak street · 01-09-109 · 0109109 · 0109
        · 01 09 1
      02-01: 1200 oak boulevard · 1200 oak boul · 1200 oak blv
      03-01: 77 48 · 77 48t · 77 48TH STREET · 77 forty eighth st
      03-02: 4801 1st av · 4801 fir · 4801 FIRST AVENUE
      03-03: 9 ohara · 9 o'hara wy · 9 O’Hara
      03-04: 15 st paul · 15 st. paul road · 15 sai · 15 Saint P
      03-05: 33 pena · 33 PEÑA court
      03-06: 2100 mtn vw · 2100 mountain v · 2100 mounta
      03-07: 21 twenty first · 21 21st
      03-08: 410 southwest pkwy · 410 sw pkw · 410 s.w. parkw
      02-04: 1210 n oak apt 4
      02-05: 1210 n oak #5 · 1210 n oak apartment 5
      900-77 X: 900-77 x · 90077X
    `),
    ['  1200   N   Oak  ', '01-09-109'],
    ['33 pen\u0303a', '03-05'],
  ];
  for (const [q, expected] of spellings) t.equal((await numbers(q))[0], expected, q);
});

t.test('beginnings of the address come first, then whole words, then beginnings of words', async (t) => {
  const rows: [string, string[]][] = [
    ['12', ['02-02', '02-03', '01-09-109', '02-01', '02-04', '02-05']],
    ['12 ', ['02-02', '02-03', '01-09-109', '02-01', '02-04', '02-05']],
    ['12 oak', ['02-02', '02-03', '01-09-109', '02-01', '02-04', '02-05']],
    ['1200 oak', ['02-01', '01-09-109']],
    ['oak', ['02-02', '01-09-109', '02-01', '02-04', '02-05', '02-03']],
    ['oak st', ['02-02', '01-09-109', '02-04', '02-05']],
    ['1', ['02-02', '02-03']],
    ['02', ['02-02', '02-03', '02-01', '02-04', '02-05']],
    ['0202', ['02-02']],
  ];
  for (const [q, expected] of rows) t.same((await numbers(q)).slice(0, expected.length), expected, q);
});

t.test('one typo in each word is allowed when nothing matches as typed', async (t) => {
  const rows: [string, string | undefined][] = [
    ['1200 n oka st', '01-09-109'],
    ['1200 noth oak', '01-09-109'],
    ['1200 n oak steet', '01-09-109'],
    ['2100 mountian view', '03-06'],
    ['2100 muontain', '03-06'],
    ['2100 mountainn v', '03-06'],
    ['2100 montai', '03-06'],
    ['120 oaklnad', '02-03'],
    ['120 paklan', '02-03'],
    ['1200 n oak st lincon', '01-09-109'],
    ['410 sw prakway', '03-08'],
    ['0109108', '01-09-109'],
    ['01-90-109', '01-09-109'],
    ['2100 mxxntain view', undefined],
    ['2100 zebra', undefined],
  ];
  for (const [q, expected] of rows) t.equal((await numbers(q))[0], expected, q);
});

t.test('parcels with the exact house number come before its neighbors', async (t) => {
  t.same(await numbers('1210 n oak st apt'), ['02-04', '02-05'], 'no neighbor beside what fits');
  t.same(await numbers('1210 n oka st'), ['02-04', '02-05', '01-09-109'], 'the neighbor behind the typo');
  t.same(await numbers('1201 n oak st'), ['01-09-109', '02-04', '02-05'], 'neighbors where there is none');
  t.same(await numbers('13 oak'), [], 'short numbers have none');
});

t.test('suggestions are limited to an area, and to a number', async (t) => {
  const ids = async (query: Record<string, string | number>) => (await suggest(query)).map(({ id }) => id);
  const q = '1200 n oak';
  t.same(await ids({ q: '1200 north oak' }), ['31109:01-09-109', '31055:D1', '37183:W1'], 'by city');
  t.same(await ids({ q: '1200 north oak', state_fips: '31' }), ['31109:01-09-109', '31055:D1']);
  t.same(await ids({ q, county_fips: DOUGLAS }), ['31055:D1']);
  t.same(await ids({ q, county_fips: WAKE, state_fips: '31' }), [], 'both must hold');
  t.same(await ids({ q, county_fips: '31001' }), [], 'a county without data');
  t.same(await ids({ q, limit: 1 }), ['31109:01-09-109']);
  t.same(await ids({ q: '1200 n oka', county_fips: WAKE }), ['37183:W1'], 'typos too');
});

t.test('the same question has the same answer, even if other records were loaded since', async (t) => {
  const same = Array.from({ length: 30 }, (_, n) => at(`S${n}`, '500 Same St'));
  await harness.load('parcels', same);
  const before = await suggest({ q: '500 same', limit: 20 });
  t.equal(before.length, 20);
  // Rewritten records move to another place in the index.
  await harness.load(
    'parcels',
    same.slice(0, 9).map((record) => ({ ...record, owner_name: 'Ida Quill' })),
  );
  t.same(await suggest({ q: '500 same', limit: 20 }), before);
});

t.test('a parcel is found by its new address and no longer by the old one', async (t) => {
  await harness.load('parcels', [at('MOVED', '8 Before Ln')]);
  t.same(await numbers('8 before'), ['MOVED']);
  await harness.load('parcels', [at('MOVED', '8 After Ln')]);
  t.same(await numbers('8 after'), ['MOVED']);
  t.same(await numbers('8 before'), []);
});

t.test('addresses and numbers of any kind can be loaded and searched for', async (t) => {
  const odd = [
    ['\ufdfa'.repeat(1_000), 'O1'],
    ['🏠'.repeat(1_000), 'O2'],
    [`7 ${'x'.repeat(990)}`, 'O3'],
    ['漢字 通り 5', '漢字-1'],
    ['... ,,, ###', '🏠1'],
    ['7 "Quoted" \\ St', 'O"6'],
    [`7 ${'a '.repeat(490)}`, 'O7'],
  ];
  const report = await harness.load(
    'parcels',
    odd.map(([street, number]) => at(number!, street!)),
  );
  t.match(report, { created: odd.length, rejected: 0 });
  t.same(await numbers('漢字 通'), ['漢字-1']);
  t.same(await numbers('漢字1'), ['漢字-1']);
  t.same(await numbers('7 quoted'), ['O"6']);
  t.same(await numbers(`7 ${'x'.repeat(100)}`), ['O3']);
  for (const q of [
    '.*',
    '(a|b)',
    '[a-z]+',
    '~',
    '"',
    '\\',
    '{"a":1}',
    'a'.repeat(200),
    'é'.repeat(200),
    '0'.repeat(200),
  ]) {
    const answer = await call(app, 'GET', `/v1/parcels/suggest?q=${encodeURIComponent(q)}`, { key });
    t.equal(answer.status, /[\p{L}\p{N}]/u.test(q) ? 200 : 400, q.slice(0, 20));
  }
  t.ok((await numbers(Array(20).fill('a').join(' '))).includes('O7'), '20 words');
  await t.rejects(suggest({ q: Array(21).fill('a').join(' ') }), /q must have at most 20 words/);
});

t.test('a suggestion costs a lookup, with or without a key', async (t) => {
  const pro = await harness.key({ tier: 'pro' });
  for (const q of ['1200', 'nothing here']) {
    t.equal(
      (await call(app, 'GET', `/v1/parcels/suggest?q=${encodeURIComponent(q)}`, { key: pro })).status,
      200,
    );
  }
  const used = (await call(app, 'GET', '/v1/usage', { key: pro })).json();
  t.match(used, { month: { used: 2 }, minute: { used: 2 } });
  const free = await call(app, 'GET', '/v1/parcels/suggest?q=1200');
  t.equal(free.status, 200);
  t.equal(free.headers['x-ratelimit-limit'], '60');
});

t.test('a word of any length that nothing begins with has an empty answer', async (t) => {
  for (const length of [1, 2, 3, 4, 5, 6, 7, 8, 15, 32, 60]) {
    for (const word of [
      'q'.repeat(length),
      'abcdefghijklmnopqrstuvwxyz'.repeat(3).slice(0, length),
      '漢'.repeat(length),
    ]) {
      for (const q of [word, `main ${word}`]) {
        const { status } = await call(app, 'GET', `/api/v1/parcels/suggest?q=${encodeURIComponent(q)}`, {
          key,
        });
        if (status !== 200) t.fail(`${status} for ${q}`);
      }
    }
  }
  t.pass('up to 60 letters');
});
