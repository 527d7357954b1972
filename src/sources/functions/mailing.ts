import Type from 'typebox';
import { type CityLine, cityColumns, cityLine, mailingStreet } from '../../ingest/adapters/mailing.ts';
import { Column, Parameters, sourceFunction } from './function.ts';

const PLACE_PARTS = ['city', 'state', 'zip', 'country'] as const;
const LINE_PARTS = ['street', ...PLACE_PARTS] as const;
const UNIT_LINE = /^(?:#|(?:UNIT|APT|STE|SUITE|LOT|BLDG|FL|RM)\b)/i;

const partOf = (place: CityLine, part: (typeof PLACE_PARTS)[number]) => place[`mailing_${part}`];

/** The street of a mailing line, without a recipient before it: `C/O JO DOE 12 ELM ST` is `12 ELM ST`. */
export const mailingStreetOf = sourceFunction(
  Parameters('mailing_street', { field: Column }),
  ({ field }) =>
    (texts) => {
      const text = texts(field, 'field');
      return (cells) => mailingStreet(text(cells));
    },
);

/** A part of a mailing place in three columns, city, state and ZIP: a state outside the US is the country. */
export const mailingPlace = sourceFunction(
  Parameters('mailing_place', {
    fields: Type.Array(Column, { minItems: 3, maxItems: 3 }),
    part: Type.Enum(PLACE_PARTS),
  }),
  ({ fields, part }) =>
    (texts) => {
      const [city, state, zip] = fields.map((field) => texts(field, 'fields'));
      return (cells) => partOf(cityColumns(city!(cells), state!(cells), zip!(cells)), part);
    },
);

/**
 * A part of a mailing address in lines. Of the filled lines, the last is `CITY ST ZIP` or a foreign city, and the one
 * before it the street; a line of a unit belongs to the street before it. A lone line is the city only if it has a state
 * or a country, or if no other column is named.
 */
export const mailingLines = sourceFunction(
  Parameters('mailing_lines', { fields: Type.Array(Column, { minItems: 1 }), part: Type.Enum(LINE_PARTS) }),
  ({ fields, part }) =>
    (texts) => {
      const all = fields.map((field) => texts(field, 'fields'));
      return (cells) => {
        const lines = all.map((text) => text(cells).trim()).filter((line) => line !== '');
        const last = cityLine(lines.at(-1) ?? '');
        const isCity =
          lines.length > 1 || fields.length === 1 || last.mailing_state !== '' || last.mailing_country !== '';
        if (part !== 'street') return isCity ? partOf(last, part) : '';
        return streetOf(isCity ? lines.slice(0, -1) : lines);
      };
    },
);

function streetOf(lines: string[]): string {
  const street = lines.at(-1) ?? '';
  const before = lines.at(-2);
  return before !== undefined && UNIT_LINE.test(street) ? `${before} ${street}` : street;
}
