import t from 'tap';
import type { Cells } from '../../../src/loading/sources/columns.ts';
import { readValue } from './support.ts';

type Row = [what: string, given: unknown, cells: Cells, expected: unknown];

const number = { function: 'prefixed_number', field: 'A' };
const street = { function: 'postfixed_street', field: 'A' };
const streetBeforeUnit = { ...street, may_contain_units: true };
const unit = { function: 'postfixed_unit', field: 'A' };
const regexp = (pattern: string, replace?: string) => ({ function: 'regexp', field: 'A', pattern, replace });
const join = (separator?: string) => ({ function: 'join', fields: ['A', 'B', 'C'], separator });
const format = (form: string) => ({ function: 'format', fields: ['A', 'B', 'C'], format: form });
const remove = (which: string) => ({ function: `remove_${which}`, field: 'A', field_to_remove: 'B' });

const rows: Row[] = [
  ['a column', 'A', { A: '12' }, '12'],
  ['a column in another case', 'situs', { SITUS: '12 ELM ST' }, '12 ELM ST'],
  ['a number keeps being one', 'A', { A: 12.5 }, 12.5],
  ['a list is joined by blanks', ['A', 'B'], { A: 'ELM', B: 'ST' }, 'ELM ST'],
  ['without what is blank', ['A', 'B', 'C'], { A: 'ELM', B: ' ', C: null }, 'ELM'],

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

  ['the group of a pattern', regexp('^(\\d+)'), { A: '12 ELM ST' }, '12'],
  ['several groups, one after the other', regexp('^(\\d+)-(\\d+)'), { A: '12-34-5' }, '1234'],
  ['a group that is not there', regexp('^(\\d+)([A-Z])?$'), { A: '12' }, '12'],
  ['no group', regexp('^\\d+'), { A: '12 ELM ST' }, ''],
  ['no match', regexp('^(\\d+)'), { A: 'ELM ST' }, ''],
  ['a replacement', regexp('^(\\d+)-(\\d+).*', '$2/$1'), { A: '12-34-5' }, '34/12'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is what a source file has
  ['a replacement with braces', regexp('^(\\d)(\\d)$', '${1}0$2'), { A: '12' }, '102'],
  ['Python’s way to write it', regexp('^(\\d)(\\d)$', '\\2\\1'), { A: '12' }, '21'],
  ['every match is replaced', regexp('-', '/'), { A: '1-2-3' }, '1/2/3'],
  ['without a match the text stays', regexp('^(\\d+)$', '<$1>'), { A: 'ELM' }, 'ELM'],
  ['a blank replacement is none', regexp('^(\\d+)-', ''), { A: '12-34' }, '12'],
  ['JavaScript’s own signs are text', regexp('-', "$&$'"), { A: '1-2' }, "1$&$'2"],
  ['flags as Python writes them', regexp('(?i)^elm (st)$'), { A: 'ELM ST' }, 'ST'],
  ['named groups as Python writes them', regexp('^(?P<lot>\\d+)$'), { A: '12' }, '12'],
  ['a number as text', regexp('^(\\d+)'), { A: 75.5 }, '75'],
  ['a no-break space is a blank', regexp('^\\d+\\s+(.*)$'), { A: '12\u00a0ELM ST' }, 'ELM ST'],
  ['what stands ahead', regexp('^(.+?)(?= IL)'), { A: '12 ELM ST IL 60601' }, '12 ELM ST'],
  ['what does not stand ahead', regexp('((?:#|UNIT)\\s+(?!DR$).+)$'), { A: '12 UNIT DR' }, ''],
  ['what stood before', regexp('(?<=, )([A-Z ]+)$'), { A: '12 ELM ST, OMAHA' }, 'OMAHA'],
  ['a group named again', regexp('^(\\d+)-\\1$', 'twice $1'), { A: '12-12' }, 'twice 12'],
  ['every match that stands before a blank', regexp('(\\d)(?= )', '<$1>'), { A: '1 2 3' }, '<1> <2> 3'],
  [
    'a pattern that would run for years',
    regexp('^(?:a+)+$', 'x'),
    { A: `${'a'.repeat(60)}b` },
    `${'a'.repeat(60)}b`,
  ],
  ['one of high degree', regexp('(.*)(.*)(.*)(.*)(.*)(.*)(.*)=x'), { A: '.'.repeat(900) }, ''],

  ['columns joined', join('-'), { A: '1', B: '2', C: '3' }, '1-2-3'],
  ['by a blank, if nothing is said', join(), { A: '1', B: '2', C: '3' }, '1 2 3'],
  ['trimmed, blanks left out', join('-'), { A: ' 1 ', B: '  ', C: 3 }, '1-3'],
  ['all blank', join('-'), { A: '', B: null, C: '' }, ''],

  ['a form', format('$1$2-$3'), { A: '25', B: 'k', C: '143' }, '25k-143'],
  ['a blank column goes with the text before it', format('$1$2-$3'), { A: '25', B: 'k', C: '' }, '25k'],
  ['the first blank: no text before the second', format('$1-$2'), { A: '', B: '4', C: '' }, '4'],
  ['text before the first and after the last', format('(lot $1)'), { A: '4', B: '', C: '' }, '(lot 4)'],
  ['all blank: no text either', format('(lot $1)'), { A: '', B: '', C: '' }, ''],
  ['a final .0 is dropped', format('$1-$2'), { A: '75.0', B: '12.05', C: '' }, '75-12.05'],
  ['a column twice', format('$1/$1'), { A: '4', B: '', C: '' }, '4/4'],

  ['a prefix', remove('prefix'), { A: '12 ELM ST', B: '12' }, 'ELM ST'],
  ['what is not a prefix stays', remove('prefix'), { A: '12 ELM ST', B: '13' }, '12 ELM ST'],
  ['a blank prefix', remove('prefix'), { A: '12 ELM ST', B: '' }, '12 ELM ST'],
  ['a postfix', remove('postfix'), { A: 'ELM ST APT 3', B: 'APT 3' }, 'ELM ST'],
  ['what is not a postfix stays', remove('postfix'), { A: 'ELM ST', B: 'APT 3' }, 'ELM ST'],
  ['a blank postfix', remove('postfix'), { A: 'ELM ST', B: '' }, 'ELM ST'],

  ['the first filled column', { function: 'first_non_empty', fields: ['A', 'B'] }, { A: ' ', B: 'x' }, 'x'],
  ['none filled', { function: 'first_non_empty', fields: ['A', 'B'] }, { A: '', B: null }, null],
  ['a constant', { function: 'constant', value: 'wren' }, {}, 'wren'],
  ['a table', { function: 'map', field: 'A', mapping: { 1: 'one' }, else: 'more' }, { A: 1 }, 'one'],
  [
    'what it does not list',
    { function: 'map', field: 'A', mapping: { 1: 'one' }, else: 'more' },
    { A: '2' },
    'more',
  ],
  [
    'that is blank, if nothing is said',
    { function: 'map', field: 'A', mapping: { 1: 'one' } },
    { A: '2' },
    '',
  ],
  ['an element of a list', { function: 'get', field: 'A', index: 1 }, { A: '["a","b"]' }, 'b'],
  ['beyond its end', { function: 'get', field: 'A', index: 2 }, { A: '["a","b"]' }, ''],
  [
    'text that is not a list is its own first element',
    { function: 'get', field: 'A', index: 0 },
    { A: '[a' },
    '[a',
  ],
  ['and has no second', { function: 'get', field: 'A', index: 1 }, { A: 'a' }, ''],

  [
    'a street after its recipient',
    { function: 'mailing_street', field: 'A' },
    { A: 'C/O WREN 12 ELM ST' },
    '12 ELM ST',
  ],
  ['a recipient alone is not a street', { function: 'mailing_street', field: 'A' }, { A: '% WREN' }, ''],
];

for (const [what, given, cells, expected] of rows) {
  t.test(what, async (t) => t.equal(readValue(given, cells), expected));
}

t.test('a pattern that cannot be matched in time is stopped', async (t) => {
  const slow = regexp('^(?!x)(?:a+)+$');
  t.equal(readValue(slow, { A: 'aaaa' }), '');
  t.throws(
    () => readValue(slow, { A: `${'a'.repeat(60)}b` }),
    /^street\.pattern took over 2 s for one value, and was stopped\. Repetitions of repetitions/,
  );
});

t.test('texts made to be slow to match are not slow', async (t) => {
  const long = 2 ** 20;
  const texts = [
    `12 ELM${' '.repeat(long)}ST`,
    `${' '.repeat(long)}ELM`,
    `${'1'.repeat(long)}ELM`,
    `12 ELM${' #3'.repeat(long / 4)}\n`,
    `12 ELM${' APT'.repeat(long / 4)}\n`,
  ];
  for (const A of texts) {
    for (const given of [number, street, streetBeforeUnit, unit, remove('postfix'), remove('prefix')])
      t.type(readValue(given, { A, B: A.slice(-2) }), 'string', JSON.stringify(given));
  }
});

const chain = (...functions: object[]) => ({ function: 'chain', variable: 'line', functions });

t.test('a chain passes on the result of each function, as its variable', async (t) => {
  const given = chain(street, { function: 'remove_postfix', field: 'line', field_to_remove: 'B' });
  t.equal(readValue(given, { A: '310 WOOD ST APT 3', B: 'APT 3' }), 'WOOD ST');
  t.equal(readValue(given, { A: '310 WOOD ST', B: '' }), 'WOOD ST');
});

t.test('a blank result leaves the variable as it was, and the last result counts', async (t) => {
  const blankBetween = chain(number, regexp('^(X)'), { ...regexp('(.*)'), field: 'line' });
  t.equal(readValue(blankBetween, { A: '12 ELM ST' }), '12');
  t.equal(readValue(chain(number, regexp('^(X)')), { A: '12 ELM ST' }), '');
});

t.test('a chain remembers nothing of the row before', async (t) => {
  const given = chain({ ...regexp('(.*)'), field: 'line' });
  t.equal(readValue(given, { A: 'first' }), '');
  t.equal(readValue(given, { A: 'second' }), '');
});

t.test('a chain may contain chains', async (t) => {
  const inner = { ...chain(street), variable: 'inner' };
  t.equal(readValue(chain(inner, { ...unit, field: 'line' }), { A: '310 WOOD ST APT 3' }), 'APT 3');
});
