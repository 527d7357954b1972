import t from 'tap';
import { aliasOf } from '../../../../src/stores/elastic/indices.ts';
import { call, makeHarness } from '../../../helper.ts';
import { type Made, madeCounty } from './made-county.ts';

const harness = await makeHarness(t);
const { app, key } = await harness.api();
/** Two counties of two states, whose parcels have the same numbers. */
const [LANCASTER, POTTAWATTAMIE] = [
  madeCounty('31109', 310, { withheld: 3 }),
  madeCounty('19155', 305, { seed: 4 }),
];
const [unsold] = LANCASTER.withheld.keys();
const ASKED = [`31109:${unsold}`, '31109:10003', '19155:10003'];

// biome-ignore lint/suspicious/noExplicitAny: an answer is looked into at any depth
const get = async (path: string): Promise<any> => (await call(app, 'GET', `/api/v1/${path}`, { key })).ok();
const everything = async () => [
  await get('market/accuracy'),
  ...(await Promise.all(ASKED.map((id) => get(`parcels/${id}/value`)))),
];
/** Lets Elasticsearch refuse to store models. */
const refuse = (refused: boolean) =>
  harness.client.indices.putSettings({
    index: aliasOf(harness.config.INDEX_PREFIX, 'values'),
    settings: { 'index.final_pipeline': refused ? 'there-is-none' : '_none' },
  });
const dearer = (deeds: Made[]) =>
  deeds.slice(0, 150).map((deed) => ({ ...deed, sale_price_usd: 2 * Number(deed.sale_price_usd) }));

t.test('parcels of the same number in two counties have values and comparables of their own', async (t) => {
  await harness.load('deeds', [...LANCASTER.deeds, ...POTTAWATTAMIE.deeds]);
  await harness.load('parcels', [...LANCASTER.parcels, ...POTTAWATTAMIE.parcels]);
  const [, , mine, other] = await everything();
  t.not(mine.estimate, other.estimate);
  for (const { id, comparables } of [mine, other])
    t.ok(
      comparables.length === 5 &&
        comparables.every((one: { id: string }) => one.id.startsWith(id.slice(0, 6)) && one.id !== id),
    );
});

t.test('a load that fails while values are written is made good by the next one', async (t) => {
  const before = await everything();
  await harness.load('deeds', dearer(LANCASTER.deeds));
  const expected = await everything();
  t.not(JSON.stringify(expected), JSON.stringify(before));
  await harness.load('deeds', LANCASTER.deeds);
  t.same(await everything(), before);

  await refuse(true);
  await t.rejects(
    harness.load(
      'deeds',
      [LANCASTER, POTTAWATTAMIE].flatMap(({ deeds }) => dearer(deeds)),
    ),
    /refused/,
  );
  for (const { id, estimate, error, reason } of (await everything()).slice(1))
    t.ok(estimate === null ? error === null && reason : error, `${id} has no value without its error`);
  await refuse(false);
  await harness.load('deeds', [...dearer(LANCASTER.deeds), ...POTTAWATTAMIE.deeds]);
  t.same(await everything(), expected);
});

t.test('nothing is left of the values of a failed load if too few sales remain', async (t) => {
  const { parcels } = madeCounty('39049', 40, { published: 40 });
  const assessed = parcels.map((parcel) => ({ ...parcel, tax_year: 2023, total_assessed_value: 200_000 }));
  const estimated = async () => (await get('parcels/39049:10003')).estimated_value;
  await refuse(true);
  await t.rejects(harness.load('parcels', assessed), /refused/);
  await refuse(false);
  t.ok(await estimated());
  const unsold = assessed.map((parcel) => ({ ...parcel, sale_price: null, sale_date: null }));
  await harness.load('parcels', unsold);
  t.equal(await estimated(), null);
});
