import { byRank, type Candidate, type Desk, sideOf } from './candidates.ts';
import { percent, shareOf } from './fits.ts';
import type { Meaning } from './meanings.ts';
import { wordsOf } from './words.ts';

export type Side = 'situs' | 'mail';

/** A column of an address. */
export interface Line extends Candidate {
  side: Side | null;
  /** Why it is on that side, where its name does not say. */
  because: string | null;
}

const BOXES = 0.01;
const NO_BOXES = 0.002;
const NEAR = 4;
const STREET_MEANINGS = ['address', 'mailing_address'] as const;
export const PLACES = ['city', 'state', 'zip'] as const;
type Place = (typeof PLACES)[number];

/** Post-office boxes and care-of lines, which no parcel has. */
const boxesOf = (line: Candidate) => shareOf(line.profile, 'po_box', 'care_of');

/** Whether a known layout names the column. */
export const isKnown = ({ score }: Candidate): boolean => score > 1;

function unique(list: readonly Candidate[]): Candidate[] {
  const best = new Map<number, Candidate>();
  for (const one of [...list].sort(byRank)) if (!best.has(one.index)) best.set(one.index, one);
  return [...best.values()];
}

/** The share of rows that lie in the state most rows have; null without states. */
function topState({ profile }: Candidate): number {
  const values = profile.values ?? [];
  const total = values.reduce((sum, [, rows]) => sum + rows, 0);
  return total === 0 ? 1 : values[0]![1] / total;
}

/** The columns of a meaning, on the side that their names or the layout say. */
function sided(desk: Desk, situs: Meaning, mail: Meaning): Line[] {
  const all = [
    ...desk
      .candidates(situs)
      .map((one) => ({ ...one, side: isKnown(one) ? ('situs' as const) : sideOf(one.profile.column) })),
    ...desk.candidates(mail).map((one) => ({ ...one, side: 'mail' as const })),
  ].sort(byRank);
  const seen = new Set<number>();
  return all.flatMap((one) => {
    if (seen.has(one.index)) return [];
    seen.add(one.index);
    return [{ ...one, because: null }];
  });
}

/** The columns of addresses, by what they hold. */
export interface Parts {
  streets: Line[];
  city: Line[];
  state: Line[];
  zip: Line[];
  lines: Line[];
}

function collect(desk: Desk): Parts {
  return {
    streets: sided(desk, ...STREET_MEANINGS),
    city: sided(desk, 'city', 'mailing_city'),
    state: sided(desk, 'state', 'mailing_state'),
    zip: sided(desk, 'zip', 'mailing_zip'),
    lines: cityLines(desk),
  };
}

/** Columns of `CITY ST ZIP` lines, also where they are named as the second or third line of an address. */
function cityLines(desk: Desk): Line[] {
  const named = [...desk.candidates('city_line'), ...desk.candidates('mailing_city_line')];
  const numbered = desk.profile.columns.flatMap((profile, index): Candidate[] => {
    const { words } = wordsOf(profile.column.name);
    const share = shareOf(profile, 'city_line');
    if (!words.includes('ADDRESS') && !words.includes('MAIL') && !words.includes('CITY')) return [];
    if (share < 0.4 || profile.judged === 0) return [];
    const verdict = {
      fit: share > 0.7 ? 'strong' : 'weak',
      words: `${percent(share)} of its values read as city, state and ZIP code`,
    } as const;
    return [
      { index, name: profile.column.name, profile, score: 1, by: `named ${profile.column.name}`, verdict },
    ];
  });
  const all = unique([...numbered, ...named]).filter(({ name }) => !desk.ignored.has(name));
  return all.map((one) => ({ ...one, side: sideOf(one.profile.column), because: null }));
}

/** Gives a side to street lines whose names say none, by what the other lines and the values show. */
function settleStreets({ streets, state, lines }: Parts): void {
  const has = (side: Side) => streets.some((line) => line.side === side && line.verdict.fit === 'strong');
  for (const line of streets) {
    if (line.side !== null) continue;
    const boxes = boxesOf(line);
    const spread = state.find((one) => one.side !== 'situs' && topState(one) < 0.995);
    const behind = lines.find((one) => one.index > line.index && one.index - line.index <= NEAR);
    if (boxes >= BOXES)
      [line.side, line.because] = [
        'mail',
        `${percent(boxes)} of its values are post-office boxes or care-of lines`,
      ];
    else if (!has('situs') && has('mail'))
      [line.side, line.because] = ['situs', 'the mailing address is another column'];
    else if (behind)
      [line.side, line.because] = [
        'mail',
        `${behind.name} behind it has the city, state and ZIP code of letters`,
      ];
    else if (spread && !has('mail'))
      [line.side, line.because] = ['mail', `the addresses lie in ${spread.profile.distinct.count} states`];
    else if (!has('situs')) [line.side, line.because] = ['situs', 'it has no post-office boxes'];
  }
}

/** The street line that stands closest before a column. */
function streetBefore(index: number, streets: readonly Line[]): Line | undefined {
  return streets.filter((line) => line.index < index).sort((a, b) => b.index - a.index)[0];
}

/** The lines within a few columns of another, which may be the same. */
const near = (lines: readonly Line[], { index }: Line) =>
  lines.filter((one) => Math.abs(one.index - index) <= NEAR);

/** Gives a side to cities, states and ZIP codes whose names say none: that of the address they stand behind. */
function settlePlaces(parts: Parts): void {
  const open = (place: Place) => parts[place].filter(({ side }) => side === null);
  const named = (place: Place, side: Side) => parts[place].some((line) => line.side === side);
  for (const place of PLACES) {
    for (const line of open(place)) {
      const states = near(parts.state, line).find((state) => topState(state) < 0.995);
      const street = streetBefore(line.index, parts.streets);
      const behindMail =
        street?.side === 'mail' && line.index - street.index <= NEAR && !named(place, 'mail');
      line.side =
        states?.side !== 'situs' && (states || (behindMail && named(place, 'situs'))) ? 'mail' : 'situs';
    }
  }
}

const NAMES: Readonly<Record<Side, string>> = { situs: 'the parcel', mail: 'the owner’s mail' };
const other = (side: Side): Side => (side === 'situs' ? 'mail' : 'situs');

/** How much the lines of a side look like mail: boxes, and addresses out of the state most are in. */
function mailEvidence(parts: Parts, side: Side): number {
  const on = (line: Line) => line.side === side;
  const boxes = parts.streets.filter(on).slice(0, 1).map(boxesOf);
  const states = parts.state
    .filter(on)
    .slice(0, 1)
    .map((line) => 1 - topState(line));
  return Math.max(0, ...boxes, ...states);
}

/** Turns the sides around where the column named for the parcel has what only mail has. Returns why, or null. */
function turnAround(parts: Parts): string | null {
  const situs = mailEvidence(parts, 'situs');
  const mail = mailEvidence(parts, 'mail');
  const both =
    parts.streets.some(({ side }) => side === 'situs') && parts.streets.some(({ side }) => side === 'mail');
  if (!both || situs < BOXES || mail > NO_BOXES) return null;
  for (const list of Object.values(parts))
    for (const line of list as Line[]) line.side = line.side && other(line.side);
  return `the address named for ${NAMES.situs} has post-office boxes or other states in ${percent(situs)} of rows, and that named for ${NAMES.mail} has none: they are taken the other way around`;
}

/** Which lines of city, state and ZIP code are mail's: all where there is a mailing street and no name says other. */
function settleLines({ lines, streets }: Parts): void {
  const hasMail = streets.some(({ side }) => side === 'mail');
  for (const line of lines) line.side ??= hasMail ? 'mail' : 'situs';
}

/**
 * Tells the columns of the parcel's address from those of the owner's mail, by names, places in the table and values.
 * @returns the columns with their sides, and why they are other ones than their names say; null when they are not.
 */
export function settleSides(desk: Desk): { parts: Parts; turned: string | null } {
  const parts = collect(desk);
  const lineNames = new Set(parts.lines.map(({ index }) => index));
  parts.streets = parts.streets.filter(({ index }) => !lineNames.has(index));
  settleStreets(parts);
  settlePlaces(parts);
  settleLines(parts);
  return { parts, turned: turnAround(parts) };
}
