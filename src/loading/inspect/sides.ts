import { type Candidate, plainOf, says } from './candidates.ts';
import { percent, shareOf } from './look.ts';
import { beginsWith } from './relations.ts';
import type { Meaning } from './vocabulary.ts';

/** At least 1 % of mailing addresses are post-office boxes or care-of lines, which no parcel has. */
const BOXES = 0.01;
const NO_BOXES = 0.002;
const ONE_STATE = 0.995;
const NEAR = 4;
/** The side of an address without one, where another is named as the parcel's. */
export const OWNERS = 0.9;

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
  PAIRS.find((pair) => pair.includes(meaning))?.find((part) => part !== meaning);

const scoreOf = (candidate: Candidate, meanings: Iterable<Meaning>) =>
  Math.max(0, ...[...meanings].map((meaning) => says(candidate, meaning)));

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

/** What part of an address a column is named as; only one of a kind belongs to an address. A street's name is a street. */
function partOf(candidate: Candidate): Meaning {
  const [best] = [...SITUS, ...STREET_PARTS]
    .map((part) => ({ part, score: scoreOf(candidate, [part, otherSide(part) ?? part]) }))
    .sort((a, b) => b.score - a.score);
  return best!.part === 'street_name' ? 'address' : best!.part;
}

/** Columns side by side that are one address. */
interface Block {
  /** What one of its names says; 0 where none says anything. */
  side: number;
  columns: Candidate[];
  parts: Set<Meaning>;
}

const placeOf = ({ columns: [first] }: Candidate): number => first!;

/** The addresses of a table: a column without a side continues the address before it, unless that has such a part already. */
function blocksOf(columns: readonly Candidate[]): Block[] {
  const blocks: Block[] = [];
  for (const column of columns) {
    const last = blocks.at(-1);
    const [side, part] = [named(column), partOf(column)];
    const isNear = last !== undefined && placeOf(column) - placeOf(last.columns.at(-1)!) <= NEAR;
    const numbered = blocks.find(({ columns }) => {
      const numbers = columns.findLast((other) => partOf(other) === 'house_number');
      return side === 0 && numbers !== undefined && beginsWith(column, numbers);
    });
    if (numbered) numbered.columns.push(column);
    else if (isNear && (side === 0 ? !last.parts.has(part) : side === last.side)) {
      last.columns.push(column);
      last.parts.add(part);
    } else blocks.push({ side, columns: [column], parts: new Set([part]) });
  }
  return blocks;
}

/**
 * How much each candidate looks like a part of the owner's address (1) or of the parcel's (−1): by its name, and otherwise
 * by the address that it stands in, as a whole.
 */
export function sidesOf(candidates: readonly Candidate[]): number[] {
  const plain = plainOf(candidates);
  const ofAddress = plain.filter(isOfAddress);
  const blocks = blocksOf(ofAddress);
  const has = (side: number, isIt: (column: Candidate) => boolean) =>
    ofAddress.some((column) => named(column) === side && isIt(column));
  const isSided = (column: Candidate) => scoreOf(column, [...SITUS, ...MAIL]) > 0.5;
  const [hasMail, hasSitus] = [has(1, isSided), has(-1, isSided)];
  const hasSitusStreet = has(-1, (column) => isStreet(column) || scoreOf(column, STREET_PARTS) > 0.5);
  const toldIn = ({ columns }: Block) =>
    candidates
      .filter(
        (candidate) =>
          isOfAddress(candidate) && columns.some((column) => placeOf(column) === placeOf(candidate)),
      )
      .map(told)
      .filter((side) => side !== 0);
  const hasStreet = ({ columns }: Block) => columns.some(isStreet);
  const isOwners = (block: Block) => hasStreet(block) && toldIn(block).includes(0.8);
  const isBareMail = (block: Block) =>
    block.side === 0 && hasStreet(block) && (hasSitusStreet || !toldIn(block).includes(-0.2));
  const hasBareMail = blocks.some(isBareMail);
  function sideIn(block: Block): number {
    if (block.side !== 0) return block.side * 0.6;
    const said = toldIn(block);
    if (hasSitusStreet && !hasMail && hasStreet(block)) return OWNERS;
    if (said.includes(0.8)) return 0.8;
    if (hasMail && !hasSitus) return -0.6;
    if (hasSitus && !hasMail) return hasStreet(block) || hasBareMail ? 0.5 : -0.6;
    // Of two addresses without a side, one is the owner's by its values, and the other is the parcel's.
    const hasOther = blocks.some((other) => other !== block && other.side === 0 && isOwners(other));
    return hasStreet(block) && hasOther ? -0.6 : (said[0] ?? -0.3);
  }
  const sides = new Map<number, number>();
  for (const block of blocks) for (const column of block.columns) sides.set(placeOf(column), sideIn(block));
  for (const column of plain) if (named(column) !== 0) sides.set(placeOf(column), named(column));
  return candidates.map((candidate) => sides.get(placeOf(candidate)) ?? 0);
}

/** How much the columns that are named for a side look like a mailing address. */
function mailEvidence(candidates: readonly Candidate[], side: number): number {
  const on = candidates.filter((candidate) => named(candidate) === side && isOfAddress(candidate));
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
  const plain = plainOf(candidates);
  const has = (side: number) => plain.some((column) => named(column) === side && isStreet(column));
  const situs = mailEvidence(plain, -1);
  if (!has(-1) || !has(1) || situs < BOXES || mailEvidence(plain, 1) > NO_BOXES) return null;
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
