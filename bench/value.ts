/**
 * How far off values are, beside scikit-learn's HistGradientBoosting on the same sales, fields and folds, and of a tenth of the
 * sales that is withheld: `node src/launch/run.mjs bench/value.ts`. Needs ../shared/data and Python 3.10 or later, and fails if a
 * measure is beyond its limit.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../src/config.ts';
import { cod, prb, prd } from '../src/domain/value/accuracy.ts';
import { type Described, featuresOf } from '../src/domain/value/features.ts';
import { foldOf, type Sale } from '../src/domain/value/folds.ts';
import { priceToday, valuation } from '../src/domain/value/model.ts';
import { errorOf, valueFor } from '../src/domain/value/value.ts';
import { SHARED_DATA } from '../test/helper.ts';
import { preparePython } from '../test/python.ts';
import { median } from './measure.ts';

const MOST_OF_REFERENCE = 1.05;
const MOST_SECONDS = 10;
const MOST_POINTS = 2;
const HELD = [77, 83] as const;

const work = join(PROJECT_ROOT, '.terrier-bench', 'value');
const here = join(PROJECT_ROOT, 'bench', 'value');
mkdirSync(work, { recursive: true });
const python = preparePython(join(work, 'python'), join(here, 'requirements.txt'), console.log);

function run(script: string, ...args: string[]): void {
  const { status } = spawnSync(python.command, [join(here, script), ...args], {
    env: { ...process.env, ...python.env },
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`${script} failed`);
}

type Row = Described & { price: number; date: string };
const UNKNOWN = {
  ...{ location: null, zip: null, city: null, land_use_code: null, land_use: null, zoning: null },
  ...{
    bedrooms: null,
    bathrooms: null,
    stories: null,
    units: null,
    total_assessed_value: null,
    tax_year: null,
  },
};

const saleOf = ({ price, date, ...parcel }: Row): Sale => ({
  ...{ parcel: parcel.parcel_id, day: Date.parse(date) / 86_400_000, price },
  ...featuresOf({ ...UNKNOWN, ...parcel }),
});

/** Words as numbers by how frequent they are, for a model that reads only numbers. */
function numbered(sales: Sale[], column: number): number[] {
  const counts = new Map<string, number>();
  for (const { words } of sales) counts.set(words[column] ?? '', (counts.get(words[column] ?? '') ?? 0) + 1);
  const ranks = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([word]) => word);
  const rank = new Map(ranks.map((word, at) => [word, at]));
  return sales.map(({ words }) => rank.get(words[column] ?? '')!);
}

const rows = join(work, 'rows.json');
run('rows.py', SHARED_DATA!, rows);
const counties = Object.entries(JSON.parse(readFileSync(rows, 'utf8')) as Record<string, Row[]>);
const asked: Record<string, object> = {};
const measured = counties.map(([name, all]) => {
  const sales = all.map(saleOf);
  const begun = process.cpuUsage();
  const found = valuation(sales);
  const seconds = process.cpuUsage(begun).user / 1e6;
  const today = sales.map((sale) => priceToday(found.model, sale));
  const estimates = sales.map(({ parcel }) => found.outOfFold.get(parcel)!);
  const tested = estimates.map((estimate, at) => ({ estimate, price: today[at]! }));
  const words = [0, 1, 2, 3, 4].map((column) => numbered(sales, column));
  asked[name] = {
    // JSON has no NaN.
    rows: sales.map(({ numbers, day }, at) =>
      [...numbers, day, ...words.map((column) => column[at]!)].map((value) =>
        Number.isNaN(value) ? null : value,
      ),
    ),
    ...{ prices: sales.map(({ price }) => price), folds: sales.map(({ parcel }) => foldOf(parcel)) },
    ...{ estimates, today },
  };

  // As somebody would test it who knows sales that the service does not know.
  const known = sales.filter((_, at) => at % 10 !== 3);
  const withheld = sales.filter((_, at) => at % 10 === 3);
  const published = valuation(known);
  const error = errorOf('residential', published.accuracy)!;
  const off = withheld.flatMap((sale) => {
    if (sale.words[0] !== 'residential') return [];
    const { estimated_value } = valueFor(published, sale);
    const price = priceToday(published.model, sale);
    return estimated_value === null ? [] : [100 * Math.abs(estimated_value / price - 1)];
  });
  return {
    ...{
      name,
      sales: sales.length,
      seconds,
      tested,
      published: error.median_abs_pct_error,
      withheld: median(off),
    },
    error: median(tested.map(({ estimate, price }) => 100 * Math.abs(estimate / price - 1))),
    held: found.accuracy.find(({ method }) => method === 'ten_folds')!.interval_held_pct,
  };
});

const [questions, answers] = [join(work, 'asked.json'), join(work, 'answered.json')];
writeFileSync(questions, JSON.stringify(asked));
run('reference.py', questions, answers);
type Answer = { errors: number[]; cod: number; prd: number; prb: number };
const reference: Record<string, Answer> = JSON.parse(readFileSync(answers, 'utf8'));

let isWell = true;
function check(is: boolean, text: string): string {
  isWell &&= is;
  return is ? text : `${text} (!)`;
}
console.log(
  '| county | sales | error % | scikit-learn | ratio | bounds held % | published % | withheld % | seconds |',
);
console.log('|---|---|---|---|---|---|---|---|---|');
for (const { name, sales, error, held, published, withheld, seconds, tested } of measured) {
  const answer = reference[name]!;
  const other = 100 * median(answer.errors);
  const cells = [
    ...[name, sales, error.toFixed(2), other.toFixed(2)],
    check(error <= MOST_OF_REFERENCE * other, (error / other).toFixed(3)),
    check(held >= HELD[0] && held <= HELD[1], held.toFixed(1)),
    published.toFixed(2),
    check(Math.abs(withheld - published) <= MOST_POINTS, withheld.toFixed(2)),
    check(seconds <= (MOST_SECONDS * Math.max(sales, 20_000)) / 20_000, seconds.toFixed(1)),
  ];
  console.log(`| ${cells.join(' | ')} |`);
  for (const [what, own] of Object.entries({ cod: cod(tested), prd: prd(tested), prb: prb(tested)! }))
    check(Math.abs(own - answer[what as 'cod']) < 1e-6, what);
}
console.log(isWell ? 'All measures are within their limits.' : 'A measure is beyond its limit.');
process.exitCode = isWell ? 0 : 1;
