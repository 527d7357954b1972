import { dirname, resolve } from 'node:path';
import { isObject } from '../../domain/json-object.ts';
import type { NamedSource } from '../sources/kept.ts';
import { fieldOf } from '../sources/keys.ts';
import { isUndecided, type LeftOut, stillLeftOut } from '../sources/left-out.ts';
import type { FieldMapping } from '../sources/mapping.ts';
import type { Layer } from '../sources/source.ts';
import type { Form } from './form.ts';
import type { FieldProposal, Proposal } from './proposal.ts';
import { refusedFor } from './refused.ts';
import type { Field } from './vocabulary.ts';

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
const formOf = (given: FieldMapping): Form =>
  typeof given === 'string'
    ? { column: given }
    : ((Array.isArray(given) ? { columns: given } : given) as Form);

const stated = (field: Field, given: FieldMapping): FieldProposal => ({
  field,
  form: formOf(given),
  certainty: 'certain',
  reason: 'the source file says so',
  runnersUp: [],
});

/** What a layer of a source file says, as fields of a proposal. */
function statedFields({ conform, reading }: Layer): FieldProposal[] {
  const fields = [...conform.fields].map(([key, { given }]) => {
    const field = fieldOf(key);
    // The file was checked: apart from OpenAddresses' names, its keys are canonical.
    return stated((field === 'number' ? 'street' : field) as Field, given);
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
    [...layer.conform.fields.values()].flatMap(({ given }) => (typeof given === 'string' ? [given] : [])),
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
const placed = (given: Json, folder: string): Json =>
  given.protocol === 'file' && typeof given.data === 'string'
    ? { ...given, data: resolve(folder, given.data) }
    : given;

/** A layer's `conform` without open decisions on fields that are added, even under another name. */
function withoutOpen(conform: Json, added: Json): Json {
  const fields = new Set(Object.keys(added).map(fieldOf));
  const kept = Object.entries(conform).filter(
    ([key, given]) => !isUndecided(given) || !fields.has(fieldOf(key)),
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
  const layers = source.layers[layer.kind]!.map((one, index) => {
    const {
      conform,
      join,
      left_out: before,
      ...rest
    } = one as { conform: Json; join?: Json[]; left_out?: unknown };
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
