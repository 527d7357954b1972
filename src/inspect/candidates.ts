import type { Column } from '../readers/table.ts';
import { judge, type Verdict } from './fits.ts';
import { columnsOf, type Form } from './form.ts';
import { columnFinder, type Field, type Layout } from './layouts.ts';
import { type Meaning, saidBy } from './meanings.ts';
import type { ColumnProfile, TableProfile } from './profile.ts';
import { wordsOf } from './words.ts';

export const CERTAINTIES = ['certain', 'likely', 'guess'] as const;
export type Certainty = (typeof CERTAINTIES)[number];

/** A column that could be a field. */
export interface Candidate {
  index: number;
  name: string;
  profile: ColumnProfile;
  /** How surely its name says so: 1 with plain words, more in a known layout, 0 where only its values do. */
  score: number;
  /** Where that comes from: `named OWNER`. */
  by: string;
  verdict: Verdict;
}

/** What is known of a table while its fields are proposed. */
export interface Desk {
  profile: TableProfile;
  layout: Layout | null;
  /** Of the layout's fields, those whose columns are all or in part there. */
  known: ReadonlyMap<Field, Form>;
  /** Columns that could be it by their names and values, best first; those ruled out are in `refused`. */
  candidates(meaning: Meaning): Candidate[];
  /** What a name says against its values, as sentences. */
  refused(): string[];
  column(name: string): ColumnProfile;
  /** Columns that the layout says to be something else. */
  ignored: ReadonlySet<string>;
}

const KNOWN_SCORE = 1.2;
const STRONG = 0.3;

/** The field that a meaning of the layout's stands for. */
const MEANING_OF: Partial<Record<Field, Meaning>> = { street: 'address' };

function formOf(
  given: string | readonly string[] | Form,
  find: (name: string) => string | undefined,
): Form | null {
  if (typeof given === 'string') {
    const column = find(given);
    return column === undefined ? null : { column };
  }
  if (Array.isArray(given)) {
    const columns = given.flatMap((name) => find(name) ?? []);
    return columns.length > 0 ? { columns, separator: ' ' } : null;
  }
  const form = given as Form;
  const names = columnsOf(form).map(find);
  if (names.some((name) => name === undefined)) return null;
  return 'column' in form ? { ...form, column: names[0]! } : form;
}

function knownForms(layout: Layout | null, columns: readonly Column[]): Map<Field, Form> {
  const find = columnFinder(columns);
  const forms = new Map<Field, Form>();
  for (const [field, given] of Object.entries(layout?.fields ?? {})) {
    const form = formOf(given, find);
    // Object.entries forgets the type of the keys.
    if (form !== null) forms.set(field as Field, form);
  }
  return forms;
}

const rank = ({ score, verdict }: Candidate) => score + (verdict.fit === 'strong' ? STRONG : 0);

export const byRank = (a: Candidate, b: Candidate): number => rank(b) - rank(a) || a.index - b.index;

/** Prepares what all rules look at. `judgeOf` replaces the judge of the values of some meanings. */
export function deskOf(
  profile: TableProfile,
  layout: Layout | null,
  judgeOf: (meaning: Meaning, column: ColumnProfile, index: number) => Verdict | null,
): Desk {
  const columns = profile.columns.map(({ column }) => column);
  const find = columnFinder(columns);
  const known = knownForms(layout, columns);
  const ignored = new Set((layout?.ignored ?? []).flatMap((name) => find(name) ?? []));
  const all = new Map<Meaning, Candidate[]>();
  const refusals = new Map<string, string>();

  function add(meaning: Meaning, index: number, score: number, by: string): void {
    const column = profile.columns[index]!;
    const verdict = judgeOf(meaning, column, index) ?? judge(meaning, column, profile.rows);
    if (verdict.fit === 'empty') return;
    if (verdict.fit === 'against') {
      const sentence = `${column.column.name} is ${by.replace(/^named .*/, 'named')} like ${meaning}, but ${verdict.words}.`;
      if (score >= 0.9) refusals.set(`${meaning}\n${column.column.name}`, sentence);
      return;
    }
    const list = all.get(meaning) ?? [];
    all.set(meaning, list);
    list.push({ index, name: column.column.name, profile: column, score, by, verdict });
  }

  columns.forEach((column, index) => {
    if (ignored.has(column.name)) return;
    const said = new Map(saidBy(column).map(({ meaning, score, by }) => [meaning, { score, by }]));
    for (const [field, form] of known) {
      if (!('column' in form) || form.column !== column.name) continue;
      // Every field but these is a meaning by the same name.
      const meaning = MEANING_OF[field] ?? (field as Meaning);
      for (const other of said.keys()) if (other !== meaning) said.delete(other);
      said.set(meaning, { score: KNOWN_SCORE, by: `named ${column.name} as in ${layout!.name}` });
    }
    for (const [meaning, { score, by }] of said) add(meaning, index, score, by);
  });
  for (const list of all.values()) list.sort(byRank);

  return {
    profile,
    layout,
    known,
    ignored,
    candidates: (meaning) => all.get(meaning) ?? [],
    refused: () => [...refusals.values()],
    column: (name) => profile.columns.find(({ column }) => column.name === name)!,
  };
}

/** Which side of an address a name speaks of; null when it does not say. */
export function sideOf({ name, alias }: Column): 'situs' | 'mail' | null {
  for (const given of [name, alias]) {
    const words = given === null ? [] : wordsOf(given).words;
    if (words.some((word) => word === 'MAIL' || word === 'OWNER' || word === 'TAX')) return 'mail';
    if (words.some((word) => word === 'SITUS' || word === 'PARCEL' || word === 'STREET')) return 'situs';
  }
  return null;
}

const FEWEST_SURE = 5;

/** How sure a column is, with the others that could be it. */
export function certaintyOf(winner: Candidate, others: readonly Candidate[], desk: Desk): Certainty {
  const { score, verdict, profile } = winner;
  const strong = verdict.fit === 'strong';
  const rival = others.some(
    (other) =>
      other.score >= score - 0.05 &&
      other.verdict.fit === 'strong' &&
      other.profile.filled * (1 - other.profile.zeros) > 0.7 * profile.filled * (1 - profile.zeros) &&
      !sameValues(winner.index, other.index, desk.profile),
  );
  if (strong && score >= 0.95 && profile.judged >= FEWEST_SURE && !rival) return 'certain';
  return (strong && score >= 0.6) || score >= 0.95 ? 'likely' : 'guess';
}

/** Whether two columns say the same in nearly every sampled row. */
export function sameValues(a: number, b: number, { sample }: TableProfile): boolean {
  const both = sample.filter(({ values }) => values[a] !== null && values[b] !== null);
  return both.length > 0 && both.filter(({ values }) => values[a] === values[b]).length >= 0.95 * both.length;
}

/** `named OWNER; 97 % of its values read as names`. */
export const reasonOf = ({ by, verdict }: Candidate): string => `${by}; ${verdict.words}`;
