import type { FieldProposal, Proposal, TableKind } from './proposal.ts';
import type { Field } from './vocabulary.ts';

const PARCELS_ONLY: readonly Field[] = [
  'owner_name',
  'mailing_address',
  'total_assessed_value',
  'market_value',
];

/** A sentence for a table read as parcels whose rows look like permits or sales; null for any other. */
export function otherKind(proposal: Proposal, readAs: (kind: TableKind) => Proposal): string | null {
  const { kind, fields } = proposal;
  if (kind !== 'parcels') return null;
  const has = (list: readonly FieldProposal[], field: Field) => list.some((one) => one.field === field);
  if (has(readAs('permits').fields, 'permit_number'))
    return 'The rows have permit numbers: if they are permits, add --kind permits.';
  const isSold = has(fields, 'sale_price') && has(fields, 'sale_date');
  if (isSold && !PARCELS_ONLY.some((field) => has(fields, field)))
    return 'The rows have prices and dates of sales, but no owners or values: if they are sales, add --kind deeds.';
  return null;
}
