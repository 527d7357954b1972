import fc from 'fast-check';
import t from 'tap';
import { classifyOwner, ENTITY_CLASSES, ENTITY_TYPES } from '../../src/domain/entity-class.ts';
import { growth, MOST_GROWTH } from '../growth.ts';
import { holds } from '../holds.ts';
import { NAMES } from './entity-class-names.ts';

const TYPES: Readonly<Record<string, string>> = {
  LLC: 'llc',
  CORP: 'corporation',
  LTD: 'corporation',
  TRUST: 'trust',
  LP: 'other',
  ASSOCIATION: 'other',
  OTHER_ENTITY: 'other',
  GOVERNMENT: 'government',
  PERSON: 'individual',
};

const names = NAMES.map(([name]) => name);

function label(name: string): string {
  const { entity_class, entity_type } = classifyOwner(name);
  return entity_class ?? (entity_type === 'individual' ? 'PERSON' : entity_type.toUpperCase());
}

t.test('every name of the table gets its class and the matching type', async (t) => {
  for (const [name, expected] of NAMES) {
    t.equal(label(name), expected, `${name} is ${expected}`);
    t.equal(classifyOwner(name).entity_type, TYPES[expected], `${name} has type ${TYPES[expected]}`);
  }
  t.ok(NAMES.length >= 300, `the table holds ${NAMES.length} names`);
});

t.test('the enums are those of the interface', async (t) => {
  t.same(ENTITY_TYPES, ['individual', 'corporation', 'llc', 'trust', 'government', 'other']);
  t.same(ENTITY_CLASSES, ['LLC', 'CORP', 'TRUST', 'LP', 'LTD', 'ASSOCIATION', 'OTHER_ENTITY']);
});

t.test('a name without words counts as a person', async (t) => {
  for (const name of ['', ' ', '&', '***', 'C/O']) {
    t.same(
      classifyOwner(name),
      name === '&' ? classifyOwner('AND') : { entity_type: 'individual', entity_class: null },
    );
  }
});

t.test('case, dots after words and additional blanks do not change the class', async () => {
  const spelling = fc.record({
    name: fc.constantFrom(...names),
    lower: fc.boolean(),
    blanks: fc.array(fc.constantFrom(' ', '  ', '\t', '. ', ' . '), { minLength: 1, maxLength: 4 }),
    edges: fc.constantFrom('', ' ', '  '),
  });
  await holds(2000, [spelling], ({ name, lower, blanks, edges }) => {
    let at = 0;
    const spaced = name.replace(/ /g, () => blanks[at++ % blanks.length]!);
    const spelled = edges + (lower ? spaced.toLowerCase() : spaced) + edges;
    return label(spelled) === label(name);
  });
});

t.test('leftovers after a complete name do not change its class', async () => {
  const whole = names.filter((name) => !/(?:&|AND|ET ?AL|THE)$/i.test(name));
  await holds(
    2000,
    [fc.constantFrom(...whole), fc.constantFrom(' &', ' AND', ' ET AL', ' ETAL &')],
    (name, tail) => {
      return label(name + tail) === label(name);
    },
  );
});

t.test('any text gets a class and a matching type', async () => {
  await holds(100, [fc.string({ unit: 'binary' })], (name) => {
    const { entity_class, entity_type } = classifyOwner(name);
    if (entity_class === null) return entity_type === 'individual' || entity_type === 'government';
    return ENTITY_CLASSES.includes(entity_class) && TYPES[entity_class] === entity_type;
  });
});

t.test('the time for a hostile name grows little faster than the name', async (t) => {
  for (const part of ['CITY OF L L P TRUST ', 'A ']) {
    const times = growth(classifyOwner, (length) => part.repeat(length / part.length));
    t.ok(times < MOST_GROWTH, `${part}: ${times.toFixed(1)} times`);
  }
});
