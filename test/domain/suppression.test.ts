import t from 'tap';
import deeds from '../../index-templates/deeds.json' with { type: 'json' };
import parcels from '../../index-templates/parcels.json' with { type: 'json' };
import permits from '../../index-templates/permits.json' with { type: 'json' };
import { identityOf, namedIn, ruleOf, type Suppressed, withheld } from '../../src/domain/suppression.ts';

const parcel = (county_fips: string, parcel_id: string): Suppressed => ({
  kind: 'parcel',
  county_fips,
  parcel_id,
});
const owner = (owner_name: string, county_fips: string | null = null): Suppressed => ({
  kind: 'owner',
  county_fips,
  owner_name,
});
/** The numbers, from 1, of the entries that apply to a record. */
const found = (entries: Suppressed[], county_fips: string, parcel_id: string | null, ...names: unknown[]) =>
  ruleOf(entries.map((entry, at) => ({ id: at + 1, entry })))({ county_fips, parcel_id, names });

t.test('a parcel is suppressed by its county and number', async (t) => {
  const entries = [parcel('31109', '0109'), parcel('31055', '0109')];
  t.same(found(entries, '31109', '0109'), [1]);
  t.same(found(entries, '31055', '0109'), [2]);
  t.same(found(entries, '31109', '109'), []);
  t.same(found(entries, '37183', '0109'), []);
  t.same(found(entries, '31000', '0109'), [1, 2], 'a deed of an unknown county may be of either');
  t.same(found(entries, '37000', '0109'), [], 'but not in another state');
  t.same(found(entries, '31109', null), []);
});

t.test('an owner is suppressed in every spelling of the name', async (t) => {
  for (const name of ['Doe, Jane Q.', 'DOE JANE Q', 'jane q doe', 'Döe Jane  Q', 'DOE JANE Q C/O SMITH'])
    t.same(found([owner('Doe, Jane Q')], '31109', 'x', null, name), [1], name);
  for (const name of ['DOE JANE', 'DOE JANE Q & JOHN', 'DOEJANE Q', 'DOE JANE R', '', null, 7])
    t.same(found([owner('Doe, Jane Q')], '31109', 'x', name), [], String(name));
});

t.test('an owner is suppressed in a county, or everywhere', async (t) => {
  const entries = [owner('DOE JANE', '31109'), owner('DOE JANE'), owner('ROE RICHARD', '31055')];
  t.same(found(entries, '31109', null, 'DOE JANE'), [1, 2]);
  t.same(found(entries, '31055', null, 'DOE JANE', 'ROE RICHARD'), [2, 3]);
  t.same(found(entries, '31000', null, 'DOE JANE'), [1, 2], 'a record of an unknown county may be of it');
  t.same(found(entries, '37000', null, 'DOE JANE'), [2]);
});

t.test('entries are the same when they suppress the same', async (t) => {
  t.equal(identityOf(owner('Doe, Jane')), identityOf(owner('JANE DOE')));
  t.not(identityOf(owner('Doe, Jane')), identityOf(owner('Doe, Jane', '31109')));
  t.not(identityOf(parcel('31109', 'a')), identityOf(parcel('31109', 'A')));
});

t.test('every stored key that reveals whose a record is, is withheld', async (t) => {
  for (const [kind, { mappings }, told] of [
    ['parcels', parcels, /owner|mailing|entity|grantee/],
    ['deeds', deeds, /grant|owner/],
    ['permits', permits, /applicant|contractor|description/],
  ] as const) {
    const shown = Object.keys(mappings.properties).filter((key) => key !== 'internal');
    const without = withheld(kind, Object.fromEntries(shown.map((key) => [key, 'told'])));
    t.same(Object.keys(without), shown, 'in their order');
    for (const key of shown) t.equal(without[key], told.test(key) ? null : 'told', `${kind}: ${key}`);
  }
});

t.test('the names in events are those of their records', async (t) => {
  const event = { county_fips: '31109', parcel_id: 'x', prior_owner: 'DOE JANE', new_owner: null };
  t.ok(namedIn('deeds', event).names.includes('DOE JANE'));
  t.same(withheld('deeds', event), {
    county_fips: '31109',
    parcel_id: 'x',
    prior_owner: null,
    new_owner: null,
  });
});
