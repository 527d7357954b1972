import Type, { type Static } from 'typebox';
import { wrong } from '../../../domain/problems.ts';
import { Filters } from '../../../records/filters.ts';
import { LAST_ZOOM, TILE_FIELDS, type TileAddress, type TileField } from '../../../records/tiles/question.ts';
import { checkNames } from '../../answers/fields.ts';
import { readJson, requestChecker } from '../../plugins/validation.ts';

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
export const filtersOf = (text: string | undefined): Filters =>
  text === undefined ? {} : readJson('filters', text, areFilters, ', such as {"absenteeOnly":true}');

/** The attributes that a query names, in the order of the table. Throws 400 for an unknown one. */
export function tileFields(text: string | undefined): TileField[] {
  if (text === undefined) return DEFAULT_FIELDS;
  const names = new Set(text.split(','));
  checkNames(names, TILE_FIELDS, 'an attribute of tiles');
  return TILE_FIELDS.filter((field) => names.has(field));
}
