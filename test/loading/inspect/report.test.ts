import t from 'tap';
import { rehearse } from '../../../src/loading/ingest/rehearse.ts';
import { firstRows } from '../../../src/loading/inspect/profile.ts';
import { reportLines } from '../../../src/loading/inspect/report.ts';
import { inspectTable } from '../../../src/loading/inspect/run.ts';
import type { Table } from '../../../src/loading/readers/table.ts';
import { withPrinted } from '../../../src/loading/sources/columns.ts';
import { layerRecords } from '../../../src/loading/sources/records.ts';
import { readSource } from '../../../src/loading/sources/source.ts';
import { type Row, rowsTable } from './tables.ts';

const ROWS: Row[] = Array.from({ length: 120 }, (_, i) => ({
  APN: i === 7 ? '' : i === 9 ? '10-0008' : `10-${String(i).padStart(4, '0')}`,
  OWNER: i % 3 === 0 ? `QUILLTON HOLDINGS ${i} LLC` : `PENNIFOLD, MARY ${i % 2 ? 'J' : 'R'}`,
  SITUS_ADDR: `${100 + i} ELM ST`,
  MAIL_ADDR: i % 2 === 0 ? `${100 + i} ELM ST` : `PO BOX ${i}`,
  MAIL_STATE: i % 4 === 0 ? 'CO' : 'NE',
  TOTAL_VAL: i === 5 ? -1 : 100_000 + i,
  POLY_TYPE: i === 11 ? 'WATER' : 'FEE',
}));

const CONFORM = {
  pid: 'APN',
  street: 'SITUS_ADDR',
  owner_name: 'OWNER',
  mailing_address: 'MAIL_ADDR',
  mailing_state: 'MAIL_STATE',
  total_assessed_value: 'TOTAL_VAL',
  lat: { constant: '40.8' },
  lon: { constant: '-96.7' },
  only: { POLY_TYPE: ['FEE'] },
};

/** What a load of these rows would do, as the layer of a source. */
function previewOf(table: Table, conform: object, kind = 'parcels', county: string | null = '31109') {
  const layer = { name: 'roll', protocol: 'file', data: 'roll.csv', conform: { format: 'csv', ...conform } };
  const coverage = county === null ? {} : { 'US Census': { geoid: county } };
  const { layers, area } = readSource({ schema: 2, coverage, layers: { [kind]: [layer] } }, 'roll.json');
  return rehearse(layers[0]!.kind, layerRecords(layers[0]!, withPrinted(table), area));
}

t.test('a preview shows what a load would reject, lose and derive', async (t) => {
  const preview = await previewOf(rowsTable(ROWS), CONFORM);
  t.match(preview, {
    read: 119,
    skipped: 1,
    taken: 118,
    located: 118,
    duplicates: 1,
    rejected_by_reason: { parcel_id_missing: 1 },
    nulled: { 'total_assessed_value:negative': 1 },
    examples: { 'total_assessed_value:negative': '-1' },
  });
  const { entity_class, out_of_state_owner } = preview.derived;
  const shown = Object.values(entity_class!).reduce((sum, count) => sum + count, 0);
  t.ok(shown > 0 && shown <= 100, `${shown} records are shown`);
  t.ok(entity_class!.LLC! > 10 && entity_class!.unknown! > 20);
  t.ok(out_of_state_owner!.true! > 5);
  t.match(await previewOf(firstRows(rowsTable(ROWS), 10), CONFORM), { read: 10, taken: 9 });
  t.match(await previewOf(rowsTable(ROWS), CONFORM, 'parcels', null), {
    taken: 0,
    rejected_by_reason: { county_fips_missing: 119 },
  });
});

t.test('a preview refuses what a load refuses: rounded numbers, and a file without a place', async (t) => {
  const numbers = (list: string[]) => rowsTable(list.map((APN) => ({ APN })));
  const conform = { pid: 'APN' };
  const damaged = numbers(['6.01E+10', 'A-1', '6.02E+10']);
  const preview = await previewOf(damaged, conform);
  t.match(preview, { taken: 1, rejected_by_reason: { parcel_id_damaged: 2 }, error: null });
  const lost = await previewOf({ ...damaged, unusable: () => 12 }, conform);
  t.match(lost.error, /None of the first 12 outlines or points is a place on Earth/);
  const one = await previewOf(numbers(['6.01E+10']), conform);
  t.match(one, { taken: 1, rejected: 0, error: null });
});

t.test('what rejected rows have in common is shown if it distinguishes them', async (t) => {
  const shared = async (rows: Row[]) => (await previewOf(rowsTable(rows), { pid: 'APN' })).shared;
  const row = (i: number, POLY_TYPE: string, APN = `10-${i}`): Row => ({
    APN,
    POLY_TYPE,
    TOWN: '274',
    SIDE: i % 2 ? 'L' : 'R',
  });
  const fee = Array.from({ length: 50 }, (_, i) => row(i, 'FEE'));
  const some = (kind: string, count: number) => Array.from({ length: count }, (_, i) => row(i, kind, ''));
  t.same(await shared([...fee, ...some('TAX', 12), ...some('FEE', 2)]), [
    'Of the 14 rows with parcel_id_missing, 12 are all those where POLY_TYPE is TAX.',
  ]);
  t.same(await shared([...fee, ...some('TAX', 12), ...some('', 8), row(99, 'TAX')]), [
    'Of the 20 rows with parcel_id_missing, 20 are nearly all those where POLY_TYPE is TAX or blank.',
  ]);
  t.same(await shared([...fee, ...some('FEE', 12)]), [], 'they are like the others');
  t.same(await shared(some('TAX', 12)), [], 'there are no others');
  t.same(await shared([...fee, ...some('TAX', 2), ...some('FEE', 9)]), [], 'they are too few');
});

t.test('permits and deeds are previewed by their own rules', async (t) => {
  const rows = rowsTable([{ PIN: '10-1', DAY: '2999-01-01' }]);
  for (const [kind, field] of [
    ['permits', 'filed_date'],
    ['deeds', 'recorded_date'],
  ] as const)
    t.match(await previewOf(rows, { pid: 'PIN', [field]: 'DAY' }, kind), {
      taken: 1,
      nulled: { [`${field}:in_the_future`]: 1 },
    });
});

t.test('rows that cannot be read are counted and not shown', async (t) => {
  const table = rowsTable(ROWS);
  const broken = {
    ...table,
    read: async function* () {
      yield [{ line: 1, reason: 'wrong_column_count' }];
      yield* table.read();
    },
  };
  const { profile } = await inspectTable(broken, 'parcels');
  t.match(profile, { rows: 120, rejected: { wrong_column_count: 1 } });
  t.match(await previewOf(broken, CONFORM), { rejected_by_reason: { wrong_column_count: 1 } });
});

t.test('the report fits its width and says everything once', async (t) => {
  const table = rowsTable(ROWS);
  const { profile, proposal } = await inspectTable(table, 'parcels');
  const told = { ...table, remarks: ['The file has no .prj.'] };
  const preview = await previewOf(told, CONFORM);
  const report = { table: told, profile, proposal, preview };
  for (const width of [20, 60, 80, 132, 200]) {
    const lines = reportLines(report, width);
    const widest = Math.max(...lines.map((line) => line.length));
    t.ok(widest <= Math.max(width, 60), `${widest} letters of ${width}`);
    t.ok(lines.every((line) => line === line.trimEnd()));
  }
  const text = reportLines(report, 132).join('\n');
  for (const words of [
    /^made-up rows\n {2}test, 120 rows, 7 columns$/m,
    /^Columns$/m,
    /^ {2}Column +Type +Filled +Values +Examples$/m,
    /^ {2}APN +text +99 % +118 +10-0000 \| /m,
    /^Proposal$/m,
    /^ {2}owner_name +OWNER +certain +named OWNER; /m,
    /The file has no \.prj\./,
    /POLY_TYPE marks a row that is not a parcel, to be left out: WATER 1/,
    /118 of 120 rows would be loaded, as 117 different parcels, 118 with a place on the map, 1 left out\./,
    /parcel_id_missing: 1/,
    /total_assessed_value:negative: 1, such as -1/,
    /entity_class: .*LLC \d+/,
    /good enough for --auto/,
  ]) {
    t.match(text, words);
  }
  const part = reportLines(
    { ...report, profile: { ...profile, whole: false }, table: { ...table, count: 5_000 }, preview: null },
    100,
  );
  t.match(part.join('\n'), /the first 120 rows of 5,000/);
  t.notMatch(part.join('\n'), /What a load would do/);
});

t.test('rows that look like permits or sales are not silently read as parcels', async (t) => {
  const rows = (row: (i: number) => Row) => rowsTable(Array.from({ length: 60 }, (_, i) => row(i)));
  const sale = (i: number) => ({
    PIN: `10-${1_000 + i}`,
    SALE_PRICE: 200_000 + 50 * i,
    SALE_DATE: `2024-03-${String(1 + (i % 28)).padStart(2, '0')}`,
  });
  const permit = (i: number) => ({
    PERMIT_NUMBER: `BLD-24-${1_000 + i}`,
    PERMIT_TYPE: i % 2 === 0 ? 'ROOF' : 'ELECTRICAL',
    ISSUE_DATE: `2024-03-${String(1 + (i % 28)).padStart(2, '0')}`,
  });
  const roll = (i: number) => ({
    ...sale(i),
    OWNER_NAME: `PENNIFOLD, MARY ${String.fromCharCode(65 + (i % 26))}`,
  });
  const remarksOf = async (row: (i: number) => Row, kind: 'parcels' | 'deeds' | 'permits' = 'parcels') =>
    (await inspectTable(rows(row), kind)).proposal.remarks.join(' ');
  t.match(await remarksOf(sale), '--kind deeds');
  const recorded = (i: number) => ({ RECEPTION_NUM: String(2_024_000_000 + 7 * i), ...sale(i) });
  t.match(await remarksOf(recorded), '--kind deeds', 'a deed number is not a permit number');
  t.match(await remarksOf(permit), '--kind permits');
  t.notMatch(await remarksOf(roll), '--kind');
  t.notMatch(await remarksOf(sale, 'deeds'), '--kind');
  t.notMatch(await remarksOf(permit, 'permits'), '--kind');
});

t.test('the report says what becomes of guesses', async (t) => {
  const table = rowsTable(ROWS);
  const { profile, proposal } = await inspectTable(table, 'parcels');
  const textWith = (certainty: 'likely' | 'guess') => {
    const fields = proposal.fields.map((one) => (one.field === 'street' ? { ...one, certainty } : one));
    return reportLines({ table, profile, proposal: { ...proposal, fields }, preview: null }, 132).join('\n');
  };
  const guessed = textWith('guess').replace(/\s+/g, ' ');
  t.match(
    guessed,
    /Left out SITUS_ADDR: It is only a guess at street: .*\. No address of the parcel: it cannot be found by its address\. To take it in, write in conform: "street": "SITUS_ADDR" Missing /,
  );
  t.equal(guessed.split('No address of the parcel').length, 2, 'what is lost is said once');
  t.match(guessed, /Missing (?:No [^.]*\. )+Ready/);
  t.notMatch(textWith('likely'), 'Left out');
});
