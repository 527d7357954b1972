import { hash } from 'node:crypto';
import { basename, dirname, resolve } from 'node:path';
import { countyName, stateByFips } from '../../domain/geography.ts';
import { isObject } from '../../domain/json-object.ts';
import type { NamedSource } from '../sources/kept.ts';
import { fieldOf } from '../sources/keys.ts';
import type { LayerAddress } from '../sources/layer-address.ts';
import { isUndecided, type LeftOut, stillLeftOut, type Undecided } from '../sources/left-out.ts';
import type { FieldMapping } from '../sources/mapping.ts';
import type { Layer, PublishedData } from '../sources/source.ts';
import { type Form, lineOf } from './form.ts';
import type { FieldProposal, Proposal, TableKind } from './proposal.ts';
import { refusedFor } from './remarks.ts';
import type { Field } from './vocabulary.ts';

/** What a source file says about where its records are. */
interface DraftPlace {
  kind: TableKind;
  /** 5-digit FIPS code; null leaves it to be filled in. */
  county: string | null;
  data: string;
  protocol: Exclude<PublishedData['protocol'], 'ftp'>;
  /** How the table is read, as in `conform`. */
  reading: Readonly<Record<string, unknown>>;
}

/** A source file that says where a table is and how it is read, but not yet what its columns mean. */
export function draftSource({ kind, county, data, protocol, reading }: DraftPlace): object {
  const name = county === null ? undefined : countyName(county);
  const state = county === null ? undefined : stateByFips(county.slice(0, 2))?.abbr.toLowerCase();
  return {
    schema: 2,
    coverage: {
      ...(county !== null && { 'US Census': { geoid: county, name } }),
      country: 'us',
      ...(state !== undefined && { state }),
      ...(name !== undefined && { county: name }),
    },
    layers: {
      [kind]: [{ name: layerName(data), data, protocol, conform: reading }],
    },
  };
}

/** A name in lower case, without the extension, with only letters, digits, dots, hyphens and underscores. */
const shortName = (text: string): string =>
  text
    .replace(/\/+$/, '')
    .replace(/(?:\.(?:csv|tsv|txt|zip|gz|shp|gpkg|geojson|json|gdb))+$/i, '')
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^-+|-+$/g, '');

/** A short name for a table: its file's without the extension, in lower case. */
export function layerName(data: string): string {
  const path = URL.canParse(data) ? new URL(data).pathname : data;
  return shortName(basename(path.replace(/\/+(?:query)?$/, ''))) || 'data';
}

/** The most characters in the name of a source. */
const LONGEST = 100;
const DIGITS = 8;

/**
 * The name for the proposal of a table: county, kind, the file's name or the address's host and path, and the file or layer
 * within it. Digits of a hash stand for what does not fit, and for a query, which may hold a secret.
 */
export function sourceName(county: string, kind: TableKind, place: LayerAddress): string {
  const { data, protocol, reading } = place;
  const url = protocol === 'file' ? null : URL.parse(data);
  const within = [reading.file, reading.layer].filter((part) => part !== undefined).map(String);
  const outer = url === null ? layerName(data) : shortName(`${url.host}${url.pathname}`);
  const name = [county, kind, outer, ...within.map(shortName)].filter((part) => part !== '').join('-');
  const query = url?.search ?? '';
  if (name.length <= LONGEST && query === '') return name;
  const digits = hash('sha256', `${name}${query}`, 'hex').slice(0, DIGITS);
  return `${name.slice(0, LONGEST - DIGITS - 1)}-${digits}`;
}

type Conform = Record<string, unknown>;

const MAIL_PLACES = ['mailing_city', 'mailing_state', 'mailing_zip'] as const;

const isPlain = (form: Form): form is { column: string } =>
  'column' in form && Object.entries(form).every(([key, said]) => key === 'column' || said === undefined);

/** The shortest way to say it. */
function valueFor(form: Form): FieldMapping {
  if (isPlain(form)) return form.column;
  return 'columns' in form && form.separator === ' ' ? form.columns : form;
}

/** The mailing address: its street, and city, state and ZIP code from one line or from a column each. */
function mailing(forms: ReadonlyMap<Field, Form>): Conform {
  const [city, state, zip] = MAIL_PLACES.map((field) => forms.get(field));
  const street = forms.get('mailing_address');
  // A guess at the city is left out, and the state and ZIP code of its line are not.
  const line = [city, state, zip].map(lineOf).find((columns) => columns !== null);
  if (line) {
    const before = street && 'column' in street ? [street.column] : [];
    return { mailing_lines: [...before, ...between(before[0], line)] };
  }
  const made: Conform = {};
  if (street && 'column' in street)
    made.mailing_address = { function: 'mailing_street', field: street.column };
  if (city && state && zip && isPlain(city) && isPlain(state) && isPlain(zip)) {
    return { ...made, mailing_place: [city.column, state.column, zip.column] };
  }
  for (const field of MAIL_PLACES) {
    const form = forms.get(field);
    if (form) made[field] = valueFor(form);
  }
  return made;
}

/** Numbered lines, with those between them: 1 and 3 stand for 1, 2 and 3. */
function between(first: string | undefined, lines: readonly string[]): string[] {
  const [, stem, from] = /^(.*?)(\d)$/.exec(first ?? '') ?? [];
  const [, other, to] = /^(.*?)(\d)$/.exec(lines[0] ?? '') ?? [];
  if (stem === undefined || stem !== other) return [...lines];
  const steps = Array.from(
    { length: Math.max(0, Number(to) - Number(from) - 1) },
    (_, i) => `${stem}${Number(from) + 1 + i}`,
  );
  return [...steps, ...lines];
}

function street(form: Form): Conform {
  const [number, name] = 'columns' in form ? form.columns : [];
  if (!Array.isArray(name)) return { street: valueFor(form) };
  return { number, street: name.length === 1 ? name[0] : name };
}

/** The key of `conform` for a field. */
const nameOf = (field: Field): string => (field === 'parcel_id' ? 'pid' : field);

/** What a source file has in place of a parcel number that a person has to decide. */
function undecidedNumber({ fields, refused }: Proposal): Undecided {
  const number = fields.find(({ field }) => field === 'parcel_id');
  const others = number?.runnersUp.map(({ columns }) => (columns.length === 1 ? columns[0] : columns)) ?? [];
  return { decide: refused!.words, could_be: number ? [valueFor(number.form), ...others] : [] };
}

/** Fields as keys of `conform`. */
export function keysFor(fields: readonly Pick<FieldProposal, 'field' | 'form'>[]): Conform {
  const forms = new Map(fields.map(({ field, form }) => [field, form]));
  const conform: Conform = {};
  for (const [field, form] of forms) {
    if (field.startsWith('mailing_') && field !== 'mailing_country') continue;
    if (field === 'street') Object.assign(conform, street(form));
    else conform[nameOf(field)] = valueFor(form);
  }
  return Object.assign(conform, mailing(forms));
}

/**
 * A proposal as the `conform` of a source file; the caller adds how the table is read (`format`, `file`, `srs`). Guesses
 * are left out. A parcel number that a person has to decide is an open decision; to try the proposal on rows, `tried` puts
 * the likeliest one in its place.
 */
export function toConform(proposal: Proposal, options: { tried?: boolean } = {}): Conform {
  const { kind, fields, only, refused } = proposal;
  const isTried = options.tried === true && kind !== 'permits';
  const taken = fields.filter(
    ({ field, certainty }) => certainty !== 'guess' || (isTried && field === 'parcel_id'),
  );
  return {
    ...(refused?.isOpen && !isTried && { pid: undecidedNumber(proposal) }),
    ...keysFor(taken),
    ...(only !== null && { only }),
  };
}

/** Fields that belong together: if a source file has one of them, the others are not proposed. */
const TOGETHER: readonly (readonly string[])[] = [
  ['number', 'street', 'address'],
  ['lat', 'lon'],
];

const groupOf = (field: string): string =>
  field.startsWith('mailing_')
    ? 'mailing'
    : (TOGETHER.find((fields) => fields.includes(field))?.[0] ?? field);

/** As a form; in place of its columns, the file may have what makes them. */
const formOf = (mapping: FieldMapping): Form =>
  typeof mapping === 'string'
    ? { column: mapping }
    : ((Array.isArray(mapping) ? { columns: mapping } : mapping) as Form);

const stated = (field: Field, mapping: FieldMapping): FieldProposal => ({
  field,
  form: formOf(mapping),
  certainty: 'certain',
  reason: 'the source file says so',
  runnersUp: [],
});

/** What a layer of a source file says, as fields of a proposal. */
function statedFields({ conform, reading }: Layer): FieldProposal[] {
  const fields = [...conform.fields].map(([key, { json: mapping }]) => {
    const field = fieldOf(key);
    // The file was checked: apart from OpenAddresses' names, its keys are canonical.
    return stated((field === 'number' ? 'street' : field) as Field, mapping);
  });
  const { lat, lon } = reading;
  if (lat !== undefined && lon !== undefined) fields.push(stated('lat', lat), stated('lon', lon));
  if (conform.mailing !== null) {
    const { key, columns } = conform.mailing;
    fields.push(stated(key === 'mailing_lines' ? 'mailing_address' : 'mailing_city', columns));
  }
  return fields;
}

/**
 * Combines a proposal with what a layer of a source file already says. The source file comes first: only what it does not
 * say is proposed.
 * @returns the whole, and the part that is new.
 */
export function besides(proposal: Proposal, layer: Layer): { whole: Proposal; added: Proposal } {
  const said = statedFields(layer);
  const groups = new Set(said.map(({ field }) => groupOf(field)));
  // A column that the source file explains is not proposed for another field too.
  const columns = new Set(
    [...layer.conform.fields.values()].flatMap(({ json }) => (typeof json === 'string' ? [json] : [])),
  );
  const added = {
    ...proposal,
    fields: proposal.fields.filter(
      ({ field, form }) =>
        !groups.has(groupOf(field)) && !('column' in form && !form.values && columns.has(form.column)),
    ),
    only: layer.conform.only.size > 0 ? null : proposal.only,
    passedOver: proposal.passedOver.filter(
      ({ add }) => !Object.keys(add).some((key) => groups.has(groupOf(fieldOf(key)))),
    ),
  };
  const fields = [...said, ...added.fields];
  const refused = refusedFor(proposal.kind, fields, proposal.refused);
  return { whole: { ...added, fields, refused }, added: { ...added, refused } };
}

type Json = Record<string, unknown>;

/** Makes the path of a file absolute; in a source file, it begins at that file's folder. */
const placed = (place: Json, folder: string): Json =>
  place.protocol === 'file' && typeof place.data === 'string'
    ? { ...place, data: resolve(folder, place.data) }
    : place;

/** A layer's `conform` without open decisions on fields that are added, even under another name. */
function withoutOpen(conform: Json, added: Json): Json {
  const fields = new Set(Object.keys(added).map(fieldOf));
  const kept = Object.entries(conform).filter(
    ([key, mapping]) => !isUndecided(mapping) || !fields.has(fieldOf(key)),
  );
  return Object.fromEntries(kept);
}

/**
 * The source file with more in the `conform` of one layer; its own fields stay. Paths of files become absolute, so that it
 * can be in any folder.
 * @param county that the user gives; null leaves the area as it is.
 * @param leftOut what the source file lists as left out, as far as it does not say it.
 */
export function mergedSource(
  { json, file }: NamedSource,
  layer: Layer,
  added: Json,
  county: string | null,
  leftOut: readonly LeftOut[] = [],
): Json {
  // It was checked when it was read.
  const source = structuredClone(json) as { coverage: Json; layers: Record<string, Json[]> };
  const { 'US Census': census } = source.coverage;
  if (county !== null) source.coverage['US Census'] = { ...(isObject(census) ? census : {}), geoid: county };
  const folder = dirname(file);
  const at = Number(/\[(\d+)\]$/.exec(layer.place)?.[1]);
  const layers = source.layers[layer.kind]!.map((layer, index) => {
    const {
      conform,
      join,
      left_out: before,
      ...rest
    } = layer as { conform: Json; join?: Json[]; left_out?: unknown };
    const merged = index === at ? { ...withoutOpen(conform, added), ...added } : conform;
    const still = index === at ? stillLeftOut(leftOut, merged) : before;
    return {
      ...placed(rest, folder),
      ...(join && { join: join.map((other) => placed(other, folder)) }),
      conform: merged,
      ...(Array.isArray(still) && still.length > 0 && { left_out: still }),
    };
  });
  return { ...source, layers: { ...source.layers, [layer.kind]: layers } };
}
