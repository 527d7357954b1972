import { candidatesOf } from './candidates.ts';
import { type Table, weigh } from './evidence.ts';
import { joinsOf } from './joins.ts';
import { layoutOf } from './layouts.ts';
import { readNames } from './names.ts';
import type { TableProfile } from './profile.ts';
import type { TableKind } from './proposal.ts';
import { turned } from './sides.ts';

/** What was read from a table. */
export interface Reading extends Table {
  /** The name of the known layout. */
  layout: string | null;
  /** Why the two addresses are swapped against their names; null when they are not. */
  turned: string | null;
}

/** The candidates of a table and their evidence, with those that are put together from parts. */
export function readTable(kind: TableKind, profile: TableProfile): Reading {
  const columns = profile.columns.map(({ column }) => column);
  const layout = layoutOf(columns);
  const named = candidatesOf(profile, readNames(columns), layout);
  const turn = turned(named);
  const plain = turn?.candidates ?? named;
  const first = weigh(kind, plain, profile);
  const joins = joinsOf(first, profile);
  const table = joins.length === 0 ? first : weigh(kind, [...plain, ...joins], profile);
  return { ...table, layout: layout?.name ?? null, turned: turn?.words ?? null };
}
