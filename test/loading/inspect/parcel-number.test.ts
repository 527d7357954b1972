import t from 'tap';
import { toConform } from '../../../src/loading/inspect/write.ts';
import {
  certainty,
  columnOf,
  type Maker,
  number,
  owner,
  pick,
  proposed,
  ROLL,
  ROWS,
} from './made-up-roll.ts';

t.test('parcel numbers that condominiums share are a guess, and asked for, unless named so', async (t) => {
  const { APN: _, ...rest } = ROLL;
  for (const different of [0.95, 0.88]) {
    const proposal = await proposed({ MBP: (i) => number(i % Math.round(ROWS * different)), ...rest });
    t.equal(certainty(proposal, 'parcel_id'), 'guess');
    t.match(proposal.refused, { words: /parcel number is not certain/, isOpen: true });
    t.match(toConform(proposal), { pid: { decide: /not certain/, could_be: ['MBP'] } });
    t.equal(toConform(proposal, { tried: true }).pid, 'MBP');
  }
});

t.test('if two columns spell one parcel number, the printed spelling is chosen', async (t) => {
  const sorted = await proposed({
    APN_SORT: (i) => `0010 ${number(i).replaceAll('-', '').padStart(9, '0')}`,
    APN: number,
    OWN_NAME: owner,
  });
  t.equal(columnOf(sorted, 'parcel_id'), 'APN');
  const joined = (i: number) => Number(number(i).replaceAll('-', ''));
  const figures = await proposed({ PPN: joined, PNUM: number, OWN_NAME: owner });
  t.equal(columnOf(figures, 'parcel_id'), 'PNUM');
  t.equal(certainty(figures, 'parcel_id'), 'certain');
  t.match(figures.fields[0]!.reason, /PPN writes the same number in another way/);
});

t.test('a parcel number in several columns is joined', async (t) => {
  const lots: Maker = {
    BLOCK: (i) => String(10 + (i >> 3)),
    LOT: (i) => `${(i & 7) + 1}.01`,
    OWN_NAME: owner,
  };
  const two = await proposed(lots);
  t.equal(columnOf(two, 'parcel_id'), 'BLOCK+LOT');
  t.equal(certainty(two, 'parcel_id'), 'certain');
  t.match(toConform(two).pid, { columns: ['BLOCK', 'LOT'], separator: '-' });
  const three = await proposed({
    ...lots,
    LOT: (i) => String(((i & 7) >> 1) + 1),
    QUALIFIER: (i) => `C${(i & 1) + 1}`,
  });
  t.equal(columnOf(three, 'parcel_id'), 'BLOCK+LOT+QUALIFIER');
  for (const name of ['QUAL', 'Qual', 'QUAL_CODE']) {
    const { QUALIFIER: _, ...short } = {
      ...lots,
      LOT: (i: number) => String(((i & 7) >> 1) + 1),
      [name]: (i: number) => (i & 1 ? `C${(i % 3) + 1}` : null),
      QUALIFIER: () => null,
    };
    t.equal(columnOf(await proposed(short), 'parcel_id'), `BLOCK+LOT+${name}`);
  }
});

t.test('numbers written 75.0 are numbers, and row numbers are not parcel numbers', async (t) => {
  const floats = await proposed({ PARCEL_ID: (i) => `${4_500_000 + i * 37}.0`, OWN_NAME: owner });
  t.equal(columnOf(floats, 'parcel_id'), 'PARCEL_ID');
  t.match(floats.fields[0]!.reason, /written with \.0, which is dropped/);
  const counting = await proposed({ PARCEL_ID: (i) => i + 100, PIN: number, OWN_NAME: owner });
  t.equal(columnOf(counting, 'parcel_id'), 'PIN');
  const unnamed = await proposed({ OBJECTID: (i) => i + 1, REF_A: number, OWN_NAME: owner });
  t.equal(columnOf(unnamed, 'parcel_id'), 'REF_A');
  t.equal(certainty(unnamed, 'parcel_id'), 'certain', 'no other column can be it');
});

t.test('without a telling name, the only column that can be the parcel number is it', async (t) => {
  const { APN: _, ...rest } = ROLL;
  const cases: [name: string, maker: Maker, expected: string | undefined][] = [
    ['one that is printed', { REF_A: number }, 'certain'],
    ['one of many figures', { REF_A: (i) => 3_401_300_000 + i * 37 }, 'certain'],
    ['one of few figures', { REF_A: (i) => 34_013 + i * 37 }, 'guess'],
    ['two', { REF_A: number, REF_B: (i) => `7-${900 - i}-${i}` }, 'guess'],
    ['one with blanks', { REF_A: (i) => (i === 7 ? null : number(i)) }, 'guess'],
    ['one that repeats once', { REF_A: (i) => number(i === 7 ? 8 : i) }, 'guess'],
  ];
  for (const [name, maker, expected] of cases)
    t.equal(certainty(await proposed({ ...maker, ...rest }), 'parcel_id'), expected, name);
});

t.test('a column that is named as the parcel number is it, whatever signs its values have', async (t) => {
  const signs: ((i: number) => string)[] = [
    (i) => `(3) 6-8-${i}-007`,
    (i) => `0582 ((04)) ${1000 + i}`,
    (i) => `R-${100 + i}#2`,
    (i) => `#12-${100 + i}`,
    (i) => `012+${100 + i}`,
    (i) => `${100 + i}A--((2))-1`,
    (i) => `12 & ${100 + i}`,
    (i) => `10–${100 + i}–3`,
  ];
  for (const make of signs) {
    const proposal = await proposed({ ...ROLL, APN: make });
    t.equal(columnOf(proposal, 'parcel_id'), 'APN', make(1));
    t.equal(certainty(proposal, 'parcel_id'), 'certain', make(1));
    t.equal(proposal.refused, null);
  }
});

t.test('numbers that a spreadsheet has changed are refused, and named as the cause', async (t) => {
  const damaged: ((i: number) => string)[] = [
    (i) => `6.${String(i).padStart(3, '0')}E+10`,
    (i) => `${(i % 12) + 1}/${(i % 28) + 1}/${2000 + (i % 20)}`,
    (i) => `3401300010${String(10_000 + i)}000`,
  ];
  for (const make of damaged) {
    const { refused } = await proposed({ ...ROLL, APN: make });
    t.match(
      refused,
      { words: /parcel numbers in APN are such as .*, which a spreadsheet has changed/ },
      make(1),
    );
  }
});

t.test('a column named for something else is not the parcel number', async (t) => {
  const { APN, ...roll } = ROLL;
  const proposal = await proposed({
    OBJECTID: (i) => 33_742_465 + i * 37,
    ...roll,
    LOTKEY9: (i) => `A${1000 + i}`,
  });
  t.not(columnOf(proposal, 'parcel_id'), 'OBJECTID');
});

t.test('in deeds, a number is certainly the parcel’s only when its name says so', async (t) => {
  const deeds = (name: string) =>
    proposed(
      {
        [name]: (i) => 3_000_000 + i * 37,
        DocumentDate: (i) => `${(i % 12) + 1}/${(i % 28) + 1}/${1990 + (i % 30)}`,
        SalePrice: (i) => 100_000 + i * 10,
        SellerName: owner,
        SALEDESC: (i) => pick(['VALID SALE', 'LOVE AND AFFECTION'], i),
      },
      { kind: 'deeds' },
    );
  for (const name of ['Serial Number', 'ExciseTaxNbr'])
    t.not(certainty(await deeds(name), 'parcel_id'), 'certain', name);
  const named = await deeds('ParcelNumber');
  t.equal(certainty(named, 'parcel_id'), 'certain');
  t.equal(columnOf(named, 'sale_date'), 'DocumentDate');
  t.equal(columnOf(named, 'is_arm_length'), 'SALEDESC');
});

t.test('block and lot are a guess at the parcel number of deeds and permits', async (t) => {
  const lots: Maker = { Block: (i) => String(10 + (i >> 3)), Lot: (i) => String((i & 7) + 1) };
  const deed = { ...lots, 'Sale Date': ROLL.SALE_DT!, 'Sale Price': ROLL.SALE_PRICE! };
  const deeds = await proposed(deed, { kind: 'deeds' });
  t.equal(columnOf(deeds, 'parcel_id'), 'Block+Lot');
  t.ok(deeds.refused);
  t.match(toConform(deeds), { pid: { decide: /Block \+ Lot/, could_be: [{ columns: ['Block', 'Lot'] }] } });
  const permit = { ...lots, 'Permit Number': (i: number) => `B-${i + 1000}`, 'Issue Date': ROLL.SALE_DT! };
  const permits = await proposed(permit, { kind: 'permits' });
  t.equal(columnOf(permits, 'parcel_id'), 'Block+Lot');
  t.equal(toConform(permits).pid, undefined, 'a guess is left out');
  t.equal(permits.refused, null);
});

t.test('a parcel number that is likely is taken', async (t) => {
  const sale = {
    'Accout Number': (i: number) => `R00${10_000 + i}`,
    'Sale Date': ROLL.SALE_DT!,
    'Sale Price': ROLL.SALE_PRICE!,
  };
  const proposal = await proposed(sale, { kind: 'deeds' });
  t.equal(certainty(proposal, 'parcel_id'), 'likely');
  t.match(toConform(proposal), { pid: 'Accout Number' });
  t.equal(proposal.refused, null);
});
