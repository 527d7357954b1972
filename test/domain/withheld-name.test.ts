import t from 'tap';
import { isWithheld } from '../../src/domain/withheld-name.ts';

t.test('words in place of a name that it is withheld are no name', async (t) => {
  for (const text of [
    'REDACTED',
    'Confidential',
    '*** WITHHELD ***',
    '[REDACTED]',
    'CONFIDENTIAL OWNER',
    'OWNER NAME WITHHELD BY REQUEST',
    'NAME SUPPRESSED',
    'UNDISCLOSED',
    'CONFIDENTIAL PER F.S. 119.071',
    'Protected - Confidential Information',
  ])
    t.ok(isWithheld(text), text);
  for (const text of [
    '',
    'WREN, ODETTE',
    'CONFIDENTIAL INVESTMENTS LLC',
    'REDACTED, ANN',
    'THE STATE OF THE COUNTY',
    'OWNER',
    'RECORD, MARY',
    `CONFIDENTIAL ${'OWNER '.repeat(40)}`,
  ])
    t.notOk(isWithheld(text), text);
});
