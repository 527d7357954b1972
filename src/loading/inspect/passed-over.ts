import type { LeftOut } from '../sources/left-out.ts';
import type { Candidate } from './candidates.ts';
import { keysFor } from './conform.ts';
import type { Table } from './evidence.ts';
import { fieldOf } from './forms.ts';
import { shareOf } from './look.ts';
import type { FieldProposal } from './proposal.ts';
import type { Field, Meaning } from './vocabulary.ts';

/** What a county should not lack, where a column may have it. */
const WANTED: readonly Meaning[] = ['owner_name', 'address'];
const LEAST_NAME = 0.4;
const OTHER: Readonly<Record<string, Field>> = { lat: 'lon', lon: 'lat' };
const MOSTLY = 0.8;
/** Parts of addresses, whose columns are often named alike. */
const PARTS: ReadonlySet<Meaning> = new Set(
  'unit city zip mailing_city mailing_state mailing_zip'.split(' ') as Field[],
);
const SAME: Readonly<Record<string, Meaning>> = {
  street: 'address',
  sale_price_usd: 'sale_price',
  lot_sqft: 'acreage',
};
const sameOf = (name: string): string => SAME[name] ?? name;

/** Whether a column that is named like a latitude holds longitudes, or the other way round. */
const isSwapped = (meaning: Meaning, { profile }: Candidate): boolean =>
  (meaning === 'lat' && shareOf(profile, 'longitude') > MOSTLY) ||
  (meaning === 'lon' && shareOf(profile, 'latitude') > MOSTLY);

/**
 * The columns that are not proposed for a field, though their names say it: values rule it out, or for owners and addresses
 * of parcels, too little speaks for it. Of a parcel number, and of points where there are others, nothing is said.
 */
export function passedOver(
  { kind, candidates, pairs, refused }: Table,
  fields: readonly FieldProposal[],
  used: ReadonlySet<string>,
  wantsPoints: boolean,
): LeftOut[] {
  const named = (all: readonly FieldProposal[]) => new Set(all.map(({ field }) => sameOf(field)));
  const found = named(fields);
  const taken = named(fields.filter(({ certainty }) => certainty !== 'guess'));
  const plain = new Map(
    candidates.flatMap((one) => (one.made === null ? [[one.profile.column.name, one] as const] : [])),
  );
  const ruledOut = [...Map.groupBy(refused, ({ column }) => column)].flatMap(([column, [one]]): LeftOut[] => {
    const { meaning, isUnread, words } = one!;
    const isApart = meaning === 'parcel_id' || (meaning in OTHER && !wantsPoints);
    if (used.has(column) || taken.has(sameOf(meaning)) || isApart) return [];
    const candidate = plain.get(column)!;
    const swapped = isSwapped(meaning, candidate) ? OTHER[meaning]! : null;
    const add = keysFor([{ field: swapped ?? fieldOf(meaning, kind, candidate), form: { column } }]);
    const unreadable = isUnread && !PARTS.has(meaning);
    const why =
      swapped !== null
        ? `${column} is named like ${meaning}, but its values read as ${swapped}.`
        : `${words}${unreadable ? ' The line would take in only these.' : ''}`;
    return [{ columns: [column], why, add, ...(unreadable && { unreadable }) }];
  });
  const wanted = WANTED.flatMap((meaning): LeftOut[] => {
    if (kind !== 'parcels' || found.has(meaning) || refused.some((one) => one.meaning === meaning)) return [];
    const columnOf = ({ candidate }: { candidate: number }) => candidates[candidate]!.profile.column.name;
    const [best] = pairs
      .filter((one) => one.meaning === meaning && one.name >= LEAST_NAME)
      .filter((one) => plain.get(columnOf(one)) === candidates[one.candidate] && !used.has(columnOf(one)))
      .sort((a, b) => b.name * b.evidence.fit - a.name * a.evidence.fit);
    if (best === undefined) return [];
    const candidate = candidates[best.candidate]!;
    const field = fieldOf(meaning, kind, candidate);
    const why = `It may be ${field}, but too little speaks for it: ${candidate.said.byOf(meaning)}; ${best.evidence.words}.`;
    return [{ columns: [columnOf(best)], why, add: keysFor([{ field, form: candidate.form }]) }];
  });
  return [...ruledOut, ...wanted];
}
