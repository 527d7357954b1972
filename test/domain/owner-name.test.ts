import fc from 'fast-check';
import t from 'tap';
import { normalizeOwnerName, ownerId } from '../../src/domain/owner-name.ts';
import { holds } from '../holds.ts';
import { each } from '../listed.ts';

const CASES: readonly [name: string, normalized: string, why: string][] = [
  ['Quillfeather, John B.', 'QUILLFEATHER JOHN B', 'upper case, dots and commas'],
  ['  QUILLFEATHER ,  JOHN  ', 'QUILLFEATHER JOHN', 'spaces squeezed'],
  ["O'QUILL, MARY", 'OQUILL MARY', 'apostrophe'],
  ['O’QUILL, MARY', 'OQUILL MARY', 'typographic apostrophe'],
  ['O`QUILL, MARY', 'OQUILL MARY', 'grave accent'],
  ['O´QUILL, MARY', 'OQUILL MARY', 'acute accent'],
  ['MUÑOZ, JOSÉ', 'MUNOZ JOSE', 'accents folded'],
  ['Łukasz Øre Straße Æsir', 'LUKASZ ORE STRASSE AESIR', 'stroked letters and ligatures'],
  ['Müller-Łódź', 'MULLER LODZ', 'hyphen'],
  ['ＡＣＭＥ　ＬＬＣ', 'ACME LLC', 'full width'],
  ['QUILL, A & B', 'QUILL A AND B', 'ampersand'],
  ['A&B QUILL', 'A AND B QUILL', 'ampersand without spaces'],
  ['QUILL, JOHN &', 'QUILL JOHN AND', 'trailing ampersand'],
  ['QUILL FARMS L.L.C.', 'QUILL FARMS LLC', 'dotted suffix'],
  ['QUILL FARMS L L C', 'QUILL FARMS LLC', 'spaced suffix'],
  ['QUILL FARMS, L. L. C.', 'QUILL FARMS LLC', 'spaced and dotted suffix'],
  ['QUILL L L CARTER', 'QUILL L L CARTER', 'initials before a name are not a suffix'],
  ['QUILL INC C/O PIKE BANK', 'QUILL INC', 'c/o tail'],
  ['QUILL INC c/o Pike', 'QUILL INC', 'c/o tail in lower case'],
  ['QUILL INC C / O PIKE', 'QUILL INC', 'spaced c/o'],
  ['QUILL INC, ATTN: TAX DEPT', 'QUILL INC', 'attn tail'],
  ['QUILL RAILWAY % PROP TAX DEPT', 'QUILL RAILWAY', 'percent tail'],
  ['QUILL RAILWAY %PIKE', 'QUILL RAILWAY', 'percent tail without a space'],
  ['QUILL RAILWAY %\tPIKE', 'QUILL RAILWAY', 'percent tail behind a tab'],
  ['QUILL INC C\t/ O PIKE', 'QUILL INC', 'c/o spaced by tabs'],
  ['% QUILL, JOHN', 'QUILL JOHN', 'leading percent'],
  ['C/O QUILL, JOHN', 'QUILL JOHN', 'leading c/o'],
  ['ATTN: C/O QUILL', 'QUILL', 'two leading marks'],
  ['C/O QUILL % PIKE', 'QUILL', 'leading mark and tail'],
  ['* C/O QUILL', 'QUILL', 'punctuation before a leading mark'],
  ['C/O', '', 'a mark alone'],
  ['QUILL TRUST (36.31%)', 'QUILL TRUST 3631', 'a share is not a care-of'],
  ['QUILL JOHN 50% INT', 'QUILL JOHN 50 INT', 'a share before a word is not a care-of'],
  ['100% REALTY LLC', '100 REALTY LLC', 'a figure touching the sign'],
  ['QUILL % 12', 'QUILL 12', 'percent before a figure'],
  ['MATTN QUILL', 'MATTN QUILL', 'a mark within a word'],
  ['QUILL ABC/OHIO', 'QUILL ABC OHIO', 'a slash within words'],
  ['1ST & R #2', '1ST AND R 2', 'figures'],
  ['', '', 'nothing'],
  ['***', '', 'only punctuation'],
  [' . ', '', 'only a dot'],
];

t.test('names are normalized as defined', async (t) => {
  for (const [name, normalized, why] of CASES)
    t.equal(normalizeOwnerName(name), normalized, `${why}: ${name}`);
});

t.test('normalizing twice changes nothing', async (t) => {
  const parts = [' ', ...each(`L C LL LC . % C/O ATTN & ' ´ Ł é 9 / _ SMITH ŉ`)];
  const names = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((list) => list.join('')),
  );
  await holds(2000, [names], (name) => {
    const once = normalizeOwnerName(name);
    return normalizeOwnerName(once) === once;
  });
  const unstable: string[] = [];
  for (let code = 0; code < 0x20000; code++) {
    const once = normalizeOwnerName(`A${String.fromCodePoint(code)}B`);
    if (normalizeOwnerName(once) !== once) unstable.push(code.toString(16));
  }
  t.same(unstable, [], 'every character is stable between two letters');
});

t.test('a normalized name has only letters, digits and single inner spaces', async () => {
  await holds(100, [fc.string({ unit: 'binary' })], (name) =>
    /^$|^[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*$/u.test(normalizeOwnerName(name)),
  );
});

t.test('an owner id is 20 hexadecimal digits and depends only on the normalized name', async (t) => {
  t.equal(ownerId('QUILLFEATHER JOHN'), ownerId(normalizeOwnerName('quillfeather, john')));
  t.not(ownerId('QUILLFEATHER JOHN'), ownerId('QUILLFEATHER JOHN B'));
  t.equal(ownerId('ABC'), 'b5d4045c3f466fa91fe2', 'the first digits of the SHA-256 of "ABC"');
  await holds(100, [fc.string()], (name) => /^[0-9a-f]{20}$/.test(ownerId(name)));
});
