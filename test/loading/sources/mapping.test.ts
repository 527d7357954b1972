import t from 'tap';
import type { Cells } from '../../../src/loading/sources/columns.ts';
import { parseMapping } from '../../../src/loading/sources/mapping.ts';
import { reader, readValue } from './support.ts';

type Row = [what: string, given: unknown, cells: Cells, expected: unknown];

const pattern = (given: string, replace?: string) => ({ column: 'A', pattern: given, replace });
const columns = (separator?: string) => ({ columns: ['A', 'B', 'C'], separator });
const first = { first: ['A', 'B'] };
const format = (form: string) => ({ function: 'format', fields: ['A', 'B', 'C'], format: form });

const rows: Row[] = [
  ['a column', 'A', { A: '12' }, '12'],
  ['a column in another case', 'situs', { SITUS: '12 ELM ST' }, '12 ELM ST'],
  ['a number keeps being one', 'A', { A: 12.5 }, 12.5],
  ['a list is joined by blanks', ['A', 'B'], { A: 'ELM', B: 'ST' }, 'ELM ST'],
  ['without what is blank', ['A', 'B', 'C'], { A: 'ELM', B: ' ', C: null }, 'ELM'],

  ['the group of a pattern', pattern('^(\\d+)'), { A: '12 ELM ST' }, '12'],
  ['several groups, one after the other', pattern('^(\\d+)-(\\d+)'), { A: '12-34-5' }, '1234'],
  ['a group that is not there', pattern('^(\\d+)([A-Z])?$'), { A: '12' }, '12'],
  ['no group', pattern('^\\d+'), { A: '12 ELM ST' }, ''],
  ['no match', pattern('^(\\d+)'), { A: 'ELM ST' }, ''],
  ['a replacement', pattern('^(\\d+)-(\\d+).*', '$2/$1'), { A: '12-34-5' }, '34/12'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is what a source file has
  ['a replacement with braces', pattern('^(\\d)(\\d)$', '${1}0$2'), { A: '12' }, '102'],
  ['Python’s way to write it', pattern('^(\\d)(\\d)$', '\\2\\1'), { A: '12' }, '21'],
  ['every match is replaced', pattern('-', '/'), { A: '1-2-3' }, '1/2/3'],
  ['without a match the text stays', pattern('^(\\d+)$', '<$1>'), { A: 'ELM' }, 'ELM'],
  ['a blank replacement is none', pattern('^(\\d+)-', ''), { A: '12-34' }, '12'],
  ['JavaScript’s own signs are text', pattern('-', "$&$'"), { A: '1-2' }, "1$&$'2"],
  ['flags as Python writes them', pattern('(?i)^elm (st)$'), { A: 'ELM ST' }, 'ST'],
  ['named groups as Python writes them', pattern('^(?P<lot>\\d+)$'), { A: '12' }, '12'],
  ['a number as text', pattern('^(\\d+)'), { A: 75.5 }, '75'],
  ['a no-break space is a blank', pattern('^\\d+\\s+(.*)$'), { A: '12\u00a0ELM ST' }, 'ELM ST'],
  ['what stood before', pattern('(?<=, )([A-Z ]+)$'), { A: '12 ELM ST, OMAHA' }, 'OMAHA'],
  [
    'a pattern that would run for years',
    pattern('^(?:a+)+$', 'x'),
    { A: `${'a'.repeat(60)}b` },
    `${'a'.repeat(60)}b`,
  ],
  ['one of high degree', pattern('(.*)(.*)(.*)(.*)(.*)(.*)(.*)=x'), { A: '.'.repeat(900) }, ''],

  ['columns joined', columns('-'), { A: '1', B: '2', C: '3' }, '1-2-3'],
  ['by a blank, if nothing is said', columns(), { A: '1', B: '2', C: '3' }, '1 2 3'],
  ['trimmed, blanks left out', columns('-'), { A: ' 1 ', B: '  ', C: 3 }, '1-3'],
  ['all blank', columns('-'), { A: '', B: null, C: '' }, ''],

  ['the first filled column', first, { A: ' ', B: 'x' }, 'x'],
  ['is taken row by row', first, { A: 'a', B: 'x' }, 'a'],
  ['N/A is not filled', first, { A: 'N/A', B: 'x' }, 'x'],
  ['nor is what blank lists', { ...first, blank: ['UNKNOWN', '0'] }, { A: '000', B: 'x' }, 'x'],
  ['none filled', first, { A: '', B: null }, null],
  ['none but what blank lists', { ...first, blank: ['UNKNOWN'] }, { A: '', B: 'UNKNOWN' }, null],
  ['a constant', { constant: 'wren' }, {}, 'wren'],

  ['an object for a column', { column: pattern('^(.*?),'), pattern: '(\\d+)' }, { A: 'LOT 5, 6' }, '5'],
  ['in a list', ['B', pattern('(\\d+)')], { A: 'NO 12', B: 'OAK' }, 'OAK 12'],
  ['among columns', { columns: [pattern('(\\d+)'), 'B'], separator: '-' }, { A: 'NO 12', B: '3' }, '12-3'],
  ['for the first', { first: [pattern('^C/O (.*)'), 'B'] }, { A: 'OAK', B: 'ELM' }, 'ELM'],
  [
    'what is written is looked at from the inside',
    { column: { column: 'A', values: { 1: 'one' } }, blank: ['one'] },
    { A: '1' },
    null,
  ],

  ['after a recipient', { function: 'mailing_street', field: 'A' }, { A: 'C/O WREN 12 ELM ST' }, '12 ELM ST'],
  ['a recipient alone is not a street', { function: 'mailing_street', field: 'A' }, { A: '% WREN' }, ''],
];

for (const [what, given, cells, expected] of rows) {
  t.test(what, async (t) => t.equal(readValue(given, cells), expected));
}

t.test('texts made to be slow to match are not slow', async (t) => {
  const long = 2 ** 20;
  for (const A of ['a'.repeat(long), `12${' '.repeat(long)}ST`, `${'1'.repeat(long)}ELM`]) {
    for (const given of [
      pattern('(a+)+$'),
      pattern('^(.*?)\\s*(?:ST)?$'),
      pattern('(\\d+)\\s+(\\w+)$', '$2'),
    ])
      t.type(readValue(given, { A }), 'string', JSON.stringify(given));
  }
});

t.test('the pattern of cities that kept source files have is read, though it looks ahead', async (t) => {
  const kept = String.raw`^\d.*\b(?:ST|AVE)\.? +(?![NSEWnsew][EWew]?\b|(?:UNIT|APT|STE|SUITE|LOT|REAR|BLDG|FL)\b|(?:NORTH|SOUTH|EAST|WEST)$)([A-Za-z][A-Za-z .'-]+?)(?:[ ,]+[A-Za-z]{2})?(?:[ ,]+\d{5}(?:-?\d{4})?)?$`;
  const cities: [line: string, city: string][] = [
    ['12 ELM ST QUILLTON', 'QUILLTON'],
    ['12 ELM ST Quillton, NE 68101-0001', 'Quillton'],
    ['12 ELM ST. EAST QUILLTON', 'EAST QUILLTON'],
    ["12 ELM ST O'FALLON NE", "O'FALLON"],
    ['12 ELM ST NE', ''],
    ['12 ELM ST N QUILLTON', ''],
    ['12 ELM ST WEST', ''],
    ['12 ELM ST UNIT B', ''],
    ['12 ELM ST B', ''],
    ['12 ELM ST NEEDLES CA', 'NEEDLES'],
  ];
  for (const [A, city] of cities) {
    t.equal(new RegExp(kept).exec(A)?.[1] ?? '', city, `${A}, as it was read`);
    t.equal(readValue(pattern(kept), { A }), city, A);
  }
});

t.test('functions of OpenAddresses make the same', async (t) => {
  const same: [given: object, as: unknown][] = [
    [{ function: 'join', fields: ['A', 'B'] }, ['A', 'B']],
    [
      { function: 'join', fields: ['A', 'B'], separator: '-' },
      { columns: ['A', 'B'], separator: '-' },
    ],
    [{ function: 'first_non_empty', fields: ['A', 'B'] }, first],
    [{ function: 'constant', value: 'wren' }, { constant: 'wren' }],
    [{ function: 'regexp', field: 'A', pattern: '^(\\d+)' }, pattern('^(\\d+)')],
    [{ function: 'regexp', field: 'A', pattern: '-', replace: '/' }, pattern('-', '/')],
    [
      { function: 'map', field: 'A', mapping: { 1: 'one' }, else: '1' },
      { column: 'A', values: { 1: 'one', 2: '1', '12-3': '1' } },
    ],
  ];
  for (const [given, as] of same)
    for (const A of ['1', '2', '12-3'])
      t.equal(readValue(given, { A, B: 'x' }), readValue(as, { A, B: 'x' }), JSON.stringify(given));
});

const FUNCTIONS: Row[] = [
  ['a form', format('$1$2-$3'), { A: '25', B: 'k', C: '143' }, '25k-143'],
  ['a blank column goes with the text before it', format('$1$2-$3'), { A: '25', B: 'k', C: '' }, '25k'],
  ['the first blank: no text before the second', format('$1-$2'), { A: '', B: '4', C: '' }, '4'],
  ['text before the first and after the last', format('(lot $1)'), { A: '4', B: '', C: '' }, '(lot 4)'],
  ['all blank: no text either', format('(lot $1)'), { A: '', B: '', C: '' }, ''],
  ['a final .0 is dropped', format('$1-$2'), { A: '75.0', B: '12.05', C: '' }, '75-12.05'],
  ['a column twice', format('$1/$1'), { A: '4', B: '', C: '' }, '4/4'],

  ['a table', { function: 'map', field: 'A', mapping: { 1: 'one' } }, { A: 1 }, 'one'],
  ['that does not list it', { function: 'map', field: 'A', mapping: { 1: 'one' } }, { A: '2' }, ''],
];
for (const [what, given, cells, expected] of FUNCTIONS)
  t.test(`a function: ${what}`, async (t) => t.equal(readValue(given, cells), expected));

/** What the message about a function that is not read says to write. */
function instead(given: object): { words: string; mapping: unknown } {
  let words = '';
  parseMapping(given, 'street', 'street', (place, said) => {
    words += `${place}: ${said}`;
  });
  const [json = 'null'] = /\{.*\}/.exec(words) ?? [];
  return { words, mapping: JSON.parse(json) };
}

const number = { function: 'prefixed_number', field: 'A' };
const street = { function: 'postfixed_street', field: 'A' };
const streetBeforeUnit = { ...street, may_contain_units: true };
const unit = { function: 'postfixed_unit', field: 'A' };
const get = (index: number) => ({ function: 'get', field: 'A', index });

const REFUSED: [what: string, given: { function: string }, cells: Cells, expected: unknown][] = [
  ['digits before a street', number, { A: '12 ELM ST' }, '12'],
  ['a fraction', number, { A: '12 1/2 ELM ST' }, '12 1/2'],
  ['a fraction after a hyphen', number, { A: '12-1/2 ELM ST' }, '12-1/2'],
  ['two numbers with a hyphen', number, { A: '69-15 51ST AVE' }, '69-15'],
  ['a letter', number, { A: '12b Elm St' }, '12b'],
  ['a letter after a hyphen', number, { A: '12-B ELM ST' }, '12-B'],
  ['a numbered street has no house number', number, { A: '3RD ST' }, ''],
  ['nor has a bare street', number, { A: 'ELM ST' }, ''],
  ['nor a blank', number, { A: null }, ''],
  ['a number alone is not a house number', number, { A: '12' }, ''],
  ['blanks before a number', number, { A: '  12 ELM ST' }, '12'],

  ['the street after a number', street, { A: '12 ELM ST' }, 'ELM ST'],
  ['after a fraction', street, { A: '12 1/2 ELM ST' }, 'ELM ST'],
  ['a street without a number', street, { A: 'ELM ST' }, 'ELM ST'],
  ['a numbered street', street, { A: '3RD ST' }, '3RD ST'],
  ['a unit is part of the street', street, { A: '12 ELM ST APT 3' }, 'ELM ST APT 3'],
  ['unless units may be there', streetBeforeUnit, { A: '12 ELM ST APT 3' }, 'ELM ST'],
  ['a unit by a number sign', streetBeforeUnit, { A: '12 ELM ST #3' }, 'ELM ST'],
  ['no unit where it may be', streetBeforeUnit, { A: '12 ELM ST' }, 'ELM ST'],
  ['nothing where a unit may be', streetBeforeUnit, { A: '' }, ''],

  ['a unit', unit, { A: '12 ELM ST APT 3' }, 'APT 3'],
  ['in lower case, with a point', unit, { A: '12 Elm St ste. 3 b' }, 'ste. 3 b'],
  ['a number sign', unit, { A: '12 ELM ST # 3' }, '# 3'],
  ['a lot', unit, { A: '12 ELM ST LOT 9' }, 'LOT 9'],
  ['no unit', unit, { A: '12 ELM ST' }, ''],
  ['a street named like a unit', unit, { A: '12 LINDSAY LOT ROAD' }, 'LOT ROAD'],

  ['an element of a list', get(1), { A: '["a","b"]' }, 'b'],
  ['the first', get(0), { A: '["a", "b"]' }, 'a'],
  ['beyond its end', get(2), { A: '["a","b"]' }, ''],
];

for (const [what, given, cells, expected] of REFUSED) {
  t.test(`a function that is not read says what to write instead: ${what}`, async (t) => {
    const { words, mapping } = instead(given);
    t.ok(words.startsWith(`street.function: ${given.function} is not read: write {`), words);
    t.equal(readValue(mapping, cells), expected);
  });
}

t.test('what no pattern can say is left to an adapter', async (t) => {
  for (const name of ['remove_prefix', 'remove_postfix'])
    t.match(
      instead({ function: name, field: 'A', field_to_remove: 'B' }).words,
      /is not read: .* an adapter/,
    );
});

const chain = (...functions: object[]) => ({ function: 'chain', variable: 'line', functions });
const regexp = (field: string, given: string) => ({ function: 'regexp', field, pattern: given });

t.test('a chain passes on the result of each function, as its variable', async (t) => {
  const given = chain(regexp('A', '^\\d+ (.*)'), regexp('line', '^(.*) APT'));
  t.equal(readValue(given, { A: '310 WOOD ST APT 3' }), 'WOOD ST');
});

t.test('a blank result leaves the variable as it was, and the last result counts', async (t) => {
  const blankBetween = chain(regexp('A', '^(\\d+)'), regexp('A', '^(X)'), regexp('line', '(.*)'));
  t.equal(readValue(blankBetween, { A: '12 ELM ST' }), '12');
  t.equal(readValue(chain(regexp('A', '^(\\d+)'), regexp('A', '^(X)')), { A: '12 ELM ST' }), '');
});

t.test('a chain remembers nothing of the row before', async (t) => {
  const read = reader(chain(regexp('line', '(.*)'), regexp('A', '^(a)$')));
  t.equal(read({ A: 'a' }), 'a');
  t.equal(read({ A: 'b' }), '');
});

t.test('a chain may contain chains', async (t) => {
  const inner = { ...chain(regexp('A', '^\\d+ (.*)')), variable: 'inner' };
  t.equal(readValue(chain(inner, regexp('line', '(APT .*)')), { A: '310 WOOD ST APT 3' }), 'APT 3');
});
