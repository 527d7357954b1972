import { Column, Parameters, sourceFunction } from './function.ts';

const fields = { field: Column, field_to_remove: Column };

/** A function that makes a text from two: those of `field` and `field_to_remove`. */
const removal = <N extends string>(name: N, cut: (whole: string, part: string) => string) =>
  sourceFunction(Parameters(name, fields), ({ field, field_to_remove }) => (texts) => {
    const whole = texts(field, 'field');
    const part = texts(field_to_remove, 'field_to_remove');
    return (cells) => cut(whole(cells), part(cells));
  });

/** The text of `field` without that of `field_to_remove` at its beginning. */
export const removePrefix = removal('remove_prefix', (text, prefix) =>
  text.startsWith(prefix) ? text.slice(prefix.length).replace(/^ +/, '') : text,
);

/** The text of `field` without that of `field_to_remove` at its end. */
export const removePostfix = removal('remove_postfix', (text, postfix) =>
  postfix !== '' && text.endsWith(postfix) ? text.slice(0, -postfix.length).trimEnd() : text,
);
