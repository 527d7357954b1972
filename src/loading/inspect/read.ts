import type { DateForm } from '../../domain/written-date.ts';
import { type Candidate, candidatesOf, madeCandidate, plainOf } from './candidates.ts';
import { type Pair, type Table, weigh } from './evidence.ts';
import { layoutOf, streetForm } from './form.ts';
import { percent, shareOf } from './look.ts';
import { readNames } from './names.ts';
import { MOST_REPEATED } from './parcel-number.ts';
import type { JoinedProfile, TableProfile } from './profile.ts';
import type { TableKind } from './proposal.ts';
import { beginsWith } from './relations.ts';
import { turned } from './sides.ts';
import { type Meaning, STREET } from './vocabulary.ts';

const LEAST_NUMBERED = 0.2;
/** A factor that makes a whole address preferred to one that is put together. */
const PUT_TOGETHER = 0.93;
/** How surely a column of house numbers beside the street's name is the number, whatever its own name says. */
const BESIDE = 0.85;
const ONCE = 0.02;
const LEAST = 0.3;
const UNSURE = 0.5;

const nameOf = (candidate: Candidate) => ('column' in candidate.form ? candidate.form.column : '');

/** The column after a street's name, where its values are kinds of streets, whatever its own name says. */
const kindsAfter = (name: number, candidates: readonly Candidate[]): number[] => {
  const next = candidates[name + 1];
  return next?.made === null && shareOf(next.profile, 'street_kind') > 0.9 ? [name + 1] : [];
};

/** A street from separate columns for the number, the name and the like. */
function streetOf(
  chosen: ReadonlyMap<Meaning, Pair>,
  candidates: readonly Candidate[],
  profile: TableProfile,
): Candidate[] {
  const [name, number] = [chosen.get('street_name'), chosen.get('house_number')];
  if (name === undefined) return [];
  // A whole address in one column is preferred.
  if (number && plainOf(candidates).some((plain) => beginsWith(plain, candidates[number.candidate]!)))
    return [];
  const { filled, zeros } = number ? candidates[number.candidate]!.profile : { filled: 0, zeros: 0 };
  const isNumbered = filled * (1 - zeros) >= LEAST_NUMBERED;
  const parts = STREET.flatMap((meaning) => {
    const part = chosen.get(meaning)?.candidate;
    if (meaning === 'street_suffix' && part === undefined) return kindsAfter(name.candidate, candidates);
    return part === undefined || (part === number?.candidate && !isNumbered) ? [] : [part];
  });
  const columns = parts.map((part) => nameOf(candidates[part]!));
  const nextTo = number && Math.abs(number.candidate - name.candidate) <= 2 ? BESIDE : 0;
  const score = isNumbered ? Math.min(Math.max(nextTo, name.name), Math.max(nextTo, number!.name)) : 0.4;
  const by = isNumbered
    ? `named ${columns[0]}; ${number!.evidence.words}; named ${nameOf(candidates[name.candidate]!)}; ${name.evidence.words}`
    : `named ${columns.join(', ')}; there are no house numbers`;
  const made = new Map([['address', PUT_TOGETHER * score]] as const);
  return [madeCandidate(streetForm(columns, isNumbered), made, by, profile)];
}

const isUnique = ({ distinct, filled }: JoinedProfile) => distinct.repeated <= ONCE && filled >= 0.9;

/** The fewest columns that together tell parcels apart, if no single one does. */
function numberOf(
  chosen: ReadonlyMap<Meaning, Pair>,
  candidates: readonly Candidate[],
  profile: TableProfile,
): Candidate[] {
  const single = chosen.get('parcel_id');
  const alone =
    single && candidates[single.candidate]!.profile.distinct.repeated <= MOST_REPEATED && single.name >= 0.6;
  const group = alone ? undefined : profile.joined.find(isUnique);
  if (group === undefined) return [];
  const by = `${percent(1 - group.distinct.repeated)} of the numbers that ${group.columns.join(', ')} make together occur in one row only, which is true of no single column`;
  const made = madeCandidate(
    { columns: group.columns, separator: '-' },
    new Map([['parcel_id', 1]]),
    by,
    profile,
  );
  return [{ ...made, profile: { ...made.profile, distinct: group.distinct, filled: group.filled } }];
}

/** In deeds and permits, numbers repeat: block and lot are likely a parcel number only if no column is named so. */
function namedNumberOf(
  chosen: ReadonlyMap<Meaning, Pair>,
  _: readonly Candidate[],
  profile: TableProfile,
): Candidate[] {
  const group = profile.joined.findLast(({ filled }) => filled >= 0.9);
  if (group === undefined || (chosen.get('parcel_id')?.name ?? 0) >= 0.6) return [];
  const { columns } = group;
  const made = new Map<Meaning, number>([['parcel_id', UNSURE]]);
  return [madeCandidate({ columns, separator: '-' }, made, `named ${columns.join(', ')}`, profile)];
}

interface Join {
  parts: readonly Meaning[];
  separator: string;
  dates?: DateForm;
}

/** What all of several columns make together. */
const JOINS: readonly (readonly [Meaning, Join])[] = [
  ['owner_name', { parts: ['owner_last', 'owner_first'], separator: ', ' }],
  ['sale_date', { parts: ['sale_year', 'sale_month'], separator: '-', dates: 'YYYY-MM' }],
  ['sale_date', { parts: ['sale_year', 'sale_monthday'], separator: '-', dates: 'YYYY-MMDD' }],
];

function joined(
  chosen: ReadonlyMap<Meaning, Pair>,
  candidates: readonly Candidate[],
  profile: TableProfile,
): Candidate[] {
  return JOINS.flatMap(([meaning, { parts, ...more }]) => {
    const pairs = parts.flatMap((part) => chosen.get(part) ?? []);
    if (pairs.length < parts.length) return [];
    const columns = pairs.map(({ candidate }) => nameOf(candidates[candidate]!));
    const score = PUT_TOGETHER * Math.min(...pairs.map(({ name }) => name));
    const made = new Map([[meaning, score]]);
    return [madeCandidate({ columns, ...more }, made, `named ${columns.join(', ')}`, profile)];
  });
}

/** The best column for each meaning; no column is used twice. */
function best(pairs: readonly Pair[], candidates: readonly Candidate[]): Map<Meaning, Pair> {
  const worth = ({ name, evidence }: Pair) => name * evidence.fit;
  const ranked = pairs
    .filter(({ candidate }) => candidates[candidate]!.made === null)
    .sort((a, b) => worth(b) - worth(a) || a.candidate - b.candidate);
  const chosen = new Map<Meaning, Pair>();
  const used = new Set<number>();
  for (const pair of ranked) {
    if (chosen.has(pair.meaning) || used.has(pair.candidate) || worth(pair) < LEAST) continue;
    chosen.set(pair.meaning, pair);
    used.add(pair.candidate);
  }
  return chosen;
}

/** The candidates that are put together from parts. */
function joinsOf({ kind, pairs, candidates }: Table, profile: TableProfile): Candidate[] {
  const chosen = best(pairs, candidates);
  const makers = kind === 'parcels' ? [streetOf, numberOf, joined] : [namedNumberOf, joined];
  return makers.flatMap((make) => make(chosen, candidates, profile));
}

/** What was read from a table. */
interface Reading extends Table {
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
