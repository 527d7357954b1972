import t from 'tap';
import { FIELDS } from '../../../src/loading/inspect/evidence.ts';
import { LOOKS } from '../../../src/loading/inspect/values.ts';
import { ENTRIES, PARTS, SPELLINGS } from '../../../src/loading/inspect/vocabulary.ts';

t.test('every phrase consists of concepts with spellings, and every look is known', async (t) => {
  const concepts = new Set([...SPELLINGS.values()].flat(2));
  for (const { meaning, values, phrases } of ENTRIES) {
    t.ok(Object.hasOwn(LOOKS, values), `${meaning} looks like ${values}`);
    const unknown = phrases.flatMap((phrase) => phrase.concepts.filter((concept) => !concepts.has(concept)));
    t.strictSame([...new Set(unknown)], [], `the phrases of ${meaning}`);
    t.ok(
      phrases.every(({ weight }) => weight > 0 && weight <= 1),
      `the weights of ${meaning}`,
    );
  }
});

t.test('every field and every part has exactly one entry', async (t) => {
  const entries = ENTRIES.map(({ meaning }) => meaning);
  t.equal(new Set(entries).size, entries.length);
  for (const meaning of [...Object.values(FIELDS).flat(), ...PARTS]) t.ok(entries.includes(meaning), meaning);
});
