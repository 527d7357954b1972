import t from 'tap';
import type { Proposal } from '../../../src/loading/inspect/proposal.ts';
import { inspectTable } from '../../../src/loading/inspect/run.ts';
import type { Table } from '../../../src/loading/readers/table.ts';
import { columnsOf } from '../../../src/loading/sources/mapping.ts';
import { withoutSharedData } from '../../helper.ts';
import { EXPECTED, type Expected, type FileName } from './expected.ts';
import { FILES } from './files.ts';

/** Enough rows to judge the values by; reading all of the large files takes half a minute more. */
const ROWS = process.env.WHOLE_FILES ? undefined : 2_000;

type Grade = 'right' | 'wrong' | 'missing';

interface Graded {
  name: FileName;
  field: string;
  grade: Grade;
  certain: boolean;
  columns: string;
}

function grade(name: FileName, { fields }: Proposal): Graded[] {
  const wanted: Expected['fields'] = EXPECTED[name].fields;
  const proposed = new Map(fields.map((one) => [one.field as string, one]));
  return [...new Set([...Object.keys(wanted), ...proposed.keys()])].map((field) => {
    const one = proposed.get(field);
    if (one === undefined) return { name, field, grade: 'missing', certain: false, columns: '' };
    const columns = columnsOf(one.form).join('+');
    const right = [wanted[field] ?? []].flat().includes(columns);
    return { name, field, grade: right ? 'right' : 'wrong', certain: one.certainty === 'certain', columns };
  });
}

const count = (graded: readonly Graded[], wanted: Grade) =>
  graded.filter((one) => one.grade === wanted).length;

function tableOf(title: string, groups: Iterable<readonly [string, readonly Graded[]]>): string[] {
  const rows = [...groups].map(
    ([name, graded]) =>
      `${name.padEnd(22)} ${(['right', 'wrong', 'missing'] as const).map((one) => String(count(graded, one)).padStart(8)).join('')}`,
  );
  return [`${title.padEnd(22)}    right   wrong missing`, ...rows.sort()];
}

const all: Graded[] = [];

for (const [name, open] of Object.entries(FILES) as [FileName, () => Promise<Table>][]) {
  t.test(`no certain column of ${name} is wrong`, { skip: withoutSharedData }, async (t) => {
    const expected: Expected = EXPECTED[name];
    const { proposal } = await inspectTable(await open(), expected.kind, { rows: ROWS });
    const graded = grade(name, proposal);
    all.push(...graded);
    const wrong = graded.filter((one) => one.certain && one.grade === 'wrong');
    t.strictSame(wrong, [], 'nothing is called certain that is wrong');
    t.equal(proposal.location, expected.location, 'the place of a record is known');
    for (const one of graded.filter((one) => one.grade !== 'right')) {
      t.comment(`${one.grade}: ${one.field} ${one.columns}`);
    }
  });
}

t.test('nine of ten existing columns are found', { skip: withoutSharedData }, async (t) => {
  for (const line of tableOf(
    'file',
    Map.groupBy(all, ({ name }) => name),
  ))
    t.comment(line);
  for (const line of tableOf(
    'field',
    Map.groupBy(all, ({ field }) => field),
  ))
    t.comment(line);
  const exist = Object.values(EXPECTED).reduce((sum, { fields }) => sum + Object.keys(fields).length, 0);
  const right = count(all, 'right');
  t.comment(`${right} of ${exist} right, ${count(all, 'wrong')} wrong, ${count(all, 'missing')} missing`);
  t.ok(right >= 0.9 * exist, `${right} of ${exist}`);
});
