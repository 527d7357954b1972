import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { call, makeHarness } from '../helper.ts';
import { serve } from '../loading/readers/local-server.ts';
import { terrierHere } from './in-process.ts';

const harness = await makeHarness(t);
const { app, key } = await harness.api();
const folder = mkdtempSync(join(tmpdir(), 'terrier-proposals-'));
t.teardown(() => rmSync(folder, { recursive: true, force: true }));

const terrier = (...args: string[]) => terrierHere(args, harness.env);
const parcel = async (number: string) =>
  (await call(app, 'GET', `/api/v1/parcels/31109:${encodeURIComponent(number)}`, { key })).json();
const kept = (name: string) => existsSync(join(harness.config.TERRIER_HOME, 'sources', `${name}.json`));
/** Text without its line breaks, which depend on the width of a report. */
const line = (text: string) => text.replace(/\s+/g, ' ');

const FIRST = ['ANN', 'BEN', 'CLEO', 'DORA', 'EZRA', 'FLORA', 'GUS'];
const LAST = ['MARLOWE', 'WREN', 'ALDER', 'HOLLIS', 'QUILL'];
type Cells = Record<string, string>;

const roll = (n: number): Cells => ({
  APN: `10-36-${String(n).padStart(3, '0')}`,
  OWNER_NAME: `${LAST[n % 5]}, ${FIRST[n % 7]}`,
  SITUS_ADDR: `${100 + n} ELM ST`,
  LON: (-96.7 - n / 10_000).toFixed(5),
  LAT: (40.8 + n / 10_000).toFixed(5),
});

/** A CSV file of this many made-up parcels, with additional or replaced columns. Returns its path. */
function table(name: string, rows: number, more: (n: number) => Cells, base = roll): string {
  const all = Array.from({ length: rows }, (_, n) => ({ ...base(n), ...more(n) }));
  const quoted = (cells: string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  const file = join(folder, name);
  writeFileSync(file, `${[Object.keys(all[0]!), ...all.map(Object.values)].map(quoted).join('\n')}\n`);
  return file;
}

const auto = (file: string, kind = 'parcels') => terrier('ingest', kind, file, '--county', '31109', '--auto');
const comma = (value: number) => value.toLocaleString('en-US');

t.test('amounts, areas, rooms and years are stored as the proposal reads them', async (t) => {
  const plain = table('plain.csv', 30, (n) => ({ TOTAL_VAL: String(6_116 + n) }));
  t.equal((await auto(plain)).status, 0);
  const written = table('written.csv', 30, (n) => ({
    TOTAL_VAL: comma(6_116 + n),
    SALE_PRICE: `$${comma(110_000 + n)}.00`,
    LAND_VAL: n === 3 ? '$0.00' : `$ ${comma(2_000 + n)}`,
    ACRES: `${n + 1}.50`,
    BLDG_SQFT: comma(1_200 + n),
    BEDROOMS: `${(n % 4) + 1} `,
    YEAR_BUILT: comma(1_950 + n),
  }));
  const inspected = await terrier('inspect', written, '--county', '31109');
  t.notMatch(inspected.out, /would be lost/);
  t.match(inspected.out, /good enough for --auto/);
  const loaded = await auto(written);
  t.equal(loaded.status, 0, loaded.err);
  t.notMatch(loaded.out, /Nulled/);
  t.match(await parcel('10-36-007'), {
    total_assessed_value: 6_123,
    sale_price: 110_007,
    land_value: 2_007,
    acreage: 8.5,
    building_sqft: 1_207,
    bedrooms: 4,
    year_built: 1_957,
  });
  t.match(await parcel('10-36-003'), { land_value: 0 });
});

/** The layer of a kept source. */
const keptLayer = (name: string, kind = 'parcels') =>
  JSON.parse(readFileSync(join(harness.config.TERRIER_HOME, 'sources', `${name}.json`), 'utf8')).layers[
    kind
  ][0];

t.test('a value that cannot be used costs the value, whatever the share', async (t) => {
  for (const share of [1, 3, 6, 9]) {
    const text = share % 2 ? 'EXEMPT' : 'SEE NOTE';
    const file = table(`share${share}.csv`, 60, (n) => ({
      TOTAL_VAL: n % 20 < share ? text : comma(9_000 + n),
    }));
    const { status, out, err } = await auto(file);
    t.equal(status, 0, err);
    t.match(out, `total_assessed_value:wrong_type: ${share * 3}, such as ${text}`, `${share * 5} %`);
    t.match(out, /good enough for --auto/);
    t.match(await parcel('10-36-019'), { total_assessed_value: 9_019 });
    t.match(await parcel('10-36-000'), { total_assessed_value: null });
  }
});

t.test('what stands for none is blank and counted, and the rest of the column goes in', async (t) => {
  const day = (n: number) => `${(n % 12) + 1}/${(n % 28) + 1}/${1990 + (n % 30)}`;
  const price = (n: number) => `$${comma(150_000 + n * 500)}`;
  const prices: [text: string, reason: string][] = [
    ...['$ -   ', '$ --', '-0-', '–', '########', 'N/A-EXEMPT', 'NEVER SOLD', 'VACANT', 'NO SALE'].map(
      (text): [string, string] => [text, 'no_value'],
    ),
    ['-1', 'negative'],
  ];
  const dates: [text: string, reason: string][] = [
    ...['1/0/1900', '0/0/1900', '11/11/1111', '12:00:00 AM'].map((text): [string, string] => [
      text,
      'placeholder_date',
    ]),
    ...['NO SALE', 'NEVER SOLD', 'VACANT', '########'].map((text): [string, string] => [text, 'no_value']),
    ['2/30/2019', 'no_such_date'],
    ['5/13/2068', 'in_the_future'],
  ];
  const rows = (text: (n: number) => string, date: (n: number) => string) => (n: number) => ({
    SALE_PRICE: n % 3 === 0 ? text(n) : price(n),
    SALE_DATE: n % 3 === 1 ? date(n) : day(n),
  });
  const all = table(
    'none.csv',
    60,
    rows(
      (n) => prices[(n / 3) % prices.length]![0],
      (n) => dates[((n - 1) / 3) % dates.length]![0],
    ),
  );
  const { status, out, err } = await auto(all);
  t.equal(status, 0, err);
  t.match(out, /good enough for --auto/);
  t.match(out, /sale_price:no_value: 18, such as /);
  t.match(out, /sale_price:negative: 2, such as -1/);
  for (const reason of ['placeholder_date: 8', 'no_value: 8', 'no_such_date: 2', 'in_the_future: 2'])
    t.match(out, `sale_date:${reason}, such as `);
  t.match(await parcel('10-36-002'), { sale_price: 151_000, sale_date: '1992-03-03' });
  t.match(await parcel('10-36-003'), { sale_price: null, sale_date: '1993-04-04' });
  t.match(await parcel('10-36-004'), { sale_price: 152_000, sale_date: null });
  // Most parcels of a county were never sold: such values do not speak against the column.
  const most = (text: string) => (n: number) => (n % 5 > 0 ? text : price(n));
  for (const text of ['$ -   ', 'NEVER SOLD', '-1']) {
    const file = table('most.csv', 60, (n) => ({ SALE_PRICE: most(text)(n), SALE_DATE: day(n) }));
    const loaded = await auto(file);
    t.equal(loaded.status, 0, loaded.err);
    t.match(loaded.out, /sale_price:(?:no_value|negative): 48, such as/, text);
    t.match(await parcel('10-36-010'), { sale_price: 155_000 }, text);
  }
});

t.test('a column that cannot be read is left out and named, and the county goes in', async (t) => {
  const cases: [name: string, more: (n: number) => Cells, message: RegExp, field: string][] = [
    [
      'comma.csv',
      (n) => ({ TOTAL_VAL: `${n + 1}.234,50` }),
      /TOTAL_VAL: It is total_assessed_value, but .* comma .* in conform: "total_assessed_value": \{"column":"TOTAL_VAL","decimal":","\}/,
      'total_assessed_value',
    ],
    [
      'words.csv',
      (n) => ({ TOTAL_VAL: n % 10 > 3 ? 'SEE NOTE' : comma(9_000 + n) }),
      /TOTAL_VAL.*"total_assessed_value": "TOTAL_VAL"/,
      'total_assessed_value',
    ],
    [
      'mixed.csv',
      (n) => ({ YEAR_BUILT: n % 3 ? `C ${1_900 + n}` : String(1_900 + n) }),
      /YEAR_BUILT.*"year_built": /,
      'year_built',
    ],
  ];
  for (const [name, more, message, field] of cases) {
    const file = table(name, 30, more);
    const inspected = await terrier('inspect', file, '--county', '31109');
    t.match(line(inspected.out), new RegExp(`Left out ${message.source}`), name);
    t.notMatch(inspected.out, /good enough/, name);
    const { status, err, out } = await auto(file);
    t.equal(status, 3, `${name}: ${err}`);
    t.match(line(out), new RegExp(`Left out: ${message.source}.* parcels: 30 read`), 'it comes first');
    t.equal(out.split('Left out').length, 2, 'it is said once');
    t.match(await parcel('10-36-007'), { [field]: null, owner_name: 'ALDER, ANN' }, name);
    const source = `31109-parcels-${name.replace('.csv', '')}`;
    const layer = keptLayer(source);
    t.match(layer.left_out, [{ columns: [Object.keys(more(0))[0]], unreadable: true }], name);
    t.notOk(field in layer.conform, name);
    t.match(
      (await terrier('sources', 'list')).out,
      new RegExp(`^${source} leaves out ${message.source}`, 'm'),
    );
    const { data } = (await call(app, 'GET', '/api/v1/coverage/sources?state=NE', { key })).json();
    const row = data.find((one: { source: string }) => one.source === source);
    t.match(row.left_out, [
      { columns: [Object.keys(more(0))[0]], why: /./, line: new RegExp(`"${field}": `) },
    ]);
    const synced = await terrier('sync', source, '--force');
    t.match(line(synced.out), new RegExp(`Left out: ${message.source}`), 'sync says it too');
  }
});

t.test('the line that takes a column in completes the source; a second ingest updates', async (t) => {
  const file = join(harness.config.TERRIER_HOME, 'sources', '31109-parcels-comma.json');
  const json = JSON.parse(readFileSync(file, 'utf8'));
  const [layer] = json.layers.parcels;
  Object.assign(layer.conform, layer.left_out[0].add);
  writeFileSync(file, JSON.stringify(json));
  const { status, out, err } = await terrier('ingest', 'parcels', '--source', '31109-parcels-comma');
  t.equal(status, 0, err);
  t.notMatch(out, /Left out/);
  t.match(await parcel('10-36-007'), { total_assessed_value: 8_234.5 });
  t.notMatch((await terrier('sources', 'list')).out, /31109-parcels-comma leaves out/);
});

t.test('what is missing although a column is there comes first', async (t) => {
  const file = table('owners.csv', 40, (n) => ({
    OWNER_NAME: String(7_000 + n),
    TOTAL_VAL: `${n + 1}.234,50`,
    SITUS_ADDR: `LOT ${n}`,
  }));
  const { status, out } = await auto(file);
  t.equal(status, 3);
  t.match(
    line(out),
    /Left out: OWNER_NAME: OWNER_NAME is named like owner_name, but 0 % .*"owner_name": "OWNER_NAME" SITUS_ADDR.* TOTAL_VAL: /,
  );
  t.notMatch(out, /good enough/);
  t.match(line(out), /No owner’s name: /);
});

t.test('names and values together are read: thousands, retired parcels, names in two columns', async (t) => {
  const file = table('said.csv', 60, (n) => ({
    'TOTAL VALUE ($000)': String(240 + n),
    SALE_PRICE_2000: comma(150_000 + n * 500),
    STATUS: n % 6 ? 'ACTIVE' : 'RETIRED',
    OWNER_NAME: '',
    OWNER_LAST: LAST[n % 5]!,
    OWNER_FIRST: FIRST[n % 7]!,
  }));
  const { status, out, err } = await auto(file);
  t.equal(status, 0, err);
  t.match(line(out), /STATUS marks 10 rows that are no longer parcels, to be left out: RETIRED 10\./);
  t.match(out, /^10 rows left out, as the source says$/m);
  t.match(out, /parcels: 50 read/);
  t.match(await parcel('10-36-008'), {
    total_assessed_value: 248_000,
    sale_price: 154_000,
    owner_name: 'HOLLIS, BEN',
  });
  const others = table('others.csv', 40, (n) => ({
    'TOTAL VALUE ($000)': comma(240_000 + n),
    PERMIT_STATUS: n % 4 ? 'ACTIVE' : 'INACTIVE',
    STATUS: n % 4 ? 'OWNED' : 'RETIRED',
  }));
  t.match((await auto(others)).out, /parcels: 40 read/, 'these columns say something else');
  t.match(await parcel('10-36-008'), { total_assessed_value: 240_008 });
});

t.test('an address is downloaded once, also where its coordinates have a system of their own', async (t) => {
  for (const [name, ...more] of [['plain'], ['system', '--srs', 'EPSG:4269']] as const) {
    let sent = 0;
    const { origin } = await serve(t, (_, response) => {
      sent++;
      response.setHeader('Content-Type', 'text/csv').end(readFileSync(table(`${name}.csv`, 40, () => ({}))));
    });
    const given = ['ingest', 'parcels', `${origin}/${name}.csv`, '--county', '31109', '--auto'];
    const { status, out, err } = await terrier(...given, '--allow-private', ...more);
    t.equal(status, 0, err);
    t.match(out, /parcels: 40 read/, name);
    t.equal(sent, 1, name);
  }
});

t.test('of a table of several counties, the rows of the given one are taken', async (t) => {
  const cases: [name: string, cells: (n: number) => Cells, out: RegExp, read: number][] = [
    [
      'state.csv',
      (n) => ({ COUNTY: ['LANCASTER', 'Saunders', 'Gage', ''][n % 4]! }),
      /COUNTY names Saunders County, Gage County besides Lancaster County, Nebraska \(31109\): their rows are left out/,
      20,
    ],
    ['codes.csv', (n) => ({ COFIPS: n % 4 ? '155' : '109' }), /COFIPS names Saunders County besides/, 10],
    // Numbers of a state's own, and the owner's county, say nothing.
    ['own-numbers.csv', (n) => ({ COUNTY_NO: String((n % 4) + 1) }), /Ready/, 40],
    ['owners.csv', (n) => ({ OWNER_COUNTY: n % 4 ? 'GAGE' : 'LANCASTER' }), /Ready/, 40],
  ];
  for (const [name, more, said, read] of cases) {
    const { status, out } = await terrier(
      'ingest',
      'parcels',
      table(name, 40, more),
      '--county',
      '31109',
      '--auto',
      '--dry-run',
    );
    t.equal(status, 0, name);
    t.match(out.replace(/\s+/g, ' '), said, name);
    t.match(out, new RegExp(`parcels: ${read} read`), name);
    if (read < 40) t.match(out, new RegExp(`^${40 - read} rows left out, as the source says$`, 'm'), name);
  }
});

t.test('a county is refused for its identity alone, and the refusal names the cause', async (t) => {
  const bare = (n: number): Cells => {
    const { APN: _, ...rest } = roll(n);
    return rest;
  };
  const only = (cells: (n: number) => Cells) => (name: string) => table(name, 40, cells, () => ({}));
  const text = (content: string) => (name: string) => {
    const file = join(folder, name);
    writeFileSync(file, content);
    return file;
  };
  const wide = Array.from(
    { length: 30 },
    (_, n) => `10-36-${100 + n}     WREN, ODETTE          ${100 + n} ELM ST`,
  );
  const cases: [name: string, file: (name: string) => string, message: RegExp][] = [
    ['unnumbered.csv', (name) => table(name, 40, () => ({}), bare), /No column could be the parcel number/],
    [
      'repeated.csv',
      only((n) => ({ ...roll(n), APN: `10-${n % 3}` })),
      /APN is named like parcel_id, but 0 % of its numbers occur in one row only/,
    ],
    [
      'damaged.csv',
      only((n) => ({ ...roll(n), APN: `6.0${n % 9}E+10` })),
      /40 of 40 parcel numbers in APN are such as 6\.0\dE\+10, which a spreadsheet has changed/,
    ],
    [
      'elsewhere.csv',
      only((n) => ({ ...roll(n), CNTY_NAME: n % 2 ? 'Saunders County' : 'GAGE' })),
      /CNTY_NAME names Gage County, Saunders County, and not Lancaster County, Nebraska \(31109\)/,
    ],
    [
      'wide.txt',
      text(`PARCEL        OWNER                 ADDRESS\n${wide.join('\n')}\n`),
      /text in columns of fixed widths/,
    ],
    [
      'page.csv',
      text(
        '<!DOCTYPE html>\n<html><head><title>Sign in</title></head>\n<body>Please sign in, to go on</body></html>\n',
      ),
      /not a table but a web page/,
    ],
    [
      'esri.json',
      text('{"features":[{"attributes":{"PIN":"1-2"}},{"attributes":{"PIN":"1-3"}}]}'),
      /None of the rows can be read \(not_a_feature\)\. If it is Esri JSON, give the address of its layer/,
    ],
    [
      'answer.geojson',
      text('{"error":{"code":499,"message":"Token Required","details":[]}}'),
      /error message of a server/,
    ],
  ];
  for (const [name, make, message] of cases) {
    const { status, err, out } = await auto(make(name));
    t.equal(status, 1, name);
    t.match(err, message, name);
    t.notMatch(out, /\d+ created/, name);
    t.notOk(kept(`31109-parcels-${name.split('.')[0]}`), name);
  }
  for (const [name, content, message] of [
    [
      'busy.csv',
      'Service temporarily unavailable\nPlease try again later\n',
      /The table has one column only/,
    ],
    ['empty.csv', 'APN,OWNER_NAME\n', /The table has no rows/],
  ] as const)
    t.match((await auto(text(content)(name))).err, message, name);
  const bareNumbers = await auto(
    table(
      'numbers.csv',
      40,
      () => ({}),
      (n) => ({ APN: `77-${1_000 + n}` }),
    ),
  );
  t.equal(bareNumbers.status, 0, 'numbers alone are parcels');
});

t.test('a source file says how decimals are written', async (t) => {
  const file = table('decimal.csv', 30, (n) => ({ TOTAL_VAL: `${n + 1}.234,50`, ACRES: `0,${n + 10}` }));
  const source = join(folder, 'decimal.json');
  t.equal((await terrier('inspect', file, '--county', '31109', '--write', source)).status, 0);
  const json = JSON.parse(readFileSync(source, 'utf8'));
  Object.assign(json.layers.parcels[0].conform, {
    total_assessed_value: { column: 'TOTAL_VAL', decimal: ',' },
    acreage: { column: 'ACRES', decimal: ',', unit: 'acres' },
  });
  writeFileSync(source, JSON.stringify(json));
  const loaded = await terrier('ingest', 'parcels', '--source', source);
  t.equal(loaded.status, 0, loaded.err);
  t.notMatch(loaded.out, /Nulled/);
  t.match(await parcel('10-36-004'), { total_assessed_value: 5_234.5, acreage: 0.14 });
});

t.test('flags that cannot be read are not treated as flags', async (t) => {
  const deed = (n: number): Cells => ({
    APN: `10-36-${n}`,
    DOC_NUM: `2020-${1_000 + n}`,
    SALE_DATE: `2020-${String((n % 12) + 1).padStart(2, '0')}-${String((n % 28) + 1).padStart(2, '0')}`,
    SALE_PRICE: `$${comma(150_000 + n * 500)}`,
    GRANTEE: `${LAST[n % 5]}, ${FIRST[n % 7]}`,
  });
  const inspect = (file: string) => terrier('inspect', file, '--county', '31109', '--kind', 'deeds');
  const yes = await inspect(table('yes.csv', 60, (n) => ({ QUALIFIED: n % 3 ? 'Yes' : 'No' }), deed));
  t.match(yes.out, /is_arm_length +QUALIFIED +certain/);
  const letters = table('letters.csv', 60, (n) => ({ QUALIFIED: n % 3 ? 'Q' : 'U' }), deed);
  const { out } = await inspect(letters);
  t.notMatch(out, /is_arm_length +QUALIFIED +certain/);
  t.match(line(out), /Left out QUALIFIED: It is is_arm_length, but its values are neither yes nor no: /);
  const loaded = await auto(letters, 'deeds');
  t.equal(loaded.status, 3, loaded.err);
  t.match(line(loaded.out), /Left out: QUALIFIED: .*"values".*"is_arm_length": "QUALIFIED"/);
});

/** Condominiums: 4 of 96 numbers appear in two rows, and no name says that they are parcel numbers. */
const condos = (n: number): Cells => {
  const { APN: _, ...rest } = roll(n);
  return { MBP: `20-${String(n % 96).padStart(4, '0')}-B`, ...rest };
};

t.test('if the parcel number is only a guess, inspect shows what to decide and writes it down', async (t) => {
  const file = table('condos.csv', 100, (n) => ({ TOTAL_VAL: comma(120_000 + (n % 96)) }), condos);
  const source = join(folder, 'condos.json');
  const inspected = await terrier('inspect', file, '--county', '31109', '--write', source);
  t.equal(inspected.status, 0, inspected.err);
  t.match(inspected.out, /^ {2}MBP +text/m, 'the columns');
  t.match(inspected.out, /parcel_id +MBP +guess/);
  t.match(inspected.out, /owner_name +OWNER_NAME +certain/);
  t.match(line(inspected.out), /To decide The parcel number is not certain\. The likeliest column is /);
  t.match(inspected.out, /100 of 100 rows would be loaded, as 96 different parcels/, 'with the guess');
  t.match(line(inspected.err), /condos\.json.*Before it can be loaded.*layers\.parcels\[0\]\.conform\.pid/);
  const json = JSON.parse(readFileSync(source, 'utf8'));
  const { conform } = json.layers.parcels[0];
  t.match(conform.pid, { decide: /parcel number/, could_be: ['MBP'] });
  t.equal(conform.owner_name, 'OWNER_NAME');

  for (const args of [
    ['ingest', 'parcels', '--source', source],
    ['ingest', 'parcels', '--source', source, '--dry-run'],
    ['sync', source],
  ]) {
    const { status, err, out } = await terrier(...args);
    t.not(status, 0, args.join(' '));
    t.match(
      line(err + out),
      /condos\.json cannot be used: layers\.parcels\[0\]\.conform\.pid: is not decided yet.*Write what it is in its place, such as "pid": "MBP"/,
      args.join(' '),
    );
  }
  const again = await terrier('inspect', source);
  t.equal(again.status, 0, again.err);
  t.match(again.out, /parcel_id +MBP +guess/, 'the file can be inspected again');
  const refused = await auto(file);
  t.equal(refused.status, 1);
  t.match(refused.err, /Nothing was loaded: The parcel number is not certain/);

  conform.pid = 'MBP';
  writeFileSync(source, JSON.stringify(json));
  const loaded = await terrier('ingest', 'parcels', '--source', source);
  t.equal(loaded.status, 0, loaded.err);
  t.match(loaded.out, /100 read, 96 created/);
  t.match(await parcel('20-0042-B'), { total_assessed_value: 120_042 });
});

t.test('a table without any parcel number, and a source file without one, can be inspected', async (t) => {
  const bare = (n: number): Cells => {
    const { APN: _, ...rest } = roll(n);
    return rest;
  };
  const file = table('none.csv', 40, () => ({ KIND: 'A' }), bare);
  const source = join(folder, 'none.json');
  const inspected = await terrier('inspect', file, '--county', '31109', '--write', source);
  t.equal(inspected.status, 0, inspected.err);
  t.match(line(inspected.out), /To decide No column could be the parcel number/);
  t.match(JSON.parse(readFileSync(source, 'utf8')).layers.parcels[0].conform.pid, { decide: /No column/ });
  t.match((await terrier('ingest', 'parcels', '--source', source)).err, /conform\.pid: is not decided yet/);

  const half = join(folder, 'half.json');
  const layer = {
    name: 'roll',
    protocol: 'file',
    data: 'condos.csv',
    conform: { format: 'csv', owner_name: 'OWNER_NAME' },
  };
  const coverage = { 'US Census': { geoid: '31109' }, country: 'us', state: 'ne' };
  writeFileSync(half, JSON.stringify({ schema: 2, coverage, layers: { parcels: [layer] } }));
  const completed = await terrier('inspect', half);
  t.equal(completed.status, 0, completed.err);
  t.match(completed.out, /parcel_id +MBP +guess/);
  t.match((await terrier('ingest', 'parcels', '--source', half)).err, /conform\.pid: is missing/);
  writeFileSync(
    half,
    JSON.stringify({
      schema: 2,
      coverage,
      layers: { parcels: [{ ...layer, conform: { format: 'csv', owner_nam: 'A' } }] },
    }),
  );
  t.match((await terrier('inspect', half)).err, /owner_nam: unknown key/, 'what is wrong in it is told');
});

t.test('days come after months unless the column contradicts that', async (t) => {
  const days = (name: string, told: string) =>
    table(name, 30, (n) => ({
      SALE_PRICE: comma(250_000 + n),
      SALE_DATE: n === 9 ? told : `0${(n % 9) + 1}/02/2019`,
    }));
  const open = await auto(days('days.csv', '01/02/2019'));
  t.equal(open.status, 0, open.err);
  t.match(open.out, /good enough for --auto/);
  t.match(await parcel('10-36-004'), { sale_date: '2019-05-02' });
  const other = await auto(days('other.csv', '13/02/2019'));
  t.equal(other.status, 0, other.err);
  t.match(await parcel('10-36-004'), { sale_date: '2019-02-05' });
});
