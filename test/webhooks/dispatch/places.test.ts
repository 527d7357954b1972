import fc from 'fast-check';
import t from 'tap';
import { createPlaces, type Occupant, PLACES, type Standing } from '../../../src/webhooks/dispatch/places.ts';

/** Takes as many places of a kind as it can. */
function fill(places: ReturnType<typeof createPlaces>, occupant: Occupant): number {
  let taken = 0;
  while (places.take(occupant)) taken++;
  return taken;
}

t.test('one account gets up to half of all places if its endpoints answer, far fewer if not', (t) => {
  t.equal(fill(createPlaces([]), { account: 1, standing: 'answers' }), PLACES / 2);
  for (const standing of ['new', 'silent'] as const) {
    const taken = fill(createPlaces([]), { account: 1, standing });
    t.ok(taken >= 64 && taken <= PLACES / 8, `${standing}: ${taken}`);
  }
  t.end();
});

t.test('two accounts whose endpoints hang leave most places to one whose endpoints answer', (t) => {
  for (const standing of ['new', 'silent'] as const) {
    const places = createPlaces([]);
    const hung = [1, 2].map((account) => fill(places, { account, standing }));
    t.ok(hung[0]! + hung[1]! <= PLACES / 4, `${standing}: ${hung.join(' and ')}`);
    t.ok(fill(places, { account: 3, standing: 'answers' }) >= PLACES / 3);
  }
  t.end();
});

t.test('endpoints that answered and now hang still leave room for others', (t) => {
  const places = createPlaces([]);
  for (const account of [1, 2]) fill(places, { account, standing: 'answers' });
  t.ok(fill(places, { account: 3, standing: 'answers' }) >= 64);
  t.ok(fill(places, { account: 4, standing: 'new' }) >= 8);
  t.end();
});

t.test('many accounts that hang leave half of the places to others', (t) => {
  const places = createPlaces([]);
  let silent = 0;
  for (let account = 0; account < 100; account++) silent += fill(places, { account, standing: 'silent' });
  t.equal(silent, PLACES / 2);
  t.ok(fill(places, { account: 1_000, standing: 'new' }) >= 32, 'for new endpoints');
  t.ok(fill(places, { account: 1_001, standing: 'answers' }) >= 128, 'and for those that answer');
  t.end();
});

const standings = fc.constantFrom<Standing>('new', 'answers', 'silent');
const wishes = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 7 }), standings, fc.integer({ min: 1, max: 600 })),
  {
    maxLength: 60,
  },
);

t.test(
  'eight accounts may come in any order: a ninth gets a place, and no more are given than there are',
  (t) => {
    fc.assert(
      fc.property(wishes, standings, (all, standing) => {
        const places = createPlaces([]);
        const held: Occupant[] = [];
        for (const [account, standing, count] of all) {
          for (let n = 0; n < count && places.take({ account, standing }); n++)
            held.push({ account, standing });
        }
        if (held.length + places.free() !== PLACES) return false;
        const again = createPlaces(held);
        if (again.free() !== places.free()) return false;
        const silent = held.filter((place) => place.standing === 'silent').length;
        return again.take({ account: 99, standing }) || (standing === 'silent' && silent === PLACES / 2);
      }),
    );
    t.end();
  },
);
