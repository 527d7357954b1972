import t from 'tap';
import { readSource } from '../../../src/loading/sources/source.ts';
import { fileOf } from './support.ts';

const CONFORM = 'layers.parcels[0].conform';
const roll = (conform: object, layer?: object) => fileOf({ pid: 'APN', ...conform }, layer);
const file = (more: object) => ({ ...roll({}), ...more });
const join = (more: object) => ({
  join: [
    {
      name: 'owners',
      data: 'owners.csv',
      protocol: 'file',
      conform: { format: 'csv' },
      on: { here: 'APN', there: 'APN' },
      ...more,
    },
  ],
});

/** A place that begins with a point is in `conform`. */
const rows: [what: string, json: unknown, place: string, words: RegExp][] = [
  ['a list', [], 'the file', /must be an object, and is a list/],
  ['schema 1', file({ schema: 1 }), 'schema', /must be one of "2"/],
  ['no coverage', file({ coverage: undefined }), 'coverage', /is missing/],
  ['a key of the file', file({ layer: {} }), 'layer', /unknown key; did you mean "layers"\?/],
  [
    'a code that is a number',
    file({ coverage: { 'US Census': { geoid: 31109 } } }),
    'coverage["US Census"].geoid',
    /must be a Census code as text/,
  ],
  ['a kind of layers', file({ layers: { parcel: [] } }), 'layers.parcel', /did you mean "parcels"\?/],
  ['layers that are not a list', file({ layers: { deeds: {} } }), 'layers.deeds', /must be a list, and is/],
  ['no data', roll({}, { data: undefined }), 'layers.parcels[0].data', /is missing/],
  ['a protocol', roll({}, { protocol: 'esri' }), 'layers.parcels[0].protocol', /did you mean "ESRI"\?/],
  ['a key of a layer', roll({}, { licence: 'x' }), 'layers.parcels[0].licence', /did you mean "license"\?/],
  ['compression', roll({}, { compression: 'rar' }), 'layers.parcels[0].compression', /one of "zip", "gzip"/],
  ['a skip that is text', roll({}, { skip: 'yes' }), 'layers.parcels[0].skip', /must be true or false/],
  ['no parcel number', fileOf({ street: 'SITUS' }), '.pid', /is missing/],
  ['no format', roll({ format: undefined }), '.format', /is missing|must be text/],
  ['a field', roll({ onwer_name: 'A' }), '.onwer_name', /unknown key; did you mean "owner_name"\?/],
  ['a key of reading', roll({ csv_split: ';' }), '.csv_split', /did you mean "csvsplit"\?/],
  ['a field of deeds', roll({ grantor: 'A' }), '.grantor', /unknown key/],
  ['a header line of no number', roll({ headers: 0 }), '.headers', /the number of a line from 1, or -1/],
  ['skipped lines without a header', roll({ skiplines: 2 }), '.headers', /is missing beside skiplines/],
  ['fewer lines than the header', roll({ headers: 3, skiplines: 2 }), '.skiplines', /must be at least 3/],
  ['a coordinate system', roll({ srs: '2227' }), '.srs', /by its number, such as "EPSG:4326"/],
  [
    'projected coordinates that are not columns',
    roll({ srs: 'EPSG:2227', lat: ['Y'], lon: 'X' }),
    '.lat',
    /must be a column, and so must lon, where srs is given/,
  ],
  ['two names of one field', roll({ parcel_id: 'A' }), '.parcel_id', /means the same as pid/],
  ['a number without a street', roll({ number: 'A' }), '.street', /is missing beside number/],
  ['a latitude alone', roll({ lat: 'Y' }), '.lon', /is missing beside lat/],
  ['a value that is a number', roll({ city: 7 }), '.city', /must be a column, a list of columns or a/],
  ['a blank list', roll({ city: [] }), '.city', /must be a column/],
  [
    'a function',
    roll({ city: { function: 'regex', field: 'A' } }),
    '.city.function',
    /unknown function "regex"; did you mean "regexp"\?/,
  ],
  [
    'the key of a function',
    fileOf({ pid: { fuction: 'join', fields: ['A'] } }),
    '.pid.fuction',
    /unknown key; did you mean "function"\?/,
  ],
  [
    'no function',
    roll({ city: { fields: ['A'] } }),
    '.city.column',
    /is missing: an object has one of "column", "columns", "first", "constant", "function"/,
  ],
  [
    'a parameter',
    roll({ city: { function: 'join', fields: ['A'], seperator: '-' } }),
    '.city.seperator',
    /unknown key; did you mean "separator"\?/,
  ],
  ['a missing parameter', roll({ city: { function: 'join' } }), '.city.fields', /is missing/],
  [
    'an expression',
    roll({ city: { function: 'regexp', field: 'A', pattern: '(' } }),
    '.city.pattern',
    /is not a regular expression/,
  ],
  [
    'lookahead',
    roll({ city: { column: 'A', pattern: '^(.*)(?= NE)' } }),
    '.city.pattern',
    /is not a regular expression of RE2.*no lookahead.*`\(\?=`/,
  ],
  [
    'a reference to a group',
    roll({ city: { column: 'A', pattern: '^(\\d+)-\\1$' } }),
    '.city.pattern',
    /no references: invalid escape sequence/,
  ],
  [
    'a reference to a named group',
    roll({ city: { column: 'A', pattern: '^(?<lot>\\d+)-\\k<lot>$' } }),
    '.city.pattern',
    /no references: it refers to a group/,
  ],
  ['no pattern', roll({ city: { column: 'A', replace: 'x' } }), '.city.pattern', /is missing beside replace/],
  [
    'a function that is not read',
    roll({ city: { function: 'prefixed_number', field: 'SITUS' } }),
    '.city.function',
    /prefixed_number is not read: write \{"column":"SITUS","pattern":"/,
  ],
  ['toString', roll({ city: { function: 'toString' } }), '.city.function', /unknown function "toString"/],
  [
    'two ways to make a field',
    roll({ city: { first: ['A', 'B'], constant: 'x' } }),
    '.city.constant',
    /stands beside "first": write one of the two/,
  ],
  ['a list of nothing', roll({ city: { first: [] } }), '.city.first', /at least 1/],
  [
    'a number among columns',
    roll({ city: { columns: ['A', 7] } }),
    '.city.columns[1]',
    /must be a column, a list of columns or an object, and is a number/,
  ],
  [
    'a group that is not there',
    roll({ city: { function: 'regexp', field: 'A', pattern: '(.)', replace: '$2' } }),
    '.city.replace',
    /names group 2, and the pattern has 1/,
  ],
  [
    'a field of a form',
    roll({ city: { function: 'format', fields: ['A'], format: '$1-$2' } }),
    '.city.format',
    /names \$2, and there are 1 fields/,
  ],
  [
    'a form without fields',
    roll({ city: { function: 'format', fields: ['A'], format: 'lot' } }),
    '.city.format',
    /names no field/,
  ],
  [
    'a function in a chain',
    roll({ city: { function: 'chain', variable: 'v', functions: [{ function: 'jion' }] } }),
    '.city.functions[0].function',
    /did you mean "join"\?/,
  ],
  [
    'a column too',
    roll({ city: { column: 'A', function: 'join' } }),
    '.city.function',
    /stands beside "column"/,
  ],
  ['a modifier', roll({ acreage: { column: 'A', units: 'sqm' } }), '.acreage.units', /mean "unit"\?/],
  ['a unit', roll({ acreage: { column: 'A', unit: 'acre' } }), '.acreage.unit', /did you mean "acres"\?/],
  [
    'a unit of something else',
    roll({ land_value: { column: 'A', unit: 'sqft' } }),
    '.land_value.unit',
    /one of "dollars", "cents", "thousands"/,
  ],
  ['a unit of nothing', roll({ city: { column: 'A', unit: 'sqft' } }), '.city.unit', /city has no unit/],
  [
    'a form of dates',
    roll({ sale_date: { column: 'A', dates: 'M/D' } }),
    '.sale_date.dates',
    /"M\/D" is not a form of dates/,
  ],
  ['dates of no date', roll({ city: { column: 'A', dates: 'excel' } }), '.city.dates', /is not a date/],
  ['a blank, not a list', roll({ city: { column: 'A', blank: '0' } }), '.city.blank', /must be a list/],
  ['rows by a text', roll({ only: { A: 'x' } }), '.only.A', /must be a list of values/],
  ['a mailing place of two', roll({ mailing_place: ['A', 'B'] }), '.mailing_place', /three columns/],
  [
    'two ways to take mailing addresses apart',
    roll({ mailing_lines: ['A'], mailing_place: ['A', 'B', 'C'] }),
    '.mailing_place',
    /stands beside mailing_lines/,
  ],
  ['no key', roll({}, join({ on: { there: 'APN' } })), 'layers.parcels[0].join[0].on.here', /is missing/],
  ['a take', roll({}, join({ take: 'last' })), 'layers.parcels[0].join[0].take', /one of "first", "largest"/],
  [
    'fields of a joined table',
    roll({}, join({ conform: { format: 'csv', city: 'A' } })),
    'layers.parcels[0].join[0].conform.city',
    /a joined table gives columns/,
  ],
  [
    'a header line of no number in a joined table',
    roll({}, join({ conform: { format: 'csv', headers: 0 } })),
    'layers.parcels[0].join[0].conform.headers',
    /the number of a line from 1, or -1/,
  ],
  [
    'two joins of one name',
    roll({}, { join: [...join({}).join, ...join({}).join] }),
    'layers.parcels[0].join[1].name',
    /"owners" appears twice/,
  ],
];

for (const [what, json, where, words] of rows) {
  const place = where.startsWith('.') ? CONFORM + where : where;
  t.test(`${what}: the message names ${place}`, async (t) => {
    let message = '';
    try {
      readSource(JSON.parse(JSON.stringify(json)), 'roll.json');
    } catch (error) {
      message = (error as Error).message;
    }
    const lines = message.split('\n');
    t.equal(lines[0], 'roll.json cannot be used:');
    t.equal(lines.length, 2, `one fault, one line: ${message}`);
    t.equal(lines[1]?.split(': ')[0], `  ${place}`);
    t.match(lines[1], words);
  });
}

t.test('all faults of a file are reported at once', async (t) => {
  const faults = roll({ onwer_name: 'A', city: { function: 'jion' } });
  t.throws(() => readSource(faults, 'roll.json'), /onwer_name.*\n.*city[.]function/);
});

t.test('layers of other kinds are ignored', async (t) => {
  const other = { addresses: [{ anything: 1 }], buildings: 'x' };
  const source = readSource({ ...roll({}), layers: other }, 'roll.json');
  t.same(source.layers, []);
});
