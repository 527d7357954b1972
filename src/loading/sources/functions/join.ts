import Type from 'typebox';
import { saysNothing } from '../../../domain/written-number.ts';
import { wordsOf } from '../columns.ts';
import { ColumnList, Parameters, sourceFunction } from './function.ts';

/** The filled columns, trimmed, with the separator between them: by default a space. */
export const join = sourceFunction(
  Parameters('join', { fields: ColumnList, separator: Type.Optional(Type.String()) }),
  ({ fields, separator = ' ' }) =>
    (texts) => {
      const all = fields.map((field) => texts(field, 'fields'));
      return (cells) =>
        all
          .map((text) => wordsOf(text(cells)))
          .filter((text) => text !== '')
          .join(separator);
    },
);

/** The first column that says something; nothing is set when none does. */
export const firstNonEmpty = sourceFunction(
  Parameters('first_non_empty', { fields: ColumnList }),
  ({ fields }) =>
    (texts) => {
      const all = fields.map((field) => texts(field, 'fields'));
      return (cells) => {
        for (const text of all) {
          const found = text(cells);
          if (!saysNothing(found)) return found;
        }
        return null;
      };
    },
);
