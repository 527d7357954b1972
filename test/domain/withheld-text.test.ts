import t from 'tap';
import { isWithheld } from '../../src/domain/written-text.ts';
import { listed } from '../listed.ts';

t.test('words that a name or an address is withheld are neither', async (t) => {
  for (const text of listed(`REDACTED · Confidential · *** WITHHELD *** · [REDACTED] · CONFIDENTIAL OWNER ·
    OWNER NAME WITHHELD BY REQUEST · NAME SUPPRESSED · UNDISCLOSED · CONFIDENTIAL PER F.S. 119.071 ·
    Protected - Confidential Information · MAILING ADDRESS CONFIDENTIAL`))
    t.ok(isWithheld(text), text);
  for (const text of [
    '',
    'WREN, ODETTE',
    'CONFIDENTIAL INVESTMENTS LLC',
    'REDACTED, ANN',
    '12 CONFIDENTIAL RD',
    'THE STATE OF THE COUNTY',
    'OWNER',
    'RECORD, MARY',
    `CONFIDENTIAL ${'OWNER '.repeat(40)}`,
  ])
    t.notOk(isWithheld(text), text);
});
