import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { call, makeHarness } from '../helper.ts';
import { terrierHere } from './in-process.ts';

const harness = await makeHarness(t);
const app = await harness.app();
const key = await harness.key();
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

t.test('a column that would lose its values stops --auto, and stored values stay', async (t) => {
  const before = await parcel('10-36-007');
  const cases: [name: string, more: (n: number) => Cells, message: RegExp][] = [
    [
      'comma.csv',
      (n) => ({ TOTAL_VAL: `${n + 1}.234,50` }),
      /TOTAL_VAL \(total_assessed_value\): 30 of its 30 values cannot be read, in forms such as 99\.999,99 and 9\.999,99\. .*"decimal": ","/,
    ],
    [
      'words.csv',
      (n) => ({ TOTAL_VAL: n % 10 === 3 ? 'SEE NOTE' : comma(9_000 + n) }),
      /TOTAL_VAL \(total_assessed_value\): 3 of its 30 values cannot be read, in forms such as AAA AAAA\. /,
    ],
    [
      'negative.csv',
      (n) => ({ LAND_VAL: n < 2 ? '(1,200)' : comma(9_000 + n) }),
      /LAND_VAL \(land_value\): 2 of its 30 values cannot be used, in forms such as \(9,999\)\. /,
    ],
    [
      'order.csv',
      (n) => ({
        SALE_PRICE: '250,000',
        SALE_DATE: `0${(n % 9) + 1}/0${((n * 7) % 9) + 1}/20${10 + (n % 9)}`,
      }),
      /The dates of SALE_DATE \(sale_date\) can be read in two orders, MM\/DD\/YYYY and DD\/MM\/YYYY/,
    ],
  ];
  for (const [name, more, message] of cases) {
    const file = table(name, 30, more);
    const inspected = await terrier('inspect', file, '--county', '31109');
    t.equal(inspected.status, 0, inspected.err);
    t.match(line(inspected.out), new RegExp(`To decide.*${message.source}`), name);
    t.notMatch(inspected.out, /good enough/, name);
    const { status, err, out } = await auto(file);
    t.equal(status, 1, name);
    t.match(line(err), new RegExp(`Nothing was loaded: .*${message.source}`), name);
    t.match(err, /--write 31109-parcels-\S+\.json/, 'it says what to do next');
    t.notMatch(out, /\d+ (?:created|updated)/, 'nothing was loaded');
    t.notOk(kept(`31109-parcels-${name.replace('.csv', '')}`), name);
  }
  t.strictSame(await parcel('10-36-007'), before);
});

t.test('up to 2 % of the values of a column may be lost, and blanks are not values', async (t) => {
  const more = (lost: number) => (n: number) => ({
    TOTAL_VAL: n < lost ? 'SEE NOTE' : n < 50 ? ['N/A', 'NULL', '-', ''][n % 4]! : `$${comma(9_000 + n)}`,
  });
  const two = await terrier('inspect', table('two.csv', 150, more(2)), '--county', '31109');
  t.match(two.out, /good enough for --auto/);
  t.match(two.out, /2 {2}total_assessed_value: wrong_type/);
  const three = await terrier('inspect', table('three.csv', 150, more(3)), '--county', '31109');
  t.match(
    line(three.out),
    /To decide TOTAL_VAL \(total_assessed_value\): 3 of its 103 values cannot be read/,
  );
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
  t.match(
    line(out),
    /To decide QUALIFIED \(is_arm_length\): 60 of its 60 values cannot be read, in forms such as A\./,
  );
  t.equal((await auto(letters, 'deeds')).status, 1);
});

/** Condominiums: 4 of 96 numbers appear in two rows, and no name says that they are parcel numbers. */
const condos = (n: number): Cells => {
  const { APN: _, ...rest } = roll(n);
  return { MBP: `20-${String(n % 96).padStart(4, '0')}-B`, ...rest };
};

t.test(
  'when the parcel number is only a guess, inspect shows what to decide and writes it down',
  async (t) => {
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
  },
);

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

t.test('an order of month and day that is decided in the file is used', async (t) => {
  const file = table('days.csv', 30, (n) => ({
    SALE_PRICE: '250,000',
    SALE_DATE: `0${(n % 9) + 1}/02/2019`,
  }));
  const source = join(folder, 'days.json');
  t.equal((await terrier('inspect', file, '--county', '31109', '--write', source)).status, 0);
  const json = JSON.parse(readFileSync(source, 'utf8'));
  const { conform } = json.layers.parcels[0];
  const options = ['MM/DD/YYYY', 'DD/MM/YYYY'].map((dates) => ({ column: 'SALE_DATE', dates }));
  t.match(conform.sale_date, { decide: /order/, could_be: options });
  t.match(
    (await terrier('ingest', 'parcels', '--source', source)).err,
    /conform\.sale_date: is not decided yet/,
  );
  conform.sale_date = options[1];
  writeFileSync(source, JSON.stringify(json));
  t.equal((await terrier('ingest', 'parcels', '--source', source)).status, 0);
  t.match(await parcel('10-36-004'), { sale_date: '2019-02-05' });
});
