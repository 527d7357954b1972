import { parse } from '/assets/vendor/csv-parse/sync.js';
import { advice, api } from '../api.js';
import { useSubmit } from '../asked.js';
import { counted } from '../format.js';
import { html, useLayoutEffect, useLeaving, useRef, useState } from '../html.js';
import { Field } from './form.js';

const ROWS = 500;
/** Names of columns, without marks: those that mean each part of a row. */
const NAMES = {
  address: 'address street streetaddress siteaddress situsaddress propertyaddress fulladdress address1',
  city: 'city town sitecity situscity propertycity municipality',
  state: 'state st sitestate propertystate',
  zip: 'zip zipcode postalcode zip5 sitezip propertyzip',
  county_fips: 'countyfips fips fipscode',
  parcel_id: 'parcelid parcelnumber parcelno apn pin parcel',
};
const ADDED = ['match', 'score', 'id'].map((name) => `terrier_${name}`);
const plain = (name) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Reads a CSV text with a header line. Throws an Error with a sentence. */
function readTable(text) {
  const head = text.slice(0, text.search(/[\r\n]|$/));
  const delimiter = ['\t', ';', '|', ','].find((mark) => head.includes(mark)) ?? ',';
  const options = { bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true };
  const [header = [], ...rows] = parse(text, { delimiter, ...options });
  const columns = Object.entries(NAMES).flatMap(([key, names]) => {
    const at = header.findIndex((name) => names.split(' ').includes(plain(name)));
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

/**
 * Matches the rows of a CSV text; `onPart(done, all)` is called before each part. Throws an Error with a sentence, or
 * ApiFailure.
 * @returns {Promise<{found: number, all: number, csv: string[]}>} the lines with three more columns
 */
async function match(text, onPart, signal) {
  const { header, rows, columns } = readTable(text);
  const csv = [line([...header, ...ADDED])];
  let found = 0;
  for (let from = 0; from < rows.length; from += ROWS) {
    const some = rows.slice(from, from + ROWS);
    onPart(from, rows.length);
    const body = { rows: some.map((row) => wanted(row, columns)) };
    const { data } = await api('/parcels/match', { body, signal });
    for (const [at, { match, score, id }] of data.entries()) {
      if (id !== null) found++;
      const cells = header.map((_, column) => some[at][column] ?? '');
      csv.push(line([...cells, match, score, id ?? '']));
    }
  }
  return { found, all: rows.length, csv };
}

const problemOf = (failure) =>
  failure.code === undefined || failure.code.startsWith('CSV') ? failure.message : advice(failure);

/** The address of a CSV to download, as long as it is shown. */
function useCsv(lines) {
  const [address, setAddress] = useState(null);
  useLayoutEffect(() => {
    if (lines === undefined) return;
    const made = URL.createObjectURL(new Blob(['\ufeff', ...lines], { type: 'text/csv' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [lines]);
  return address;
}

/** A form that gives a CSV of addresses or parcel numbers back with parcel ids. */
export function MatchList() {
  const signal = useLeaving();
  const input = useRef();
  /** `{part, all}` while it matches, then `{found, all, csv}`. */
  const [told, setTold] = useState({});
  const { submit, busy, failure } = useSubmit(async () => {
    setTold({});
    const text = input.current.value;
    try {
      setTold(await match(text, (part, all) => setTold({ part, all }), signal));
    } catch (failure) {
      setTold({});
      throw failure;
    }
  });
  const download = useCsv(told.csv);
  const all = counted(told.all, 'row', 'rows');

  async function read(file) {
    if (file) input.current.value = await file.text();
  }

  function drop(event) {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    void read(file);
  }

  return html`
    <section class="card" aria-labelledby="match-title">
      <h2 id="match-title">Match a list</h2>
      <p class="quiet">
        Which parcels a spreadsheet means. Each row that matches costs one lookup.${' '}
        <a href="/docs/matching">What the answers mean</a>
      </p>
      <form onsubmit=${submit} ondragover=${(event) => event.preventDefault()} ondrop=${drop}>
        <${Field} id="match-rows" label="Rows, with the names of the columns in the first line"
          hint="address, city, state, zip; or parcel_id and county_fips. Paste them, or drop a file here.">
          <textarea id="match-rows" ref=${input} rows="6" spellcheck=${false}
            aria-describedby="match-rows-hint"></textarea>
        </>
        <${Field} id="match-file" label="Or a CSV file">
          <input id="match-file" type="file" accept=".csv,.txt,.tsv,text/csv"
            onchange=${(event) => read(event.currentTarget.files[0])} />
        </>
        <div class="row"><button type="submit" disabled=${busy}>Match</button></div>
        <p class="problem" role="alert">${failure && problemOf(failure)}</p>
        <p role="status">
          ${told.part !== undefined && `${told.part} of ${all} …`}
          ${
            told.csv &&
            html`${told.found} of ${all} matched.${' '}
              <a href=${download} download="matched.csv">Download the rows with ids</a>`
          }
        </p>
      </form>
    </section>
  `;
}
