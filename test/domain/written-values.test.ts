import t from 'tap';
import { exampleCounter, formOf } from '../../src/domain/examples.ts';
import { STATES } from '../../src/domain/geography.ts';
import { isOwnCountry, readState } from '../../src/domain/written-place.ts';
import { readFlag, withoutEntities } from '../../src/domain/written-text.ts';

t.test('flags are read from the usual words', async (t) => {
  for (const text of ['Yes', 'y', 'TRUE', 'T', '1']) t.equal(readFlag(text), true, text);
  for (const text of ['No', 'n', 'False', 'f', '0']) t.equal(readFlag(text), false, text);
  for (const text of ['Q', 'maybe', '2', '']) t.equal(readFlag(text), null, text);
});

t.test('examples are the most frequent values, without names', async (t) => {
  const examples = exampleCounter();
  for (const value of ['WREN, ODETTE', '1/0/1900', 'EXEMPT', 'EXEMPT', 'EXEMPT', -1, -1, { lat: 1 }, null])
    examples.add(value);
  t.same(examples.best(9), ['EXEMPT', '-1', 'AAAA, AAAAAA', '1/0/1900']);
  t.same(examples.best(1), ['EXEMPT']);
});

t.test('the form of a value does not reveal it', async (t) => {
  t.equal(formOf(' $1.234,50 '), '$9.999,99');
  t.equal(formOf('Müller 7'), 'AAAAAA 9');
  t.equal(formOf('x'.repeat(500)), `${'A'.repeat(20)}…`);
});

t.test('a state is read as its abbreviation, its name, or an older abbreviation', async (t) => {
  for (const { abbr, name } of STATES)
    for (const text of [abbr, abbr.toLowerCase(), name]) t.equal(readState(text), abbr);
  for (const [text, abbr] of [
    ['Iowa', 'IA'],
    ['N.Y.', 'NY'],
    ['Minn.', 'MN'],
    ['N. Carolina', 'NC'],
    ['W VA', 'WV'],
    [' NE ', 'NE'],
    ['AE', 'AE'],
  ] as const)
    t.equal(readState(text), abbr, text);
  for (const text of ['', 'ZZ', 'ON', 'Ontario', 'OMAHA', '12', 'N4E']) t.equal(readState(text), null, text);
});

t.test('names of the US are recognized as the own country', async (t) => {
  for (const text of ['USA', 'u.s.a.', 'U S', 'United States of America']) t.ok(isOwnCountry(text), text);
  for (const text of ['', 'CANADA', 'AUS']) t.notOk(isOwnCountry(text), text);
});

t.test('HTML entities are decoded', async (t) => {
  for (const [text, plain] of [
    ['WREN &amp; SONS', 'WREN & SONS'],
    ['O&#39;DELL &#x26; CO', "O'DELL & CO"],
    ['&quot;THE&nbsp;MILL&quot; &lt;EAST&gt;', '"THE MILL" <EAST>'],
    ['WREN &amp;amp; SONS', 'WREN & SONS'],
    ['WREN & SONS', 'WREN & SONS'],
    ['CAF&Eacute; &ldquo;M&uuml;LLER&rdquo;', 'CAFÉ “MüLLER”'],
    ['A&B; &unknown; &amp', 'A&B; &unknown; &amp'],
  ] as const)
    t.equal(withoutEntities(text), plain, text);
});
