import Type from 'typebox';
import { Column, Parameters, sourceFunction } from './function.ts';

/** The same text in every row. */
export const constant = sourceFunction(
  Parameters('constant', { value: Type.String() }),
  ({ value }) =>
    () =>
    () =>
      value,
);

/** What `mapping` has for the column's text; `else` for text that it does not list, by default blank. */
export const map = sourceFunction(
  Parameters('map', {
    field: Column,
    mapping: Type.Record(Type.String(), Type.String()),
    else: Type.Optional(Type.String()),
  }),
  ({ field, mapping, else: other = '' }) => {
    const meanings = new Map(Object.entries(mapping));
    return (texts) => {
      const text = texts(field, 'field');
      return (cells) => meanings.get(text(cells).trim()) ?? other;
    };
  },
);

/** An element, from 0, of a column that holds a list as JSON; element 0 of any other text is the text. */
export const get = sourceFunction(
  Parameters('get', { field: Column, index: Type.Integer({ minimum: 0 }) }),
  ({ field, index }) =>
    (texts) => {
      const text = texts(field, 'field');
      return (cells) => elementOf(text(cells), index);
    },
);

function elementOf(text: string, index: number): string {
  if (text.startsWith('[')) {
    try {
      const list: unknown = JSON.parse(text);
      if (Array.isArray(list)) return list[index] === undefined ? '' : String(list[index] ?? '');
    } catch {
      // Text that only looks like a list.
    }
  }
  return index === 0 ? text : '';
}
