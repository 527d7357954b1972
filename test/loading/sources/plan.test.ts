import t from 'tap';
import { inCounty, planOf } from '../../../src/loading/sources/plan.ts';
import { readSource } from '../../../src/loading/sources/source.ts';
import { fileOf, sourceOf } from './support.ts';

const said = (conform: object, layer: object = {}, coverage?: object): string => {
  const json = { ...fileOf({ pid: 'APN', ...conform }, layer), ...(coverage && { coverage }) };
  const [plan] = planOf(readSource(json, 'roll.json'));
  return plan!.supported ? plan!.sentence : `No: ${plan!.reason}`;
};
const ESRI = { protocol: 'ESRI', data: 'https://gis.example.org/arcgis/rest/services/Parcels/MapServer/0' };
const geoid = (code: string, more: object = {}) => ({ 'US Census': { geoid: code }, country: 'us', ...more });
const owners = {
  name: 'owners',
  data: 'owners.csv',
  protocol: 'file',
  conform: { format: 'csv' },
  on: { here: 'APN', there: 'PIN' },
};

const plans: [what: string, plan: string, sentence: string | RegExp][] = [
  [
    'an ArcGIS layer',
    said({ format: 'geojson' }, ESRI),
    'ArcGIS layer, page by page; pid = APN; other columns to be proposed; Lancaster County (31109).',
  ],
  [
    'a download',
    said({ format: 'shapefile' }, { protocol: 'http', compression: 'zip' }),
    'Shapefile, in a zip archive, downloaded; pid = APN; other columns to be proposed; Lancaster County (31109).',
  ],
  [
    'a file with its fields',
    said({ pid: ['BLOCK', 'LOT'], owner_name: 'OWNER', mailing_lines: ['A', 'B'] }),
    'CSV, from a file; pid = BLOCK + LOT; with owner_name, mailing_lines; Lancaster County (31109).',
  ],
  ['a function', said({ pid: { function: 'regexp', field: 'A', pattern: '(.*)' } }), /pid = regexp of A;/],
  ['a pattern', said({ pid: { column: 'A', pattern: '(.*)' } }), /pid = A \(in part\);/],
  ['several columns', said({ pid: { columns: ['A', 'B'] } }), /pid = A \+ B;/],
  ['the first', said({ pid: { first: ['A', { constant: 'x' }] } }), /pid = A or "x";/],
  ['a join', said({}, { join: [owners] }), /; joined to owners \(CSV, from a file\) on APN; pid = APN;/],
  ['GDAL', said({ format: 'gdb' }), /^FileGDB, read by GDAL, from a file;/],
  ['counties in a column', said({ county_fips: 'FIPS' }, {}, geoid('31')), /; county from its columns\.$/],
  ['a town, by its county’s code', said({}, {}, geoid('3300941300')), /Grafton County \(33009\)\.$/],
  ['FTP', said({}, { protocol: 'ftp' }), /^No: assessor is on an FTP server.*download it/],
  ['OpenAddresses’ name', said({ format: 'shapefile-polygon' }), /^Shapefile, from a file;/],
  ['no name', said({ format: 'constructor' }), /^No: assessor has the unknown format/],
  ['XML', said({ format: 'xml' }), /^No: assessor is XML.*ogr2ogr/],
  ['GeoParquet', said({ format: 'parquet' }), /^No: assessor is GeoParquet.*ogr2ogr/],
  [
    'a format',
    said({ format: 'shapfile' }),
    'No: assessor has the unknown format "shapfile"; did you mean "shapefile"?',
  ],
  [
    'a format of a join',
    said({}, { join: [{ ...owners, protocol: 'ftp' }] }),
    /^No: owners is on an FTP server/,
  ],
  ['lines before the header', said({ headers: 2, skiplines: 2 }), /^CSV, from a file;/],
  ['a layer to be skipped', said({}, { skip: true }), /^No: It is marked to be skipped/],
  ['a layer not to be skipped', said({}, { skip: false }), /^CSV/],
  ['a place', said({}, {}, geoid('3128000')), /^No: It covers a place or a whole state.*--county/],
  ['a state', said({}, {}, geoid('31')), /^No: It covers a place or a whole state.*conform.county_fips/],
  ['no code', said({}, {}, { country: 'us' }), /^No: It names no county: give it with --county/],
  ['no code of a county', said({}, {}, geoid('31999')), /^No: The code 31999 .* is that of no county\.$/],
  [
    'the code of another county',
    said({}, {}, geoid('31109', { state: 'ne', county: 'Douglas' })),
    'No: The code 31109 in coverage["US Census"].geoid is that of Lancaster County, NE, and coverage says Douglas, ne.' +
      ' Douglas County is 31055.',
  ],
  [
    'the code of another state',
    said({}, {}, geoid('53081', { state: 'wv', county: 'Raleigh' })),
    /is that of no county\. Raleigh County is 54081\.$/,
  ],
  ['a county by its own name', said({}, {}, geoid('31109', { state: 'ne', county: 'The Lanc' })), /^CSV/],
];
for (const [what, plan, sentence] of plans) {
  t.test(what, async (t) => {
    if (typeof sentence === 'string') t.equal(plan, sentence);
    else t.match(plan, sentence);
  });
}

t.test('the user may give the county', async (t) => {
  const source = readSource({ ...fileOf({ pid: 'APN' }), coverage: geoid('3128000') }, 'roll.json');
  const [plan] = planOf(inCounty(source, '31109'));
  t.match(plan?.supported && plan.sentence, /Lancaster County \(31109\)\.$/);
});

t.test('deeds and permits have plans too', async (t) => {
  const [deeds] = planOf(sourceOf({ pid: 'APN', sale_date: 'D' }, {}, 'deeds'));
  const [permits] = planOf(sourceOf({ permit_number: 'N' }, {}, 'permits'));
  t.match(deeds?.supported && deeds.sentence, /pid = APN; with sale_date;/);
  t.match(permits?.supported && permits.sentence, /permits without a parcel number; with permit_number;/);
});
