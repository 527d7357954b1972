import { Column, Parameters, sourceFunction } from './function.ts';

const fields = { field: Column, field_to_remove: Column };

/** The text of `field` without that of `field_to_remove` at its beginning. */
export const removePrefix = sourceFunction(
  Parameters('remove_prefix', fields),
  ({ field, field_to_remove }) =>
    (texts) => {
      const whole = texts(field, 'field');
      const part = texts(field_to_remove, 'field_to_remove');
      return (cells) => {
        const text = whole(cells);
        const prefix = part(cells);
        return text.startsWith(prefix) ? text.slice(prefix.length).replace(/^ +/, '') : text;
      };
    },
);

/** The text of `field` without that of `field_to_remove` at its end. */
export const removePostfix = sourceFunction(
  Parameters('remove_postfix', fields),
  ({ field, field_to_remove }) =>
    (texts) => {
      const whole = texts(field, 'field');
      const part = texts(field_to_remove, 'field_to_remove');
      return (cells) => {
        const text = whole(cells);
        const postfix = part(cells);
        if (postfix === '' || !text.endsWith(postfix)) return text;
        return text.slice(0, -postfix.length).replace(/ +$/, '');
      };
    },
);
