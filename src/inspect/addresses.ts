import { normaliseStreet, splitOneLine } from '../domain/address.ts';
import { type Candidate, type Certainty, certaintyOf, type Desk, reasonOf, sideOf } from './candidates.ts';
import { percent, shareOf } from './fits.ts';
import { CITY_LINE, columnsOf, type Form } from './form.ts';
import type { Field } from './layouts.ts';
import type { FieldProposal } from './proposal.ts';
import { isKnown, type Line, type Parts, PLACES, type Side, settleSides } from './sides.ts';

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

/** The addresses of the parcel and of the owner's mail. */
export function proposeAddresses(desk: Desk): { fields: FieldProposal[]; remarks: string[] } {
  const { parts, turned } = settleSides(desk);
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
