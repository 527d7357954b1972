/**
 * How well a model reads the columns of labeled tables when it has not learned from the same publisher:
 * `node src/launch/run.mjs bench/inspect.ts [--write] [--verbose] [--shown] [--third]`. `--shown` tests on the tables that
 * the model learned from. `--write` writes what it learned from all tables to `src/loading/inspect/data/weights.json`.
 * `--third` takes every third table, and fails if clearly fewer answers are right than they should be.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { splitOneLine } from '../src/domain/address.ts';
import { reader } from '../src/loading/inspect/candidates.ts';
import { FEATURES, FIELDS } from '../src/loading/inspect/evidence.ts';
import { assign, dot, isSure, type Model, SURE_FEATURES } from '../src/loading/inspect/model.ts';
import { propose } from '../src/loading/inspect/propose.ts';
import type { Meaning } from '../src/loading/inspect/vocabulary.ts';
import { columnsOf } from '../src/loading/sources/mapping.ts';
import { SHARED_DATA } from '../test/helper.ts';
import { type Case, inView, labeled, NAMES } from './inspect/cases.ts';
import { folds, grade, gradeForm, learn, weighed } from './inspect/learn.ts';

const has = (flag: string) => process.argv.includes(flag);
const WEIGHTS = new URL('../src/loading/inspect/data/weights.json', import.meta.url);

type Counts = Record<'right' | 'wrong' | 'missing' | 'invented' | 'certain' | 'certainBad', number>;
const none = (): Counts => ({ right: 0, wrong: 0, missing: 0, invented: 0, certain: 0, certainBad: 0 });

/** Choices for tables that were left out, to show what each threshold for certainty would accept. */
const judged: { sure: number; right: boolean; isLabeled: boolean; name: string }[] = [];

function score(one: Case, model: Model, all: Counts, by: Map<string, Counts>): string[] {
  const table = weighed(one);
  const choices = assign(table, model);
  const found = new Map(choices.map((choice) => [choice.meaning, choice]));
  const lines: string[] = [];
  const count = (field: string, key: keyof Counts) => {
    all[key]++;
    const own = by.get(field) ?? none();
    by.set(field, own);
    own[key]++;
  };
  for (const field of FIELDS[one.kind]) {
    const choice = found.get(field);
    const isLabeled = one.labels.has(field);
    if (choice === undefined) {
      if (!isLabeled || one.optional.has(field)) continue;
      count(field, 'missing');
      lines.push(`${field}: missing ${JSON.stringify(one.labels.get(field))}`);
      continue;
    }
    const right = grade(one, choice, table.candidates);
    if (right === null) continue;
    const isCertain = isSure(choice, model);
    if (isSure(choice, { ...model, certain: Number.NEGATIVE_INFINITY }))
      judged.push({
        sure: dot(model.sure, choice.sureFeatures),
        right,
        isLabeled,
        name: `${one.name} ${field}`,
      });
    count(field, right ? 'right' : isLabeled ? 'wrong' : 'invented');
    if (isCertain && isLabeled) count(field, 'certain');
    if (isCertain && !right) count(field, 'certainBad');
    const what = columnsOf(table.candidates[choice.candidate]!.form).join('+');
    const odds = `${choice.odds.toFixed(1)} sure ${dot(model.sure, choice.sureFeatures).toFixed(1)}${isCertain ? ' CERTAIN' : ''}`;
    if (!right)
      lines.push(
        `${field}: ${isLabeled ? 'wrong' : 'invented'} ${what} ${odds} ${isLabeled ? JSON.stringify(one.labels.get(field)) : ''}`,
      );
    else if (!isCertain && has('--unsure'))
      lines.push(
        `${field}: unsure ${what} ${odds} ${choice.sureFeatures.map((x) => x.toFixed(1)).join(' ')}`,
      );
  }
  return lines;
}

/** What `--auto` would do with a table: why it loads nothing, and the fields that it would load from a wrong column. */
function loaded(one: Case, model: Model): { refused: boolean; wrong: string[]; unowned: string[] } {
  const geometry = one.hasGeometry ? 'Polygon' : null;
  const { fields, refused } = propose({ geometry }, one.profile, one.kind, model);
  const taken = fields.filter(({ certainty }) => certainty !== 'guess');
  const meaningOf = (field: string) => NAMES[field] ?? (field as Meaning);
  const wrong = taken.filter(({ field, form }) => gradeForm(one, meaningOf(field), form) === false);
  const found = new Set(taken.map(({ field }) => meaningOf(field)));
  const unowned = (['owner_name', 'address'] as const).filter(
    (field) => one.labels.has(field) && !one.optional.has(field) && !found.has(field),
  );
  return { refused: refused !== null, wrong: wrong.map(({ field }) => field), unowned };
}

const squeezed = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
/** Fields of which a label names the column, though only a part of its text is the value. */
const PARTLY = new Set<Meaning>(['stories', 'tax_year', 'land_use', 'land_use_code']);

/** Reads a label's part of a text as a person would. */
function partByHand(text: string, part: string | undefined): string | null {
  if (part === undefined) return text;
  if (part === 'leading number') return /^[\d.]+/.exec(text)?.[0] ?? null;
  if (part !== 'city' && part !== 'state' && part !== 'zip') return null;
  return splitOneLine(text)[part];
}

/** How many filled values of labeled columns `--auto` stores, and how many of them as the labels read them. */
function storedValues(one: Case, model: Model): { filled: number; same: number } {
  const places = new Map(one.profile.columns.map(({ column }, index) => [column.name, index]));
  const { fields } = propose({ geometry: one.hasGeometry ? 'Polygon' : null }, one.profile, one.kind, model);
  const counts = { filled: 0, same: 0 };
  for (const [meaning, answers] of one.labels) {
    const readable = answers.filter(
      ({ columns, part, isPart }) =>
        columns.every((name) => places.has(name)) &&
        (!isPart || ['city', 'state', 'zip', 'leading number'].includes(part ?? '')),
    );
    if (readable.length === 0 || one.optional.has(meaning)) continue;
    const form = fields.find(
      ({ field, certainty }) => certainty !== 'guess' && (NAMES[field] ?? field) === meaning,
    )?.form;
    const stored = form && reader(form, places);
    const blanks = form && 'column' in form ? (form.blank ?? []) : [];
    for (const row of one.profile.sample) {
      const byHand = readable.flatMap(({ columns, part }) => {
        const text = columns.flatMap((name) => row.values[places.get(name)!] ?? []).join(' ');
        const own = text === '' ? null : partByHand(text, part);
        return own === null || blanks.includes(own) ? [] : [squeezed(own)];
      });
      if (byHand.length === 0) continue;
      counts.filled++;
      const own = squeezed(stored?.(row) ?? '');
      const isPart = own !== '' && PARTLY.has(meaning) && byHand.some((text) => text.includes(own));
      // Terms of sales are stored as yes or no.
      const isTerm = meaning === 'is_arm_length' && own !== '';
      if (byHand.includes(own) || isPart || isTerm) counts.same++;
    }
  }
  return counts;
}

const words = ({ right, wrong, missing, invented, certain, certainBad }: Counts) => {
  const labels = right + wrong + missing;
  return `${right} right ${wrong} wrong ${missing} missing (${(right / labels).toFixed(3)}), invented ${invented}, certain ${(certain / labels).toFixed(2)} of all, certain and wrong or invented ${certainBad}`;
};

const FOLDER = `${SHARED_DATA}/tables`;
if (!existsSync(FOLDER)) {
  console.log(`There are no labeled tables in ${FOLDER}: how well columns are read is not measured.`);
  process.exit();
}
const begun = performance.now();
const isTaken = (_: unknown, at: number) => !has('--third') || at % 3 === 0;
const tables = await labeled(FOLDER, isTaken);
const seen = await inView(isTaken);
const cases = [...tables, ...seen];
console.log(`${cases.length} tables read in ${Math.round(performance.now() - begun)} ms`);
const start = performance.now();
const whole = learn(cases);
console.log(`learned in ${Math.round(performance.now() - start)} ms`);
if (has('--write')) writeFileSync(WEIGHTS, `${JSON.stringify(whole, null, 1)}\n`);
if (has('--verbose')) {
  for (const [i, name] of FEATURES.entries()) console.log(`  ${name}: ${whole.weights[i]}`);
  for (const [i, name] of SURE_FEATURES.entries()) console.log(`  sure ${name}: ${whole.sure[i]}`);
}
const sums = [none(), none()] as const;
const values = { filled: 0, same: 0 };
const auto = { tables: 0, refused: 0, wrong: 0, unowned: 0, clean: 0 };
const by = new Map<string, Counts>();
for (const group of folds(cases)) {
  const model = has('--shown') ? whole : learn(cases.filter((one) => !group.includes(one)));
  for (const one of group) {
    const own = none();
    const lines = score(one, model, own, by);
    const sum = sums[tables.includes(one) ? 0 : 1]!;
    for (const key of Object.keys(own) as (keyof Counts)[]) sum[key] += own[key];
    if (tables.includes(one)) {
      const { filled, same } = storedValues(one, model);
      values.filled += filled;
      values.same += same;
      lines.push(`values: ${same} of ${filled}`);
    }
    if (one.kind === 'parcels' && tables.includes(one)) {
      const { refused, wrong, unowned } = loaded(one, model);
      auto.tables++;
      if (refused) auto.refused++;
      else if (wrong.length > 0) auto.wrong++;
      else if (unowned.length > 0) auto.unowned++;
      else auto.clean++;
      lines.push(`--auto: ${refused ? 'refused' : 'loads'}; wrong: ${wrong}; missing: ${unowned}`);
    }
    if (has('--verbose'))
      console.log(`${one.name}: ${words(own)}\n${lines.map((line) => `    ${line}`).join('\n')}`);
  }
}
if (has('--verbose'))
  for (const [field, counts] of [...by].sort((a, b) => b[1].right - a[1].right))
    console.log(`  ${field}: ${words(counts)}`);
console.log(`other publishers' tables: ${words(sums[0])}`);
console.log(`tables in view: ${words(sums[1])}`);
console.log(
  `--auto, other publishers' ${auto.tables} tables of parcels: ${auto.clean + auto.unowned} load with nothing wrong, ` +
    `${auto.unowned} of them without a labeled owner or address; ${auto.wrong} load with a wrong field, ${auto.refused} are refused`,
);
console.log(
  `of ${values.filled} filled values of their labeled columns, ${values.same} are stored as the labels read them (${(values.same / values.filled).toFixed(3)})`,
);
if (has('--verbose'))
  for (let least = 0; least < 5; least += 0.2) {
    const from = judged.filter(({ sure }) => sure >= least);
    const bad = from.flatMap(({ right, name }) => (right ? [] : [name]));
    console.log(
      `certain from ${least.toFixed(1)}: ${from.length - bad.length} right, ${bad.length} not: ${bad}`,
    );
  }

/** With a third of the tables: the least share that must be right, and the most that may be certain but not right. */
const LEAST_RIGHT = 0.87;
const MOST_BAD = 5;
if (has('--third')) {
  const sum = (count: (one: Counts) => number) => count(sums[0]) + count(sums[1]);
  const [right, bad] = [sum((one) => one.right), sum((one) => one.certainBad)];
  const labels = sum((one) => one.right + one.wrong + one.missing);
  if (right < LEAST_RIGHT * labels || bad > MOST_BAD) {
    console.log(`Columns are read worse: ${right} of ${labels} right, ${bad} certain and wrong or invented.`);
    process.exitCode = 1;
  }
}
