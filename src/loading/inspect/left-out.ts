import type { LeftOut } from '../sources/left-out.ts';
import { columnsOf } from '../sources/mapping.ts';
import { type Candidate, plainOf } from './candidates.ts';
import type { Table } from './evidence.ts';
import { lineOf } from './form.ts';
import { fieldOf } from './forms.ts';
import { shareOf } from './look.ts';
import type { FieldProposal, Proposal, TableKind } from './proposal.ts';
import type { Field, Meaning } from './vocabulary.ts';
import { keysFor } from './write.ts';

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
  const proposed = named(fields);
  const taken = named(fields.filter(({ certainty }) => certainty !== 'guess'));
  const plain = new Map(
    plainOf(candidates).map((candidate) => [candidate.profile.column.name, candidate] as const),
  );
  const firsts = [...Map.groupBy(refused, ({ column }) => column).values()].map(([first]) => first!);
  const ruledOut = firsts.flatMap(({ column, meaning, isUnread, words }): LeftOut[] => {
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
    if (kind !== 'parcels' || proposed.has(meaning) || refused.some((its) => its.meaning === meaning))
      return [];
    const columnOf = ({ candidate }: { candidate: number }) => candidates[candidate]!.profile.column.name;
    const [best] = pairs
      .filter((pair) => pair.meaning === meaning && pair.name >= LEAST_NAME)
      .filter((pair) => plain.get(columnOf(pair)) === candidates[pair.candidate] && !used.has(columnOf(pair)))
      .sort((a, b) => b.name * b.evidence.fit - a.name * a.evidence.fit);
    if (best === undefined) return [];
    const candidate = candidates[best.candidate]!;
    const field = fieldOf(meaning, kind, candidate);
    const why = `It may be ${field}, but too little speaks for it: ${candidate.said.byOf(meaning)}; ${best.evidence.words}.`;
    return [{ columns: [columnOf(best)], why, add: keysFor([{ field, form: candidate.form }]) }];
  });
  return [...ruledOut, ...wanted];
}

/** What is lost without a field. Of several fields, any one is enough. */
type Need = readonly [fields: readonly Field[], loss: string];

const NEEDED: Readonly<Record<TableKind, readonly Need[]>> = {
  parcels: [
    [['owner_name'], 'No owner’s name: there will be no owners, classes of owners or portfolios.'],
    [['street', 'address'], 'No address of the parcel: it cannot be found by its address.'],
    [['mailing_address'], 'No mailing address: absentee owners will be unknown.'],
    [
      ['total_assessed_value', 'market_value'],
      'No assessed value: filters and rankings by value will not find these parcels.',
    ],
    [['land_use', 'land_use_code', 'zoning'], 'No land use or zoning: categories will be unknown.'],
    [['sale_price', 'sale_date'], 'No last sale: it can come from deeds.'],
  ],
  deeds: [
    [['grantee'], 'No buyer: changes of owner will have no name.'],
    [['sale_date', 'recorded_date'], 'No date: sales will not count in the market’s figures.'],
    [['sale_price_usd'], 'No price: no transfer will count as a sale.'],
  ],
  permits: [
    [['permit_number', 'permit_id'], 'No permit number: permits are told apart by their date and text.'],
    [['filed_date', 'issued_date'], 'No date: permits will not be in any order.'],
    [['contractor_name'], 'No contractor: there will be no profiles of contractors.'],
  ],
};
const PLACE: Need = [['lat', 'lon'], 'No coordinates or outlines: the parcels will not be on the map.'];

/** What no taken field gives. */
function lackingIn({ kind, fields, location }: Proposal): Need[] {
  const taken = new Set(fields.flatMap(({ field, certainty }) => (certainty === 'guess' ? [] : [field])));
  const places = kind === 'parcels' && location === null ? [PLACE] : [];
  return [...NEEDED[kind].filter(([any]) => !any.some((field) => taken.has(field))), ...places];
}

/** What is lost most comes first. */
const MISSED: readonly string[] = [
  'owner_name',
  'street',
  'address',
  'mailing_address',
  'mailing_lines',
  'grantee',
];
const rankOf = ({ add }: LeftOut): number => {
  const at = MISSED.findIndex((key) => key in add);
  return at < 0 ? MISSED.length : at;
};

/** The columns that the source file of a proposal leaves out, the most missed first, with what is lost without each. */
export function leftOutOf(proposal: Proposal): LeftOut[] {
  const { kind, fields, passedOver } = proposal;
  // A line of city, state and ZIP code is taken in, or left out, as a whole.
  const parts = fields.filter(({ form }) => lineOf(form) !== null);
  const hasLine = parts.some(({ certainty }) => certainty !== 'guess');
  const guesses = fields.flatMap((guess): LeftOut[] => {
    const { field, certainty, reason, unreadable } = guess;
    if (certainty !== 'guess' || (field === 'parcel_id' && kind !== 'permits')) return [];
    const line = lineOf(guess.form);
    if (field === 'lon' || (line !== null && (hasLine || guess !== parts[0]))) return [];
    const what = line === null ? field : 'mailing_lines';
    const why = unreadable ? `It is ${field}, but ${reason}.` : `It is only a guess at ${what}: ${reason}.`;
    const all =
      field === 'lat' ? fields.filter((other) => other.field === 'lat' || other.field === 'lon') : [guess];
    const columns = line ?? all.flatMap((other) => columnsOf(other.form));
    return [{ columns, why, add: keysFor(all), ...(unreadable && { unreadable }) }];
  });
  const lacking = lackingIn(proposal);
  return [...guesses, ...passedOver]
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map((column) => {
      const losses = lacking.filter((need) => isFor(column, need)).map(([, loss]) => loss);
      return { ...column, why: [column.why, ...losses].join(' ') };
    });
}

const isFor = ({ add }: LeftOut, [fields]: Need) => fields.some((field) => field in add);

/** What is lost although no column was left out that could give it, as sentences. */
export function missingIn(proposal: Proposal): string[] {
  const leftOut = leftOutOf(proposal);
  return lackingIn(proposal).flatMap((need) => (leftOut.some((left) => isFor(left, need)) ? [] : [need[1]]));
}
