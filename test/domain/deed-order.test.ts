import t from 'tap';
import {
  deedOrder,
  numberAndYear,
  numberOrder,
  type OrderedDeed,
  recordingOrder,
} from '../../src/domain/deed-order.ts';

t.test('numbers are ordered by their digits as numbers; what is no number comes first', async (t) => {
  const ascending = [
    [null, '0', '000000', '0/0', 'UNRECORDED', ''],
    ['4', '000004'],
    ['12'],
    ['98', '0098'],
    ['101'],
    ['2019-9', '2019/9', '2019 - 0009'],
    ['2019-10'],
    ['2019-10A', '2019-10a'],
    ['2020-1'],
    ['201900000000000000000009'],
    ['201900000000000000000010'],
    ['B-7', 'b-07'],
    ['B-12'],
  ];
  const keys = ascending.map((same) => [...new Set(same.map(numberOrder))]);
  for (const [at, same] of keys.entries()) t.equal(same.length, 1, `${ascending[at]} are the same`);
  const flat = keys.flat();
  t.same([...flat].sort(), flat, 'in this order');
  t.match(numberOrder('№ 12–ß7 🏠'), /^[ -~]*$/, 'ASCII');
});

t.test('a number belongs to the year of its date', async (t) => {
  const cases: [number: string | null, date: string | null, parts: string[] | null][] = [
    ['000004', '2019-12-31', ['000004', '2019']],
    ['000004', null, ['000004']],
    ['B-4', '2020-01-01', ['B-4', '2020']],
    ['A0', '2019-12-31', ['A0', '2019']],
    ['0', '2019-12-31', null],
    ['000000', '2019-12-31', null],
    ['0-0', null, null],
    ['UNRECORDED', '2019-12-31', null],
    [null, '2019-12-31', null],
  ];
  for (const [number, date, parts] of cases)
    t.same(numberAndYear(number, date), parts, `${number} of ${date}`);
});

t.test('deeds are ordered by sale date, recorded date, number and id', async (t) => {
  const deed = (more: Partial<OrderedDeed>): OrderedDeed => ({
    id: 'a',
    sale_date: '2024-05-06',
    recorded_date: '2024-05-10',
    document_number: '98',
    ...more,
  });
  const cases: [
    name: string,
    order: typeof deedOrder,
    first: Partial<OrderedDeed>,
    second: Partial<OrderedDeed>,
  ][] = [
    ['sale date', deedOrder, { sale_date: '2024-05-05', document_number: '99' }, {}],
    ['recorded date for a sale date', deedOrder, {}, { sale_date: null, document_number: '1' }],
    ['recorded date', deedOrder, { document_number: '99' }, { recorded_date: '2024-05-11' }],
    ['an unknown recorded date', deedOrder, { recorded_date: null, document_number: '99' }, {}],
    ['number', deedOrder, { id: 'b' }, { document_number: '101' }],
    ['no number', deedOrder, { document_number: null, id: 'b' }, {}],
    ['id', deedOrder, { document_number: null }, { document_number: '0', id: 'b' }],
    ['undated', deedOrder, { sale_date: null, recorded_date: null }, {}],
    ['recording', recordingOrder, { sale_date: '2024-05-09' }, { recorded_date: '2024-05-11' }],
    [
      'sold within a day of recording',
      recordingOrder,
      { sale_date: '2024-05-05', document_number: '99' },
      {},
    ],
    ['undated in recording', recordingOrder, {}, { sale_date: null, recorded_date: null }],
  ];
  for (const [name, order, first, second] of cases) t.ok(order(deed(first)) < order(deed(second)), name);
});
