import Type from 'typebox';
import { within } from '../checks.ts';
import { wordsOf } from '../columns.ts';
import { ColumnList, Parameters, sourceFunction } from './function.ts';

const REFERENCE = /\$(\d+)/g;

/** A column and the literal before it. */
interface Part {
  literal: string;
  /** From 0. */
  field: number;
}

/**
 * Columns in a form such as `$1-$2`. As in OpenAddresses, a blank column is left out with the literal before it,
 * which also needs a filled column before; a final `.0` of a column is dropped; blank when all columns are.
 */
export const format = sourceFunction(
  Parameters('format', { fields: ColumnList, format: Type.String({ minLength: 1 }) }),
  ({ fields, format: form }, { place, report }) => {
    const parts: Part[] = [];
    let end = 0;
    for (const match of form.matchAll(REFERENCE)) {
      const field = Number(match[1]) - 1;
      if (field < 0 || field >= fields.length) {
        report(
          within(place, 'format'),
          `names $${field + 1}, and there are ${fields.length} fields, from $1`,
        );
        return null;
      }
      parts.push({ literal: form.slice(end, match.index), field });
      end = match.index + match[0].length;
    }
    if (parts.length === 0) {
      report(within(place, 'format'), 'names no field: write $1 for the first');
      return null;
    }
    const last = form.slice(end);
    return (texts) => {
      const all = fields.map((field) => texts(field, 'fields'));
      return (cells) => {
        let made = '';
        let filled = false;
        for (const [at, { literal, field }] of parts.entries()) {
          const text = wordsOf(all[field]!(cells));
          if (at === 0 || (filled && text !== '')) made += literal;
          if (text === '') continue;
          made += text.endsWith('.0') ? text.slice(0, -2) : text;
          filled = true;
        }
        return filled ? made + last : '';
      };
    };
  },
);
