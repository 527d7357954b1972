import { parse } from '/assets/vendor/csv-parse/sync.js';
import { advice, api } from '../api.js';
import { h, put } from '../dom.js';
import { counted } from '../format.js';
import { field } from './field.js';

const ROWS = 500;
/** Names of columns, without marks: those that mean each part of a row. */
const NAMES = {
  address: [
    'address',
    'street',
    'streetaddress',
    'siteaddress',
    'situsaddress',
    'propertyaddress',
    'fulladdress',
    'address1',
  ],
  city: ['city', 'town', 'sitecity', 'situscity', 'propertycity', 'municipality'],
  state: ['state', 'st', 'sitestate', 'propertystate'],
  zip: ['zip', 'zipcode', 'postalcode', 'zip5', 'sitezip', 'propertyzip'],
  county_fips: ['countyfips', 'fips', 'fipscode'],
  parcel_id: ['parcelid', 'parcelnumber', 'parcelno', 'apn', 'pin', 'parcel'],
};
const ADDED = ['match', 'score', 'id'].map((name) => `terrier_${name}`);
const plain = (name) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Reads a CSV text with a header line. Throws an Error with a sentence. */
function readTable(text) {
  const head = text.slice(0, text.search(/[\r\n]|$/));
  const delimiter = ['\t', ';', '|', ','].find((mark) => head.includes(mark)) ?? ',';
  const options = {
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  };
  const [header = [], ...rows] = parse(text, options);
  const columns = Object.entries(NAMES).flatMap(([key, names]) => {
    const at = header.findIndex((name) => names.includes(plain(name)));
    return at < 0 ? [] : [[key, at]];
  });
  const has = (key) => columns.some(([known]) => known === key);
  if (!has('address') && !(has('parcel_id') && has('county_fips')))
    throw new Error('The first line must name a column address, or the columns parcel_id and county_fips.');
  if (rows.length === 0) throw new Error('There are no rows below the first line.');
  // Without a county, a number says nothing.
  const used = has('county_fips') ? columns : columns.filter(([key]) => key !== 'parcel_id');
  return { header, rows, columns: used };
}

function wanted(row, columns) {
  const given = columns.map(([key, at]) => [key, row[at]?.trim() || null]);
  const { county_fips, ...rest } = Object.fromEntries(given);
  // Spreadsheets drop the zero of a code.
  const county = county_fips?.padStart(5, '0') ?? null;
  return county === null ? { ...rest, parcel_id: null } : { ...rest, county_fips: county };
}

const quoted = (cell) => (/[",\r\n]/.test(cell) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell));
const line = (cells) => `${cells.map(quoted).join(',')}\r\n`;

/** A form that gives a CSV of addresses or parcel numbers back with parcel ids. */
export function matchPanel({ signal }) {
  const input = h('textarea', {
    id: 'match-rows',
    rows: 6,
    spellcheck: false,
    'aria-describedby': 'match-rows-hint',
  });
  const file = h('input', { id: 'match-file', type: 'file', accept: '.csv,.txt,.tsv,text/csv' });
  const told = h('p', { role: 'status' });
  const problem = h('p', { class: 'problem', role: 'alert' });
  const button = h('button', { type: 'submit' }, 'Match');
  const form = h(
    'form',
    {},
    field(
      'match-rows',
      'Rows, with the names of the columns in the first line',
      input,
      'address, city, state, zip; or parcel_id and county_fips. Paste them, or drop a file here.',
    ),
    field('match-file', 'Or a CSV file', file),
    h('div', { class: 'row' }, button),
    problem,
    told,
  );
  let last = null;

  async function read(chosen) {
    input.value = await chosen.text();
  }

  async function run() {
    const { header, rows, columns } = readTable(input.value);
    const lines = [line([...header, ...ADDED])];
    let found = 0;
    for (let from = 0; from < rows.length; from += ROWS) {
      const some = rows.slice(from, from + ROWS);
      put(told, `${from} of ${counted(rows.length, 'row', 'rows')} …`);
      const body = { rows: some.map((row) => wanted(row, columns)) };
      const { data } = await api('/parcels/match', { body, signal });
      for (const [at, { match, score, id }] of data.entries()) {
        if (id !== null) found++;
        const cells = header.map((_, column) => some[at][column] ?? '');
        lines.push(line([...cells, match, score, id ?? '']));
      }
    }
    if (last !== null) URL.revokeObjectURL(last);
    last = URL.createObjectURL(new Blob(['\ufeff', ...lines], { type: 'text/csv' }));
    const link = h('a', { href: last, download: 'matched.csv' }, 'Download the rows with ids');
    put(told, `${found} of ${counted(rows.length, 'row', 'rows')} matched. `, link);
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    put(problem);
    button.disabled = true;
    try {
      await run();
    } catch (failure) {
      if (failure.name === 'AbortError') return;
      put(told);
      put(
        problem,
        failure.code === undefined || failure.code.startsWith('CSV') ? failure.message : advice(failure),
      );
    } finally {
      button.disabled = false;
    }
  });
  file.addEventListener('change', () => file.files[0] && read(file.files[0]));
  form.addEventListener('dragover', (event) => event.preventDefault());
  form.addEventListener('drop', (event) => {
    const [dropped] = event.dataTransfer.files;
    if (!dropped) return;
    event.preventDefault();
    read(dropped);
  });
  signal.addEventListener('abort', () => last !== null && URL.revokeObjectURL(last));
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'match-title' },
    h('h2', { id: 'match-title' }, 'Match a list'),
    h(
      'p',
      { class: 'quiet' },
      'Which parcels a spreadsheet means. Each row that matches costs one lookup. ',
      h('a', { href: '/docs/matching' }, 'What the answers mean'),
    ),
    form,
  );
}
