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
  [
    'a compression',
    roll({}, { compression: 'rar' }),
    'layers.parcels[0].compression',
    /one of "zip", "gzip"/,
  ],
  ['a skip that is text', roll({}, { skip: 'yes' }), 'layers.parcels[0].skip', /must be true or false/],
  ['no parcel number', fileOf({ street: 'SITUS' }), `${CONFORM}.pid`, /is missing/],
  ['no format', roll({ format: undefined }), `${CONFORM}.format`, /is missing|must be text/],
  ['a field', roll({ onwer_name: 'A' }), `${CONFORM}.onwer_name`, /unknown key; did you mean "owner_name"\?/],
  ['a key of reading', roll({ csv_split: ';' }), `${CONFORM}.csv_split`, /did you mean "csvsplit"\?/],
  ['a field of deeds', roll({ grantor: 'A' }), `${CONFORM}.grantor`, /unknown key/],
  [
    'a header line of no number',
    roll({ headers: 0 }),
    `${CONFORM}.headers`,
    /the number of a line from 1, or -1/,
  ],
  [
    'skipped lines without a header',
    roll({ skiplines: 2 }),
    `${CONFORM}.headers`,
    /is missing beside skiplines/,
  ],
  [
    'fewer lines than the header',
    roll({ headers: 3, skiplines: 2 }),
    `${CONFORM}.skiplines`,
    /must be at least 3/,
  ],
  ['a coordinate system', roll({ srs: '2227' }), `${CONFORM}.srs`, /by its number, such as "EPSG:4326"/],
  [
    'projected coordinates that are not columns',
    roll({ srs: 'EPSG:2227', lat: ['Y'], lon: 'X' }),
    `${CONFORM}.lat`,
    /must be a column, and so must lon, where srs is given/,
  ],
  ['two names of one field', roll({ parcel_id: 'A' }), `${CONFORM}.parcel_id`, /means the same as pid/],
  ['a number without a street', roll({ number: 'A' }), `${CONFORM}.street`, /is missing beside number/],
  ['a latitude alone', roll({ lat: 'Y' }), `${CONFORM}.lon`, /is missing beside lat/],
  [
    'a value that is a number',
    roll({ city: 7 }),
    `${CONFORM}.city`,
    /must be a column, a list of columns or a/,
  ],
  ['a blank list', roll({ city: [] }), `${CONFORM}.city`, /must be a column/],
  [
    'a function',
    roll({ city: { function: 'regex', field: 'A' } }),
    `${CONFORM}.city.function`,
    /unknown function "regex"; did you mean "regexp"\?/,
  ],
  [
    'the key of a function',
    fileOf({ pid: { fuction: 'join', fields: ['A'] } }),
    `${CONFORM}.pid.fuction`,
    /unknown key; did you mean "function"\?/,
  ],
  [
    'no function',
    roll({ city: { fields: ['A'] } }),
    `${CONFORM}.city.column`,
    /is missing: an object has one of "column", "columns", "first", "constant", "function"/,
  ],
  [
    'a parameter',
    roll({ city: { function: 'join', fields: ['A'], seperator: '-' } }),
    `${CONFORM}.city.seperator`,
    /unknown key; did you mean "separator"\?/,
  ],
  ['a missing parameter', roll({ city: { function: 'join' } }), `${CONFORM}.city.fields`, /is missing/],
  [
    'an expression',
    roll({ city: { function: 'regexp', field: 'A', pattern: '(' } }),
    `${CONFORM}.city.pattern`,
    /is not a regular expression/,
  ],
  [
    'lookahead',
    roll({ city: { column: 'A', pattern: '^(.*)(?= NE)' } }),
    `${CONFORM}.city.pattern`,
    /is not a regular expression of RE2.*no lookahead.*`\(\?=`/,
  ],
  [
    'a reference to a group',
    roll({ city: { column: 'A', pattern: '^(\\d+)-\\1$' } }),
    `${CONFORM}.city.pattern`,
    /no references: invalid escape sequence/,
  ],
  [
    'a reference to a named group',
    roll({ city: { column: 'A', pattern: '^(?<lot>\\d+)-\\k<lot>$' } }),
    `${CONFORM}.city.pattern`,
    /no references: it refers to a group/,
  ],
  [
    'a replacement of nothing',
    roll({ city: { column: 'A', replace: 'x' } }),
    `${CONFORM}.city.pattern`,
    /is missing beside replace/,
  ],
  [
    'a function that is not read',
    roll({ city: { function: 'prefixed_number', field: 'SITUS' } }),
    `${CONFORM}.city.function`,
    /prefixed_number is not read: write \{"column":"SITUS","pattern":"/,
  ],
  [
    'a function of objects',
    roll({ city: { function: 'toString' } }),
    `${CONFORM}.city.function`,
    /unknown function "toString"/,
  ],
  [
    'two ways to make a field',
    roll({ city: { first: ['A', 'B'], constant: 'x' } }),
    `${CONFORM}.city.constant`,
    /stands beside "first": write one of the two/,
  ],
  ['a list of nothing', roll({ city: { first: [] } }), `${CONFORM}.city.first`, /at least 1/],
  [
    'a number among columns',
    roll({ city: { columns: ['A', 7] } }),
    `${CONFORM}.city.columns[1]`,
    /must be a column, a list of columns or an object, and is a number/,
  ],
  [
    'a group that is not there',
    roll({ city: { function: 'regexp', field: 'A', pattern: '(.)', replace: '$2' } }),
    `${CONFORM}.city.replace`,
    /names group 2, and the pattern has 1/,
  ],
  [
    'a field of a form',
    roll({ city: { function: 'format', fields: ['A'], format: '$1-$2' } }),
    `${CONFORM}.city.format`,
    /names \$2, and there are 1 fields/,
  ],
  [
    'a form without fields',
    roll({ city: { function: 'format', fields: ['A'], format: 'lot' } }),
    `${CONFORM}.city.format`,
    /names no field/,
  ],
  [
    'a function in a chain',
    roll({ city: { function: 'chain', variable: 'v', functions: [{ function: 'jion' }] } }),
    `${CONFORM}.city.functions[0].function`,
    /did you mean "join"\?/,
  ],
  [
    'a column and a function',
    roll({ city: { column: 'A', function: 'join' } }),
    `${CONFORM}.city.function`,
    /stands beside "column"/,
  ],
  [
    'a modifier',
    roll({ acreage: { column: 'A', units: 'sqm' } }),
    `${CONFORM}.acreage.units`,
    /mean "unit"\?/,
  ],
  [
    'a unit',
    roll({ acreage: { column: 'A', unit: 'acre' } }),
    `${CONFORM}.acreage.unit`,
    /did you mean "acres"\?/,
  ],
  [
    'a unit of something else',
    roll({ land_value: { column: 'A', unit: 'sqft' } }),
    `${CONFORM}.land_value.unit`,
    /one of "dollars", "cents", "thousands"/,
  ],
  [
    'a unit of nothing',
    roll({ city: { column: 'A', unit: 'sqft' } }),
    `${CONFORM}.city.unit`,
    /city has no unit/,
  ],
  [
    'a form of dates',
    roll({ sale_date: { column: 'A', dates: 'M/D' } }),
    `${CONFORM}.sale_date.dates`,
    /"M\/D" is not a form of dates/,
  ],
  [
    'dates of no date',
    roll({ city: { column: 'A', dates: 'excel' } }),
    `${CONFORM}.city.dates`,
    /is not a date/,
  ],
  [
    'a blank that is not a list',
    roll({ city: { column: 'A', blank: '0' } }),
    `${CONFORM}.city.blank`,
    /must be a list/,
  ],
  ['rows by a text', roll({ only: { A: 'x' } }), `${CONFORM}.only.A`, /must be a list of values/],
  [
    'a mailing place of two',
    roll({ mailing_place: ['A', 'B'] }),
    `${CONFORM}.mailing_place`,
    /three columns/,
  ],
  [
    'two ways to take mailing addresses apart',
    roll({ mailing_lines: ['A'], mailing_place: ['A', 'B', 'C'] }),
    `${CONFORM}.mailing_place`,
    /stands beside mailing_lines/,
  ],
  [
    'a join without a key',
    roll({}, join({ on: { there: 'APN' } })),
    'layers.parcels[0].join[0].on.here',
    /is missing/,
  ],
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

for (const [what, json, place, words] of rows) {
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
