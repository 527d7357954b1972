import Type, { type Static } from 'typebox';
import { nearWord } from '../../../domain/near-word.ts';
import { invalid, wrong } from '../../../domain/problems.ts';
import { Filters } from '../../../records/filters.ts';
import { LAST_ZOOM, TILE_FIELDS, type TileAddress, type TileField } from '../../../records/tiles/question.ts';
import { type Broken, readFaults } from '../../plugins/faults.ts';
import { requestChecker } from '../../plugins/validation.ts';

const whole = (description: string, example: string) =>
  Type.String({ pattern: '^\\d{1,8}$', 'x-form': 'a whole number', description, examples: [example] });

export const TilePath = Type.Object({
  z: whole(`Zoom level, 0 to ${LAST_ZOOM}`, '16'),
  x: whole('Column, from the west', '15163'),
  y: whole('Row, from the north', '24616'),
});

const DEFAULT_FIELDS = ['total_assessed_value', 'zoning_category'] satisfies TileField[];

export const TileQuery = Type.Object(
  {
    filters: Type.Optional(
      Type.String({
        maxLength: 4_000,
        description: 'The filters of `POST /search`, as JSON',
        examples: ['{"absenteeOnly":true}'],
      }),
    ),
    fields: Type.Optional(
      Type.String({
        pattern: '^[a-z_]+(,[a-z_]+)*$',
        'x-form': 'names of attributes, separated by commas without blanks',
        maxLength: 500,
        description:
          `Attributes of the parcels, separated by commas: ${TILE_FIELDS.join(', ')}. Every parcel has its id too. ` +
          `Without it: ${DEFAULT_FIELDS.join(', ')}`,
        examples: ['total_assessed_value,year_built'],
      }),
    ),
  },
  { additionalProperties: false },
);

/** The address in a path. Throws 400 for a tile that does not exist. */
export function addressOf(path: Static<typeof TilePath>): TileAddress {
  const address = { z: Number(path.z), x: Number(path.x), y: Number(path.y) };
  if (address.z > LAST_ZOOM) throw wrong('z', `must be at most ${LAST_ZOOM}`);
  const last = 2 ** address.z - 1;
  for (const name of ['x', 'y'] as const)
    if (address[name] > last) throw wrong(name, `must be at most ${last} at zoom ${address.z}`);
  return address;
}

const areFilters = requestChecker(false).compile(Filters);

/** The filters of a query. Throws 400 for other JSON. */
export function filtersOf(text: string | undefined): Filters {
  if (text === undefined) return {};
  let filters: unknown;
  try {
    filters = JSON.parse(text);
  } catch {
    throw wrong('filters', 'must be JSON, such as {"absenteeOnly":true}');
  }
  if (areFilters(filters)) return filters as Filters;
  const broken = (areFilters.errors as Broken[]).map((fault) => ({
    ...fault,
    instancePath: `/filters${fault.instancePath}`,
  }));
  const { sentence, faults } = readFaults(broken);
  throw invalid(sentence, faults);
}

const KNOWN = new Set<string>(TILE_FIELDS);

/** The attributes that a query names, in the order of the table. Throws 400 for an unknown one. */
export function tileFields(text: string | undefined): TileField[] {
  if (text === undefined) return DEFAULT_FIELDS;
  const names = new Set(text.split(','));
  for (const name of names) {
    if (KNOWN.has(name)) continue;
    const near = nearWord(name, TILE_FIELDS);
    const hint = near === undefined ? '' : `; did you mean ${near}?`;
    throw wrong('fields', `holds ${name.slice(0, 100)}, which is not an attribute of tiles${hint}`);
  }
  return TILE_FIELDS.filter((field) => names.has(field));
}
