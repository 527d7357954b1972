import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { FIELDS } from '../../src/loading/inspect/evidence.ts';
import { numberParts } from '../../src/loading/inspect/parcel-number.ts';
import { profileTable, type TableProfile } from '../../src/loading/inspect/profile.ts';
import type { TableKind } from '../../src/loading/inspect/proposal.ts';
import type { Meaning } from '../../src/loading/inspect/vocabulary.ts';
import { openTable } from '../../src/loading/readers/open.ts';
import type { Table } from '../../src/loading/readers/table.ts';
import { EXPECTED, type Expected, type FileName } from '../../test/loading/inspect/expected.ts';
import { FILES } from '../../test/loading/inspect/files.ts';

const ROWS = 300;

/** A right answer: the columns, and whether only a part of them is meant; null where the label does not say. */
export interface Answer {
  columns: readonly string[];
  isPart: boolean | null;
  /** Which part: `city`, `state`, `zip`, `leading number`. */
  part?: string;
}

/** A table whose columns a person has labeled. */
export interface Case {
  name: string;
  /** Tables of one publisher are left out together. */
  publisher: string;
  kind: TableKind;
  profile: TableProfile;
  hasGeometry: boolean;
  labels: ReadonlyMap<Meaning, readonly Answer[]>;
  /** Labeled fields that may be left out. */
  optional: ReadonlySet<string>;
}

type Label = string | readonly string[] | { column: string; part?: string } | { any_of: readonly Label[] };

function answersOf(label: Label): Answer[] {
  if (typeof label === 'string') return [{ columns: [label], isPart: false }];
  if (Array.isArray(label)) return [{ columns: label as string[], isPart: false }];
  if ('any_of' in label) return label.any_of.flatMap(answersOf);
  // Array.isArray does not narrow a read-only list.
  const { column, part } = label as { column: string; part?: string };
  return [{ columns: [column], isPart: part !== undefined, part }];
}

/** Fields that the vocabulary calls otherwise. */
export const NAMES: Readonly<Record<string, Meaning>> = { street: 'address', sale_price_usd: 'sale_price' };

function labelsOf(kind: TableKind, given: readonly (readonly [string, Answer[]])[]): Map<Meaning, Answer[]> {
  const labels = new Map<Meaning, Answer[]>();
  for (const [field, answers] of given) {
    const meaning = NAMES[field] ?? (field as Meaning);
    if (FIELDS[kind].includes(meaning)) labels.set(meaning, [...(labels.get(meaning) ?? []), ...answers]);
  }
  return labels;
}

async function caseOf(table: Table, about: Omit<Case, 'profile' | 'hasGeometry'>): Promise<Case> {
  const profile = await profileTable(table, { rows: ROWS, joined: numberParts(table.columns) });
  await table.close();
  return { ...about, profile, hasGeometry: table.geometry !== null && profile.located >= 0.5 };
}

type IsTaken = (name: string, at: number) => boolean;

/** The labeled tables of a folder. */
export async function labeled(folder: string, isTaken: IsTaken): Promise<Case[]> {
  const cases: Case[] = [];
  const names = readdirSync(folder).filter((name) => existsSync(`${folder}/${name}/label.json`));
  for (const name of names.sort().filter(isTaken)) {
    const { kind, publisher, columns, optional } = JSON.parse(
      readFileSync(`${folder}/${name}/label.json`, 'utf8'),
    );
    const file = readdirSync(`${folder}/${name}`).find((one) => one.startsWith('table.'))!;
    const given = Object.entries(columns as Record<string, Label>).map(
      ([field, label]) => [field, answersOf(label)] as const,
    );
    const about = {
      name,
      publisher: publisher.split(/[,(–-]/)[0].trim(),
      kind,
      labels: labelsOf(kind, given),
      optional: new Set<string>(optional),
    };
    cases.push(await caseOf(await openTable(`${folder}/${name}/${file}`), about));
  }
  return cases;
}

/** The tables that were known when the vocabulary was written. */
export async function inView(isTaken: IsTaken): Promise<Case[]> {
  const cases: Case[] = [];
  // Object.keys loses the type of the keys. One page has another county's values.
  const names = (Object.keys(FILES) as FileName[]).filter((name) => name !== 'tuolumne layer');
  for (const name of names.filter(isTaken)) {
    const { kind, fields }: Expected = EXPECTED[name];
    const given = Object.entries(fields).map(
      ([field, columns]) =>
        [field, [columns].flat().map((one): Answer => ({ columns: one.split('+'), isPart: null }))] as const,
    );
    const about = {
      name,
      publisher: name.split(' ')[0]!,
      kind,
      labels: labelsOf(kind, given),
      optional: new Set<string>(),
    };
    cases.push(await caseOf(await FILES[name](), about));
  }
  return cases;
}
