import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { openRecords } from '../../../src/loading/ingest/canonical.ts';
import { type CsvRecord, csvFields, recordJoiner } from '../../../src/loading/readers/csv/records.ts';
import { seed } from '../ingest/records.ts';

const MOST_LINES = 1_000;

/** The records of these lines; empty lines at the end make none. */
function joined(lines: string[], delimiter = ','): CsvRecord[] {
  const joiner = recordJoiner({ delimiter, isQuoted: true });
  const found: CsvRecord[] = [];
  lines.forEach((text, at) => void joiner.add(at + 1, text, found));
  joiner.end(found);
  return found;
}

/**
 * The same by a literal form of the rule, which reads ahead from every line. `fits` returns a reason if several lines do
 * not fit together as one record, apart from their quotes.
 */
function byTheRule(lines: string[], fits: (values: string[], lines: string[]) => string | null): CsvRecord[] {
  const found: CsvRecord[] = [];
  let width: number | null = null;
  for (let at = 0; at < lines.length; ) {
    const text = lines[at]!;
    let end = at;
    let values = text === '' ? [] : csvFields(text, ',');
    while (values === null && end + 1 < lines.length && end - at + 1 < MOST_LINES) {
      end++;
      values = csvFields(lines.slice(at, end + 1).join('\n'), ',');
    }
    const line = at + 1;
    const several = lines.slice(at, end + 1);
    let reason = values === null ? 'unclosed_quote' : null;
    if (values && several.length > 1 && fits(values, several)) reason = fits(values, several);
    if (reason === null && several.length > 1 && width !== null && values!.length !== width) {
      reason = 'wrong_column_count';
    }
    if (reason !== null) found.push({ line, reason });
    else if (text !== '') found.push({ line, values: values! });
    if (reason === null && text !== '') width ??= values!.length;
    at = reason === null ? end + 1 : at + 1;
  }
  return found;
}

/** A field that is open over several lines must be closed by a quote at its end, in every line that closes one. */
function odd(_values: string[], lines: string[]): string | null {
  const isOdd = lines.slice(1).some((line) => {
    const closing = /^(?:[^"]|"")*"(?!")/.exec(line)?.[0].length;
    return closing !== undefined && closing < line.length && line[closing] !== ',';
  });
  return isOdd ? 'unclosed_quote' : null;
}

const pieces = fc.constantFrom('a', ',', '"', '""', ' ', 'bc', '","', '",', ',"');
const line = fc.array(pieces, { maxLength: 7 }).map((all) => all.join(''));
const soup = fc.array(line, { maxLength: 14 });

t.test('any lines are joined as the rule says', async (t) => {
  fc.assert(
    fc.property(soup, (lines) => {
      deepStrictEqual(joined(lines), byTheRule(lines, odd));
    }),
    { seed, numRuns: 20_000 },
  );
  t.pass('in 20,000 ways');
});

t.test('a quote may be escaped by a backslash', async (t) => {
  const cases: [line: string, fields: string[] | null][] = [
    [String.raw`"O\"BRIEN, JR",1`, ['O"BRIEN, JR', '1']],
    [String.raw`"\"ELM\" LOTS",1`, ['"ELM" LOTS', '1']],
    [String.raw`"C:\",1`, ['C:\\', '1']],
    [String.raw`1,"C:\"`, ['1', 'C:\\']],
    [String.raw`"a\""b",1`, [String.raw`a\"b`, '1']],
    [String.raw`"O\"BRIEN`, null],
  ];
  for (const [line, fields] of cases) {
    t.same(csvFields(line, ','), fields, line);
  }
});

t.test('a stray quote costs only its own line', async (t) => {
  const good = (n: number) => `${n},"x, y",z`;
  const rows = Array.from({ length: 300 }, (_, n) => good(n));
  const reasons = (lines: string[]) =>
    joined(['a,b,c', ...lines]).flatMap((one) => ('reason' in one ? [[one.line, one.reason]] : []));
  t.same(reasons(rows), []);
  for (const stray of ['7,"x y,z', '"7,x y,z', '7,x,"z']) {
    t.same(reasons(rows.toSpliced(10, 0, stray)), [[12, 'unclosed_quote']], stray);
  }
  t.same(
    reasons(['1,"x', 'more', 'end",z,4', '2,y,z']),
    [[2, 'wrong_column_count']],
    'a record of several lines with a column too many; its other lines are rejected for their columns later',
  );
});

/** The rows of canonical CSV, and what is said about it. */
async function read(text: string) {
  async function* bytes() {
    yield Buffer.from(text);
  }
  const open = async () => ({ name: 'x.csv', bytes: bytes(), progress: () => null });
  const file = { name: 'x.csv', open, close: async () => {} };
  const opened = await openRecords(file, 'csv', { known: new Set() });
  const rows = [];
  for await (const some of opened.rows) rows.push(...some);
  return { rows, remarks: opened.remarks };
}

t.test('the first lines determine the delimiter', async (t) => {
  const cases: [text: string, columns: string[]][] = [
    ['county_fips,parcel_id\n1,2', ['county_fips', 'parcel_id']],
    ['county_fips;parcel_id\n1;2', ['county_fips', 'parcel_id']],
    ['county_fips\tparcel_id\n1\t2', ['county_fips', 'parcel_id']],
    ['county_fips|parcel_id\n1|2', ['county_fips', 'parcel_id']],
    [' county_fips ;"parcel_id";x\n1;2;3', ['county_fips', 'parcel_id', 'x']],
    ['"county_fips","a;b;c;d","parcel_id"\n1,2,3', ['county_fips', 'a;b;c;d', 'parcel_id']],
    ['"county_fips";"a,b,c,d";"parcel_id"\n1;2;3', ['county_fips', 'a,b,c,d', 'parcel_id']],
    [
      'county_fips;note, long, very long;parcel_id\n1;2;3',
      ['county_fips', 'note, long, very long', 'parcel_id'],
    ],
    ['county_fips,a;b,c;d,e;f\n1,2,3,4', ['county_fips', 'a;b', 'c;d', 'e;f']],
    ['county_fips\n1', ['county_fips']],
    ['"whatever, it is"\n1', ['whatever, it is']],
    ['county_fips;parcel_id;"a\nname"\n1;2;3', ['county_fips', 'parcel_id', 'a\nname']],
  ];
  for (const [text, columns] of cases) {
    const [row] = (await read(text)).rows;
    t.same(row && 'record' in row && Object.keys(row.record), columns, text);
  }
  for (const text of ['PARCEL;COUNTY,STATE', 'a|b\tc', 'county_fips;x,parcel_id\n1;2,3'])
    await t.rejects(read(text), /split in several ways .*Separate columns by commas/, text);
});

t.test('the same table gives the same records with any delimiter', async (t) => {
  const comma = await read('county_fips,parcel_id,street\n31109,"1;2","a|b, c"\n31109,3\n');
  t.same(comma.remarks, []);
  t.match(comma.rows[0], { record: { parcel_id: '1;2', street: 'a|b, c' } });
  const others: [string, string, string][] = [
    [';', 'semicolons', 'county_fips;parcel_id;street\n31109;"1;2";a|b, c\n31109;3\n'],
    ['\t', 'tabs', 'county_fips\tparcel_id\tstreet\n31109\t1;2\ta|b, c\n31109\t3\n'],
    ['|', 'vertical bars', 'county_fips|parcel_id|street\n31109|1;2|"a|b, c"\n31109|3\n'],
  ];
  for (const [, name, text] of others) {
    const { rows, remarks } = await read(text);
    t.same(rows, comma.rows, `${name}: also what tells an unchanged record`);
    t.same(remarks, [`It has its columns separated by ${name}.`]);
  }
});

t.test('a table without a header is refused, and one without rows says so', async (t) => {
  for (const text of ['', '\n\r\n\n', '\ufeff']) await t.rejects(read(text), /it is empty: the first line/);
  t.same(await read('\n\ncounty_fips,parcel_id\n\n'), {
    rows: [],
    remarks: ['It has a header line and no rows.'],
  });
  await t.rejects(
    read('county_fips,"parcel_id\n31109,1\n'),
    /header line cannot be read: a quote in it is not closed/,
  );
});

t.test(
  'repeated names and the marks of spreadsheets are no part of the records, but rows without values are',
  async (t) => {
    const { rows, remarks } = await read(
      'county_fips,parcel_id,city\n31109,="007",\'=A1\n,,\ncounty_fips,parcel_id,city\n31109,2,B,\n',
    );
    t.same(
      rows.map((row) => ('record' in row ? row.record : row)),
      [
        { county_fips: '31109', parcel_id: '007', city: '=A1' },
        { county_fips: null, parcel_id: null, city: null },
        { county_fips: '31109', parcel_id: '2', city: 'B' },
      ],
    );
    t.match(remarks, [/repeats the names of the columns/]);
  },
);
