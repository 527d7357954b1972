import Type from 'typebox';
import { Column, Parameters, sourceFunction } from './function.ts';

// House numbers as OpenAddresses takes them: 12, 12 1/2, 12-1/2, 12-14, 12A, 12-A.
const NUMBER = String.raw`\s*(\d+(?:[ -]\d/\d)?|\d+-\d+|\d+-?[A-Z])\s+`;
const UNIT = String.raw`(?:(?:UNIT|APARTMENT|APT\.?|SUITE|STE\.?|BUILDING|BLDG\.?|LOT)\s+|#).+`;

/** In characters. The rest of a line is ignored: these patterns take quadratic time, and longer texts are cut anyway. */
const LONGEST = 1_000;

const PREFIXED = new RegExp(`^${NUMBER}`, 'i');
const STREET = new RegExp(`^(?:${NUMBER})?(.*)`, 'i');
const STREET_BEFORE_UNIT = new RegExp(String.raw`^(?:${NUMBER})?(.+?)(?:\s+${UNIT})?$`, 'i');
const POSTFIXED_UNIT = new RegExp(String.raw`\s(${UNIT})$`, 'i');

/** `12` of `12 ELM ST`; blank where a line begins with none. */
export const prefixedNumber = sourceFunction(
  Parameters('prefixed_number', { field: Column }),
  ({ field }) =>
    (texts) => {
      const text = texts(field, 'field');
      return (cells) => PREFIXED.exec(text(cells).slice(0, LONGEST))?.[1] ?? '';
    },
);

/** `ELM ST` of `12 ELM ST`; with `may_contain_units` also of `12 ELM ST APT 3`. */
export const postfixedStreet = sourceFunction(
  Parameters('postfixed_street', { field: Column, may_contain_units: Type.Optional(Type.Boolean()) }),
  ({ field, may_contain_units }) => {
    const pattern = may_contain_units ? STREET_BEFORE_UNIT : STREET;
    return (texts) => {
      const text = texts(field, 'field');
      return (cells) => pattern.exec(text(cells).slice(0, LONGEST))?.[2] ?? '';
    };
  },
);

/** `APT 3` of `12 ELM ST APT 3`; blank without a unit. */
export const postfixedUnit = sourceFunction(
  Parameters('postfixed_unit', { field: Column }),
  ({ field }) =>
    (texts) => {
      const text = texts(field, 'field');
      return (cells) => POSTFIXED_UNIT.exec(text(cells).slice(0, LONGEST))?.[1] ?? '';
    },
);
