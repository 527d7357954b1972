import { byRank, type Candidate, type Certainty, type Desk, reasonOf } from './candidates.ts';
import { percent } from './fits.ts';
import { saidBy } from './meanings.ts';
import { uncertainNumber } from './missing.ts';
import {
  countsRows,
  isPrinted,
  judgeNumber,
  MOST_REPEATED,
  MOST_STACKED,
  sameNumber,
} from './parcel-number.ts';
import type { JoinedProfile } from './profile.ts';
import type { FieldProposal, Kind } from './proposal.ts';
import { wordsOf } from './words.ts';

const ONCE = 0.02;

/** Whether the name says something else that the values do not rule out. */
const hasOtherMeaning = (desk: Desk, index: number) =>
  saidBy(desk.profile.columns[index]!.column).some(
    ({ meaning, score }) => score >= 0.6 && desk.candidates(meaning).some((one) => one.index === index),
  );

/** Columns that no name makes the parcel number, but whose values could be it. */
function unnamed(desk: Desk, rows: number, taken: ReadonlySet<number>, most: number): Candidate[] {
  return desk.profile.columns.flatMap((profile, index) => {
    const verdict = judgeNumber(profile, rows, true, most);
    if (taken.has(index) || hasOtherMeaning(desk, index) || verdict.fit !== 'strong' || rows < 5) return [];
    if ((profile.shapes.number ?? 0) > 0.5 && (profile.shapes.integer ?? 0) < 0.95) return [];
    if (
      profile.column.type === 'date' ||
      Object.entries(profile.shapes).some(([name, share]) => name.startsWith('date:Y') && share > 0.9)
    )
      return [];
    if (profile.lengths!.longest < 5) return [];
    return [{ index, name: profile.column.name, profile, score: 0, by: 'unnamed', verdict }];
  });
}

/** Of two spellings of one number the printed one, with separators; else the better name. */
function preferred(desk: Desk, best: Candidate, all: readonly Candidate[]): Candidate {
  const twins = [
    best,
    ...all.filter((one) => one !== best && sameNumber(best.index, one.index, desk.profile.sample)),
  ];
  const worth = (one: Candidate) =>
    (isPrinted(one.profile, desk.profile.sample, one.index) ? 2 : 0) -
    (wordsOf(one.name).words.includes('INDEX') ? 3 : 0) +
    one.score;
  return twins.reduce((a, b) => (worth(b) > worth(a) ? b : a));
}

function proposalOf(
  winner: Candidate,
  certainty: Certainty,
  others: readonly Candidate[],
  more: string,
): FieldProposal {
  const whole = winner.profile.pointZero ? '; its numbers are written with .0, which is dropped' : '';
  const reason = reasonOf(winner) + more + whole;
  const options = [winner, ...others].map(({ name }) => ({ column: name }));
  return {
    field: 'parcel_id',
    form: { column: winner.name },
    certainty,
    reason,
    ...(certainty === 'guess' && { question: { words: uncertainNumber(reason), options } }),
    runnersUp: others.map((one) => ({ columns: [one.name], reason: reasonOf(one) })),
  };
}

function single(desk: Desk, kind: Kind): FieldProposal | null {
  const unique = kind === 'parcels';
  const named = desk.candidates('parcel_id').filter(({ profile }) => !countsRows(profile, desk.profile.rows));
  const rows = desk.profile.rows;
  const taken = new Set(named.map(({ index }) => index));
  const told = unique ? unnamed(desk, rows, taken, MOST_REPEATED) : [];
  const isOpen = unique && named.length === 0 && told.length === 0;
  const others = isOpen ? unnamed(desk, rows, taken, MOST_STACKED) : told;
  // Of columns that no name tells, the longest number is the likeliest.
  const length = ({ profile }: Candidate) => profile.lengths?.shortest ?? 0;
  const all = [...named.sort(byRank), ...others.sort((a, b) => length(b) - length(a))];
  const [best] = all;
  if (best === undefined) return null;
  const winner = preferred(desk, best, all);
  const rest = all.filter((one) => one !== winner);
  const twins = rest.filter((one) => sameNumber(winner.index, one.index, desk.profile.sample));
  const more =
    twins.length > 0
      ? `; ${twins.map(({ name }) => name).join(', ')} ${twins.length > 1 ? 'write' : 'writes'} the same number in another way`
      : '';
  const rivals = named.filter(
    (one) =>
      one !== winner &&
      !twins.includes(one) &&
      one.score >= best.score - 0.05 &&
      one.verdict.fit === 'strong',
  );
  const strong = winner.verdict.fit === 'strong';
  const score = Math.max(winner.score, ...twins.map((twin) => twin.score));
  if (score === 0) return proposalOf(winner, 'guess', rest, more);
  const sure = score >= 0.95 && (strong || score > 1) && rivals.length === 0;
  return proposalOf(winner, sure ? 'certain' : strong && score >= 0.6 ? 'likely' : 'guess', rest, more);
}

const isUnique = ({ distinct, filled }: JoinedProfile) => distinct.repeated <= ONCE && filled >= 0.9;

/** Several columns that only together tell parcels apart, the fewest that do. */
function several(desk: Desk): FieldProposal | null {
  const group = desk.profile.joined.find(isUnique);
  if (group === undefined) return null;
  const words = `${percent(1 - group.distinct.repeated)} of the numbers that ${group.columns.join(', ')} make together stand in one row only, and no single column does that`;
  return {
    field: 'parcel_id',
    form: { columns: group.columns, separator: '-' },
    certainty: desk.profile.rows >= 20 ? 'certain' : 'likely',
    reason: words,
    runnersUp: [],
  };
}

/** The parcel number: one column, or several such as block and lot. */
export function proposeNumber(desk: Desk, kind: Kind): FieldProposal | null {
  const one = single(desk, kind);
  if (kind !== 'parcels' || one?.certainty === 'certain' || one?.certainty === 'likely') return one;
  const joined = several(desk);
  if (joined === null) return one;
  const beside =
    one === null ? [] : [{ columns: 'column' in one.form ? [one.form.column] : [], reason: one.reason }];
  return { ...joined, runnersUp: beside };
}
