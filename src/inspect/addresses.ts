import { normaliseStreet, splitOneLine } from '../domain/address.ts';
import {
  byRank,
  type Candidate,
  type Certainty,
  certaintyOf,
  type Desk,
  reasonOf,
  sideOf,
} from './candidates.ts';
import { percent, shareOf } from './fits.ts';
import { CITY_LINE, columnsOf, type Form } from './form.ts';
import type { Field } from './layouts.ts';
import type { Meaning } from './meanings.ts';
import type { FieldProposal } from './proposal.ts';
import { wordsOf } from './words.ts';

type Side = 'situs' | 'mail';

interface Line extends Candidate {
  side: Side | null;
  /** Why it is on that side, where its name does not say. */
  because: string | null;
}

const BOXES = 0.01;
const NO_BOXES = 0.002;
const NEAR = 4;
const STREET_MEANINGS = ['address', 'mailing_address'] as const;
const PLACES = ['city', 'state', 'zip'] as const;
type Place = (typeof PLACES)[number];

/** Post-office boxes and care-of lines, which no parcel has. */
const boxesOf = (line: Candidate) => shareOf(line.profile, 'po_box', 'care_of');

const isKnown = ({ score }: Candidate) => score > 1;

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

interface Parts {
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

/** The share of rows in which two streets are the same; null with too few. */
function equalShare(a: number, b: number, desk: Desk): number | null {
  const rows = desk.profile.sample
    .slice(0, 1_000)
    .filter(({ values }) => values[a] != null && values[b] != null);
  if (rows.length < 5) return null;
  const street = (text: string) => normaliseStreet(splitOneLine(text).street ?? text);
  const same = rows.filter(({ values }) => street(values[a]!) === street(values[b]!));
  return same.length / rows.length;
}

const lower = (certainty: Certainty): Certainty => (certainty === 'certain' ? 'likely' : certainty);

interface Made {
  line: Line;
  others: readonly Line[];
}

function best(lines: readonly Line[], side: Side): Made | null {
  const [line, ...others] = lines.filter((one) => one.side === side);
  return line === undefined ? null : { line, others };
}

function fieldOf(
  field: Field,
  { line, others }: Made,
  form: Form,
  desk: Desk,
  turned: string | null,
): FieldProposal {
  const sure = certaintyOf(line, others, desk);
  const certainty = turned !== null || line.because !== null ? lower(sure) : sure;
  const reasons = [reasonOf(line), line.because, turned].filter((words) => words !== null);
  return {
    field,
    form,
    certainty,
    reason: reasons.join('; '),
    runnersUp: others.map((one) => ({ columns: [one.name], reason: reasonOf(one) })),
  };
}

const STREET_PARTS = [
  'house_number',
  'house_suffix',
  'street_prefix',
  'street_name',
  'street_suffix',
  'street_postfix',
] as const;

/** The street of number, name and the like in columns of their own. */
function streetOfParts(desk: Desk): FieldProposal | null {
  const known = desk.known.get('street');
  const onParcel = (one: Candidate) => sideOf(one.profile.column) !== 'mail';
  const parts = STREET_PARTS.flatMap((meaning) => desk.candidates(meaning).filter(onParcel).slice(0, 1));
  const number = desk.candidates('house_number').find(onParcel);
  const name = desk.candidates('street_name').find(onParcel);
  if (known && 'columns' in known) {
    const told = known.columns.filter((column) => desk.column(column).judged > 0);
    return {
      field: 'street',
      form: { ...known, columns: told, number: told[0] },
      certainty: 'certain',
      reason: `named as in ${desk.layout!.name}`,
      runnersUp: [],
    };
  }
  if (name === undefined) return null;
  const numbered = number !== undefined && number.profile.filled * (1 - number.profile.zeros) >= 0.2;
  const columns = [
    ...new Set(parts.filter((part) => numbered || part !== number).map(({ name: column }) => column)),
  ];
  const sure = numbered && [number, name].every((one) => one.score >= 0.95 && one.verdict.fit === 'strong');
  const form: Form =
    columns.length === 1
      ? { column: columns[0]! }
      : { columns, separator: ' ', ...(numbered ? { number: number.name } : {}) };
  return {
    field: 'street',
    form,
    certainty: sure ? 'certain' : numbered ? 'likely' : 'guess',
    reason: numbered
      ? `${number.by}; ${number.verdict.words}; ${name.by}; ${name.verdict.words}`
      : `${reasonOf(name)}; there are no house numbers`,
    runnersUp: [],
  };
}

function situsStreet(parts: Parts, desk: Desk, turned: string | null): FieldProposal | null {
  const pieces = streetOfParts(desk);
  const made = best(parts.streets, 'situs');
  if (made === null) return pieces;
  const { line } = made;
  const oneLine = shareOf(line.profile, 'one_line_address') > shareOf(line.profile, 'street_address');
  const field = oneLine ? 'address' : 'street';
  const whole = fieldOf(field, made, { column: line.name }, desk, turned);
  const beside = pieces && { columns: columnsOf(pieces.form), reason: pieces.reason };
  if (pieces && pieces.certainty === 'certain' && (oneLine || line.score < 0.95) && !isKnown(line)) {
    return { ...pieces, runnersUp: [{ columns: [line.name], reason: whole.reason }] };
  }
  const pair = parts.streets.find(({ side }) => side === 'mail');
  const equal = pair ? equalShare(line.index, pair.index, desk) : null;
  const compared = equal === null ? '' : `; ${percent(equal)} of rows have the same street in ${pair!.name}`;
  return {
    ...whole,
    reason: whole.reason + compared,
    runnersUp: [...whole.runnersUp, ...(beside ? [beside] : [])],
  };
}

const places = (parts: Parts, side: Side, desk: Desk, turned: string | null): FieldProposal[] =>
  PLACES.flatMap((place) => {
    if (side === 'situs' && place === 'state') return [];
    const made = best(parts[place], side);
    if (made === null) return [];
    const field = side === 'mail' || place === 'state' ? (`mailing_${place}` as const) : place;
    const pattern =
      place === 'zip' && shareOf(made.line.profile, 'state_zip') > 0.5
        ? { pattern: String.raw`(\d{5})` }
        : {};
    const withState =
      place === 'city' && shareOf(made.line.profile, 'city_state') > shareOf(made.line.profile, 'city');
    const form: Form = withState
      ? { column: made.line.name, pattern: CITY_LINE.city }
      : { column: made.line.name, ...pattern };
    return [fieldOf(field, made, form, desk, turned)];
  });

const stem = (name: string) => name.replace(/\d+/g, '');

/** City, state and ZIP code out of one line, or of the last filled of several numbered ones. */
function linePlaces(parts: Parts, side: Side, taken: ReadonlySet<Field>, desk: Desk): FieldProposal[] {
  const usable = parts.lines.filter((line) => line.side === side);
  if (usable.length === 0) return [];
  const most = usable.reduce((a, b) => (b.profile.filled > a.profile.filled ? b : a));
  const lines = usable.filter(({ name }) => stem(name) === stem(most.name)).sort((a, b) => a.index - b.index);
  const columns = lines.map(({ name }) => name);
  const hasZip = shareOf(most.profile, 'city_line') >= shareOf(most.profile, 'city_state');
  return PLACES.flatMap((part) => {
    const field = side === 'mail' || part === 'state' ? (`mailing_${part}` as const) : part;
    if (taken.has(field) || (part === 'zip' && !hasZip) || (part === 'state' && side === 'situs')) return [];
    const asLine = side === 'mail' && hasZip && !PLACES.some((place) => taken.has(`mailing_${place}`));
    const form: Form = asLine ? { cityLine: columns, part } : { column: most.name, pattern: CITY_LINE[part] };
    return [fieldOf(field, { line: most, others: [] }, form, desk, null)];
  });
}

/** Which lines of city, state and ZIP code are mail's: all where there is a mailing street and no name says other. */
function settleLines({ lines, streets }: Parts): void {
  const hasMail = streets.some(({ side }) => side === 'mail');
  for (const line of lines) line.side ??= hasMail ? 'mail' : 'situs';
}

/** The addresses of the parcel and of the owner's mail. */
export function proposeAddresses(desk: Desk): { fields: FieldProposal[]; remarks: string[] } {
  const parts = collect(desk);
  const lineNames = new Set(parts.lines.map(({ index }) => index));
  parts.streets = parts.streets.filter(({ index }) => !lineNames.has(index));
  settleStreets(parts);
  settlePlaces(parts);
  settleLines(parts);
  const turned = turnAround(parts);
  const street = situsStreet(parts, desk, turned);
  const mail = best(parts.streets, 'mail');
  const mailStreet =
    mail === null ? [] : [fieldOf('mailing_address', mail, { column: mail.line.name }, desk, turned)];
  if (mail === null && !parts.lines.some(({ side }) => side === 'mail'))
    for (const place of PLACES) for (const line of parts[place]) line.side = 'situs';
  const mailPlaces = places(parts, 'mail', desk, turned);
  const situsPlaces = places(parts, 'situs', desk, turned);
  const taken = new Set(mailPlaces.map(({ field }) => field));
  const fields = [
    ...(street === null ? [] : [street]),
    ...situsPlaces,
    ...mailStreet,
    ...mailPlaces,
    ...linePlaces(parts, 'mail', taken, desk),
    ...linePlaces(parts, 'situs', new Set(situsPlaces.map(({ field }) => field)), desk),
  ];
  return { fields, remarks: turned === null ? [] : [`${turned[0]!.toUpperCase()}${turned.slice(1)}.`] };
}
