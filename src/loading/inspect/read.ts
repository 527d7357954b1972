import { candidatesOf } from './candidates.ts';
import { type Table, weigh } from './evidence.ts';
import type { Form } from './form.ts';
import { joinsOf } from './joins.ts';
import { knownForms, type Layout, layoutOf } from './layouts.ts';
import { assign, type Choice, type Model } from './model.ts';
import { readNames } from './names.ts';
import type { TableProfile } from './profile.ts';
import type { TableKind } from './proposal.ts';
import { turned } from './sides.ts';
import type { Meaning } from './vocabulary.ts';

/** Fields that the vocabulary calls by another name. */
const OTHER_NAMES: Readonly<Record<string, Meaning>> = { street: 'address', sale_price_usd: 'sale_price' };

/** What was read from a table: each meaning with its candidate. */
export interface Reading {
  layout: Layout | null;
  table: Table;
  choices: readonly Choice[];
  /** Why the two addresses are swapped against their names; null when they are not. */
  turned: string | null;
}

/** The candidates of a table and their evidence, with those that are put together from parts. */
export function weighTable(kind: TableKind, profile: TableProfile): Omit<Reading, 'choices'> {
  const columns = profile.columns.map(({ column }) => column);
  const layout = layoutOf(columns);
  const known = new Map<Meaning, Form>();
  for (const [field, form] of knownForms(layout, columns)) known.set(OTHER_NAMES[field] ?? field, form);
  const named = candidatesOf(profile, readNames(columns), layout, known);
  const turn = turned(named);
  const plain = turn?.candidates ?? named;
  const first = weigh(kind, plain, profile);
  const joins = kind === 'parcels' ? joinsOf(first.pairs, plain, profile) : [];
  const table = joins.length === 0 ? first : weigh(kind, [...plain, ...joins], profile);
  return { layout, table, turned: turn?.words ?? null };
}

/** Reads a table: the meanings of its columns, and how sure each is. */
export function readTable(kind: TableKind, profile: TableProfile, model: Model): Reading {
  const weighed = weighTable(kind, profile);
  return { ...weighed, choices: assign(weighed.table, model) };
}
