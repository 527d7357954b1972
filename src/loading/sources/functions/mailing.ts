import { mailingStreet } from '../mailing-lines.ts';
import { Column, Parameters, sourceFunction } from './function.ts';

/** The street of a mailing line, without a recipient before it: `C/O JO DOE 12 ELM ST` is `12 ELM ST`. */
export const mailingStreetOf = sourceFunction(
  Parameters('mailing_street', { field: Column }),
  ({ field }) =>
    (texts) => {
      const text = texts(field, 'field');
      return (cells) => mailingStreet(text(cells));
    },
);
