import type { Table } from '../readers/table.ts';
import { numberParts } from './parcel-number.ts';
import { profileTable, type TableProfile } from './profile.ts';
import type { Proposal, TableKind } from './proposal.ts';
import { propose } from './propose.ts';

export interface Inspected {
  profile: TableProfile;
  proposal: Proposal;
}

/**
 * Reads a table once, or its first `rows`, and proposes what its columns mean.
 * @throws Error with a sentence about the table when it cannot be read to the end.
 */
export async function inspectTable(
  table: Table,
  kind: TableKind,
  options: { rows?: number } = {},
): Promise<Inspected> {
  const profile = await profileTable(table, { ...options, joined: numberParts(table.columns) });
  return { profile, proposal: propose(table, profile, kind) };
}
