import type { Candidate } from './candidates.ts';
import { percent, shareOf } from './look.ts';
import type { Meaning } from './vocabulary.ts';

/** At least 1 % of mailing addresses are post-office boxes or care-of lines, which no parcel has. */
const BOXES = 0.01;
const NO_BOXES = 0.002;
const ONE_STATE = 0.995;
const NEAR = 4;

/** The same part of the parcel's address and of the owner's. */
const PAIRS: readonly (readonly [situs: Meaning, mail: Meaning])[] = [
  ['address', 'mailing_address'],
  ['city', 'mailing_city'],
  ['state', 'mailing_state'],
  ['zip', 'mailing_zip'],
  ['city_line', 'mailing_city_line'],
];
const SITUS = new Set(PAIRS.map(([situs]) => situs));
const MAIL = new Set(PAIRS.map(([, mail]) => mail));
const STREET_PARTS: ReadonlySet<Meaning> = new Set([
  'house_number',
  'street_name',
  'street_prefix',
  'street_suffix',
  'unit',
]);

/** 1 for a part of the owner's address, −1 for one of the parcel's, 0 for anything else. */
export const sideOf = (meaning: Meaning): number =>
  MAIL.has(meaning) ? 1 : SITUS.has(meaning) || STREET_PARTS.has(meaning) ? -1 : 0;

export const otherSide = (meaning: Meaning): Meaning | undefined =>
  PAIRS.find((pair) => pair.includes(meaning))?.find((one) => one !== meaning);

const scoreOf = ({ said }: Candidate, meanings: Iterable<Meaning>) =>
  Math.max(0, ...[...meanings].map((meaning) => said.scores.get(meaning) ?? 0));

const isOfAddress = (candidate: Candidate) => scoreOf(candidate, [...SITUS, ...MAIL, ...STREET_PARTS]) > 0.4;

/** What the name says: 1 for mail, −1 for the parcel, 0 for neither. */
function named({ said: { concepts } }: Candidate): number {
  if (['MAIL', 'OWNER', 'TAXPAYER', 'GRANTEE', 'CONTRACTOR', 'APPLICANT'].some((word) => concepts.has(word)))
    return 1;
  if (concepts.has('TAX') && concepts.has('ADDRESS')) return 1;
  return concepts.has('SITUS') || concepts.has('PARCEL') ? -1 : 0;
}

const isStreet = ({ profile }: Candidate) => shareOf(profile, 'street_address', 'one_line_address') > 0.3;
const boxesOf = ({ profile }: Candidate) => shareOf(profile, 'po_box', 'care_of');

/** The share of rows in the most frequent state; null where the values are not states. */
function topState({ profile }: Candidate): number | null {
  if (shareOf(profile, 'state') < 0.7 || profile.values === null) return null;
  const total = profile.values.reduce((sum, [, rows]) => sum + rows, 0);
  return total === 0 ? null : profile.values[0]![1] / total;
}

/** What its values say, on the same scale. */
function told(candidate: Candidate): number {
  if (isStreet(candidate) || boxesOf(candidate) > 0.3)
    return boxesOf(candidate) >= BOXES ? 0.8 : boxesOf(candidate) < NO_BOXES ? -0.2 : 0;
  const top = topState(candidate);
  return top === null ? 0 : top < ONE_STATE ? 0.8 : 0;
}

/**
 * How much each candidate looks like a part of the owner's address (1) or of the parcel's (−1), by its name, its values, and
 * the columns around it.
 */
export function sidesOf(candidates: readonly Candidate[]): number[] {
  const own = candidates.map(
    (candidate) => named(candidate) || (isOfAddress(candidate) ? told(candidate) : 0),
  );
  const plain = candidates.flatMap((candidate, index) =>
    candidate.made === null && isOfAddress(candidate) ? [index] : [],
  );
  const at = (index: number) => candidates[index]!.columns[0]!;
  const isSided = (side: number) =>
    plain.some(
      (index) => named(candidates[index]!) === side && scoreOf(candidates[index]!, [...SITUS, ...MAIL]) > 0.5,
    );
  const [hasMail, hasSitus] = [isSided(1), isSided(-1)];
  const hasBareMail = plain.some(
    (index) => named(candidates[index]!) === 0 && isStreet(candidates[index]!) && own[index]! >= 0,
  );
  return candidates.map((candidate, index) => {
    if (named(candidate) !== 0 || !isOfAddress(candidate)) return own[index]!;
    const before = plain.filter((one) => at(one) < at(index) && at(index) - at(one) <= NEAR && one !== index);
    const near = plain.filter(
      (one) => Math.abs(at(one) - at(index)) <= NEAR && named(candidates[one]!) === 0,
    );
    const around = Math.max(0, ...near.map((one) => own[one]!));
    const last = before.at(-1);
    const follows = last === undefined ? 0 : named(candidates[last]!) * 0.6;
    if (last !== undefined && named(candidates[last]!) !== 0 && at(index) - at(last) <= 2) return follows;
    if (around > 0.5 && own[index]! >= -0.2) return Math.max(own[index]!, 0.7);
    if (hasMail && !hasSitus) return Math.min(-0.6, own[index]!);
    if (hasSitus && !hasMail) return follows < 0 ? follows : isStreet(candidate) || hasBareMail ? 0.5 : -0.6;
    return follows || own[index]! || -0.3;
  });
}

/** How much the columns that are named for a side look like a mailing address. */
function mailEvidence(candidates: readonly Candidate[], side: number): number {
  const on = candidates.filter(
    (candidate) => candidate.made === null && named(candidate) === side && isOfAddress(candidate),
  );
  const boxes = on.filter(isStreet).map(boxesOf);
  const states = on
    .map(topState)
    .filter((top) => top !== null)
    .map((top) => 1 - top);
  return Math.max(0, ...boxes, ...states);
}

/**
 * Swaps the two addresses where the columns named for the parcel have what only mailing addresses have.
 * @returns the candidates with swapped meanings, and why; null when there is no reason to swap them.
 */
export function turned(candidates: readonly Candidate[]): { candidates: Candidate[]; words: string } | null {
  const has = (side: number) =>
    candidates.some(
      (candidate) => candidate.made === null && named(candidate) === side && isStreet(candidate),
    );
  const situs = mailEvidence(candidates, -1);
  if (!has(-1) || !has(1) || situs < BOXES || mailEvidence(candidates, 1) > NO_BOXES) return null;
  const turn = (candidate: Candidate): Candidate => {
    if (named(candidate) === 0 || !isOfAddress(candidate)) return candidate;
    const scores = [...candidate.said.scores].map(
      ([meaning, score]) => [otherSide(meaning) ?? meaning, score] as const,
    );
    const concepts = new Set(candidate.said.concepts);
    for (const word of ['MAIL', 'OWNER', 'TAXPAYER', 'SITUS', 'PARCEL']) concepts.delete(word);
    concepts.add(named(candidate) === 1 ? 'SITUS' : 'MAIL');
    return { ...candidate, said: { ...candidate.said, scores: new Map(scores), concepts } };
  };
  const words = `the address named for the parcel has post-office boxes or other states in ${percent(situs)} of rows, and that named for the owner’s mail has none: they are taken the other way around`;
  return { candidates: candidates.map(turn), words };
}
