import t from 'tap';
import { makeHarness } from '../../helper.ts';
import { at, COUNTY, reader } from './one-county.ts';
import { clear } from './support.ts';

const harness = await makeHarness(t);
const { get } = await reader(harness);

interface Listed {
  [key: string]: unknown;
  recorded_date: string | null;
  filed_date: string | null;
}
const deed = (n: number, document_number: string, recorded_date: string | null, more: object = {}) => ({
  ...at(n),
  document_number,
  recorded_date,
  sale_price_usd: 200_000 + n,
  grantor: `ADLER KIM ${n}`,
  grantee: `BRANDT LEE ${n}`,
  document_type: 'Warranty Deed',
  ...more,
});
const deedsOf = async (n: number): Promise<Listed[]> => (await get(`${COUNTY}:p${n}`, '/deeds')).data;
const permitsOf = async (n: number): Promise<Listed[]> => (await get(`${COUNTY}:p${n}`, '/permits')).data;

t.test('numbers of deeds that begin again each year are other numbers', async (t) => {
  await harness.load('parcels', [1, 2, 3, 4, 5, 6].map(at));
  const file = [
    deed(1, '000004', '2019-03-01'),
    deed(1, '000004', '2020-03-02'),
    deed(2, '000004', '2021-05-03'),
    deed(3, '000009', null, { sale_date: '2019-12-30' }),
    deed(3, '000009', '2020-01-02', { sale_date: '2019-12-30', sale_price_usd: 300_000 }),
    // One document of one year on two parcels.
    deed(4, '000012', '2020-06-01'),
    deed(5, '000012', '2020-06-01'),
    deed(6, '000012', '2021-06-01'),
  ];
  const report = await harness.load('deeds', file);
  t.match(report, { created: file.length, duplicates: 0 });
  const usable = async (n: number) =>
    (await deedsOf(n)).map(({ recorded_date, usable_for_stats }) => [recorded_date, usable_for_stats]);
  t.same(await usable(1), [
    ['2020-03-02', true],
    ['2019-03-01', true],
  ]);
  t.same(await usable(2), [['2021-05-03', true]], 'the same number on another parcel in another year');
  t.same(
    (await usable(3)).map(([date]) => date),
    ['2020-01-02', null],
    'the recorded date decides, else the sale date',
  );
  t.same(await usable(4), [['2020-06-01', false]], 'one document on two parcels');
  t.same(await usable(5), [['2020-06-01', false]]);
  t.same(await usable(6), [['2021-06-01', true]]);
  t.match(await harness.load('deeds', file.toReversed()), { unchanged: file.length, created: 0, updated: 0 });
});

t.test('what is written in place of a number identifies no deed', async (t) => {
  for (const [nth, none] of ['0', '000000', 'UNRECORDED', '0/0'].entries()) {
    await clear(harness);
    await harness.load('parcels', [1, 2].map(at));
    const day = `2020-03-0${nth + 1}`;
    const file = [
      deed(1, none, day),
      deed(1, none, '2020-05-01', { grantor: 'CORVO ANN' }),
      deed(2, none, day),
    ];
    t.match(await harness.load('deeds', file), { created: 3, duplicates: 0 }, none);
    const deeds = [...(await deedsOf(1)), ...(await deedsOf(2))];
    t.same(
      deeds.map(({ usable_for_stats, document_number }) => [usable_for_stats, document_number]),
      Array(3).fill([true, none]),
      `${none}: it is shown as published`,
    );
    const corrected = { ...file[0], sale_price_usd: 5_000 };
    t.match(await harness.load('deeds', [corrected]), { updated: 1, created: 0 }, 'a corrected price');
  }
});

t.test('a permit keeps its id as it proceeds, and another year is another permit', async (t) => {
  await clear(harness);
  await harness.load('parcels', [1, 2].map(at));
  const permit = (more: object) => ({ ...at(1), permit_number: '000004', ...more });
  const [first, next, issued] = [
    permit({ filed_date: '2019-12-20', permit_status: 'In Review' }),
    permit({ filed_date: '2020-02-03' }),
    permit({ ...at(2), issued_date: '2021-02-03' }),
  ];
  t.match(await harness.load('permits', [first, next, issued]), { created: 3, duplicates: 0 });
  const before = await permitsOf(1);
  t.equal(before.length, 2);
  const later = {
    ...first,
    permit_status: 'Finaled',
    issued_date: '2020-01-10',
    completed_date: '2021-03-04',
  };
  t.match(await harness.load('permits', [later]), { updated: 1, created: 0 });
  const after = await permitsOf(1);
  t.same(
    after.map(({ id, permit_id }) => [id, permit_id]),
    before.map(({ id, permit_id }) => [id, permit_id]),
  );
  t.match(after[1], { permit_status: 'final', issued_date: '2020-01-10' });
  t.not(after[0]!.permit_id, after[1]!.permit_id);
  const another = permit({ ...at(2), issued_date: '2022-02-03' });
  t.match(await harness.load('permits', [another]), { created: 1 }, 'no filed date: by the issued one');
  t.match(await harness.load('permits', [{ ...another, issued_date: '2022-03-01' }]), {
    updated: 1,
    created: 0,
  });
  const pending = { ...permit({ permit_type: 'ROOF' }), permit_number: 'PENDING' };
  const other = { ...pending, permit_type: 'POOL' };
  t.match(await harness.load('permits', [pending, other]), { created: 2, duplicates: 0 }, 'words are not');
});
