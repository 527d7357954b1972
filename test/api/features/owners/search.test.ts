import fc from 'fast-check';
import t from 'tap';
import { call, makeHarness } from '../../../helper.ts';
import { holds } from '../../../holds.ts';
import { listed } from '../../../listed.ts';
import { runsOf } from '../../../seed.ts';

const harness = await makeHarness(t);
const { app, key } = await harness.api({ tier: 'license' });

const LANCASTER = '31109';
let number = 0;
/** This many parcels of an owner, each with its own number. */
const owned = (owner_name: string, parcels = 1, more: Record<string, unknown> = {}) =>
  Array.from({ length: parcels }, () => ({
    county_fips: LANCASTER,
    parcel_id: `o${number++}`,
    owner_name,
    ...more,
  }));

type Row = Record<string, unknown>;
const ask = (path: string) => call(app, 'GET', `/api/v1/${path}`, { key });
const get = async (path: string) => (await ask(path)).ok();
const at = (name: string, rest = '') => `owners/${encodeURIComponent(name)}${rest}`;
async function search(q: string, more: Record<string, string | number> = {}): Promise<Row[]> {
  return (await get(`owners/search?${new URLSearchParams({ q, ...more } as never)}`)).data;
}
const names = async (q: string, more = {}) => (await search(q, more)).map((row) => row.owner_name);

t.test('whole words or their beginnings, in any order, find an owner', async (t) => {
  await harness.load('parcels', [...owned('SMITH JOHN', 2), ...owned('TILDEN RUTH ANNE')]);
  for (const q of [
    ' smith  john ',
    ...listed('SMITH JOHN · john smith · Smith, John · smi joh · JOH SMI · smith · j s · S'),
  ]) {
    t.same(await names(q), ['SMITH JOHN'], q);
  }
  for (const q of listed(
    'smith johnny · mith · ohn · smithjohn · smith jones · smith john x · johns · smith* j*',
  )) {
    const found = await names(q);
    t.same(found, q === 'smith* j*' ? ['SMITH JOHN'] : [], q);
  }
  t.same(await names('anne ruth til'), ['TILDEN RUTH ANNE']);
  t.same(await names('smith smith'), ['SMITH JOHN'], 'a word said twice is one word');
});

t.test('the exact name comes first, then all words, then beginnings, then more parcels', async (t) => {
  const wanted: [string, number][] = [
    ['VANCE LEE', 1],
    ['LEE VANCE', 9],
    ['VANCE LEE ROY', 7],
    ['VANCE ORA LEE', 4],
    ['VANCE LEEANN', 20],
    ['LEES VANCE', 15],
    ['VANCEY LEEDS', 3],
  ];
  await harness.load(
    'parcels',
    wanted.toReversed().flatMap(([name, parcels]) => owned(name, parcels)),
  );
  t.same(
    (await search('Vance, Lee')).map((row) => [row.owner_name, row.property_count]),
    wanted,
  );
  t.same(
    (await names('lee vance')).slice(0, 3),
    ['LEE VANCE', 'VANCE LEE ROY', 'VANCE ORA LEE'],
    'any order',
  );
  t.same(await names('vance lee', { limit: 2 }), ['VANCE LEE', 'LEE VANCE'], 'limit');
  t.same(
    await names('vance lee', { min_properties: 9 }),
    ['LEE VANCE', 'VANCE LEEANN', 'LEES VANCE'],
    'min_properties',
  );
  t.same(await names('vance lee', { min_properties: 15, limit: 1 }), ['VANCE LEEANN'], 'both');
  t.same(await names('vance lee', { min_properties: 21 }), []);
});

t.test('a search has 20 rows without a limit, and as many as the limit allows with one', async (t) => {
  const many = Array.from({ length: 120 }, (_, n) => `HOLLOW PERSON${n}`);
  await harness.load(
    'parcels',
    many.flatMap((name, n) => owned(name, 1 + (n % 3))),
  );
  t.equal((await search('hollow')).length, 20);
  const all = await search('hollow', { limit: 100 });
  t.equal(all.length, 100);
  t.same(await search('hollow', { limit: 37 }), all.slice(0, 37), 'a shorter list begins a longer one');
  const counts = all.map((row) => row.property_count as number);
  t.same(
    counts,
    counts.toSorted((a, b) => b - a),
    'of equal matches, those with more parcels first',
  );
  t.equal(new Set(all.map((row) => row.owner_id)).size, 100, 'none twice');
});

/** Spellings of one owner each: the first is the most frequent. */
const SPELLINGS: string[][] = [
  ["O'BRIEN SEAN", 'OBRIEN SEAN', 'O’Brien, Sean', 'o`brien sean', "O'BRIEN, SEAN.", 'O´BRIEN SEAN'],
  ['PEÑA JOSÉ', 'Pena, Jose', 'PENA JOSE', 'PEN\u0303A JOSE\u0301'],
  ['SMYTHE-JONES ADA', 'Smythe Jones Ada', 'SMYTHE/JONES, ADA'],
  listed(`OAK STREET HOLDINGS LLC · Oak Street Holdings, L.L.C. · OAK STREET HOLDINGS L L C ·
    oak street holdings llc.`),
  ['BELL & SONS INC', 'Bell and Sons, Inc.', 'BELL AND SONS INC'],
  listed(`RIVERA TOMAS · RIVERA TOMAS C/O PAT DOE · RIVERA TOMAS % FIRST BANK ·
    Rivera, Tomas ATTN: TAX DEPT · C/O RIVERA TOMAS`),
  ['100% REALTY LLC', '100% Realty, LLC'],
  ['A/B PARTNERS #1', 'A B Partners 1', 'a/b partners, #1'],
  ['ŁUKASZ ØRSTED', 'Lukasz Orsted', 'ŁUKASZ  ØRSTED'],
  ['李 明', '李　明'],
  ['SEARCH', 'Search.'],
];

t.test('every spelling of a name finds the same profile', async (t) => {
  await harness.load(
    'parcels',
    SPELLINGS.flatMap((spellings) => spellings.flatMap((name, n) => owned(name, n === 0 ? 3 : 1))),
  );
  for (const spellings of SPELLINGS) {
    const parcels = spellings.length + 2;
    const [first] = spellings as [string];
    const profile = await get(at(first === 'SEARCH' ? 'SEARCH' : first));
    t.match(profile, { owner_name: first.replace(/\s+/g, ' '), property_count: parcels }, first);
    const shown = new Set(spellings.map((name) => name.replace(/\s+/g, ' ')));
    t.same(new Set(profile.name_variants), shown, 'its spellings');
    t.equal(profile.name_variants[0], first, 'the most frequent first');
    for (const name of [...spellings, first.toLowerCase(), `  ${first}  `, `${first} C/O SOMEBODY ELSE`]) {
      if (name === 'search') continue;
      t.same(await get(at(name)), profile, `the profile by ${name}`);
      t.equal((await get(at(name, '/properties'))).total, parcels, `the parcels by ${name}`);
      t.same((await search(name))[0], profile, `the search by ${name}`);
    }
  }
});

t.test('random spellings and words find the owner', async () => {
  const mixed = fc.constantFrom(...SPELLINGS.filter(([name]) => name !== 'SEARCH').flat());
  const marks = fc.constantFrom(', ', ' - ', ' ', '  ', ' . ', ' ; ');
  await holds(
    runsOf(80),
    [mixed, fc.array(marks, { minLength: 4, maxLength: 4 }), fc.boolean()],
    async (name, gaps, low) => {
      const words = name.split(/\s+/);
      const odd = words.map((word, n) => word + (n < words.length - 1 ? gaps[n % 4] : '')).join('');
      const asked = low ? odd.toLowerCase() : odd;
      // A care-of mark cuts a name only where it is between words as it was written.
      if (/C\/O|%|ATTN/i.test(name)) return;
      const [found, expected] = [await get(at(asked)), await get(at(name))];
      if (found.owner_id !== expected.owner_id) throw new Error(`${asked} is not ${name}`);
      const [best] = await search(asked);
      if (best!.owner_id !== expected.owner_id) throw new Error(`${asked} does not find ${name}`);
    },
  );
});

/** A match: each word of the question begins a word of the name. */
const matches = (name: string, words: string[]) =>
  words.every((word) => name.split(' ').some((one) => one.startsWith(word)));

t.test('a search finds each owner whose words begin with the words asked for, and no others', async () => {
  const parts = ['ABE', 'ABEL', 'ABELARD', 'BO', 'BOB', 'BOBBINS', 'ELI', 'ELIZABETHANNEMARIE', 'ZED', 'Z'];
  const people = parts.flatMap((one) => parts.map((two) => `${one} ${two} QQ`));
  await harness.load(
    'parcels',
    people.flatMap((name) => owned(name)),
  );
  const word = fc
    .constantFrom(...parts)
    .chain((one) => fc.nat({ max: one.length - 1 }).map((end) => one.slice(0, end + 1)));
  await holds(runsOf(150), [fc.array(word, { minLength: 1, maxLength: 3 })], async (words) => {
    const q = ['qq', ...words].join(' ').toLowerCase();
    const found = (await search(q, { limit: 100 })).map((row) => row.owner_name as string);
    const expected = people.filter((name) => matches(name, words));
    if (JSON.stringify(found.toSorted()) !== JSON.stringify(expected.toSorted())) {
      throw new Error(`${q}: ${found} in place of ${expected}`);
    }
    const whole = (name: string) => words.every((one) => name.split(' ').includes(one));
    const ranks = found.map(whole);
    if (ranks.lastIndexOf(true) > (ranks.indexOf(false) + 1 || 1e9) - 1)
      throw new Error(`${q}: ${found} is out of order`);
  });
});
