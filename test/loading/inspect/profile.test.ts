import fc from 'fast-check';
import t from 'tap';
import { distinctCounter } from '../../../src/domain/distinct.ts';
import { readNames } from '../../../src/loading/inspect/names.ts';
import { profileTable, reservoir } from '../../../src/loading/inspect/profile.ts';
import { holds } from '../../holds.ts';
import { grouped } from '../../listed.ts';
import { rowsTable, square } from './tables.ts';

const counted = (values: Iterable<string>) => {
  const counter = distinctCounter();
  for (const value of values) counter.add(value);
  return counter.result();
};

t.test('distinct values are counted up to ten thousand, and estimated above that', async (t) => {
  await holds(100, [fc.array(fc.string())], (values) => {
    const { count, surplus, exact } = counted(values);
    return exact && count === new Set(values).size && count + surplus === values.length;
  });
  const many = counted(Array.from({ length: 200_000 }, (_, i) => `parcel ${i >> 1}`));
  t.equal(many.exact, false);
  t.ok(Math.abs(many.count - 100_000) < 4_000, `${many.count} of 100,000`);
  t.equal(many.repeated, 1, 'every value appears twice');
  t.match(counted(Array.from({ length: 50_000 }, (_, i) => String(i))), {
    repeated: 0,
    surplus: 0,
    count: 50_000,
  });
});

t.test('a sample is spread evenly, and the same each time', async (t) => {
  const draw = () => {
    const kept = reservoir<number>(1_000);
    for (let i = 0; i < 100_000; i++) kept.offer(() => i);
    return kept.result();
  };
  const sample = draw();
  t.equal(sample.length, 1_000);
  t.strictSame(sample, draw());
  t.strictSame(
    sample,
    sample.toSorted((a, b) => a - b),
    'in their order',
  );
  const firstHalf = sample.filter((row) => row < 50_000).length;
  t.ok(firstHalf > 420 && firstHalf < 580, `${firstHalf} of the first half`);
});

t.test('a profile has shares, lengths, values and examples', async (t) => {
  const rows = Array.from({ length: 200 }, (_, i) => ({
    PIN: `10-${String(i).padStart(4, '0')}`,
    KIND: i % 4 === 0 ? 'WATER' : 'FEE',
    VALUE: i % 2 === 0 ? 0 : 1000 * i,
    NOTE: i < 50 ? ' ' : 'NULL',
    YEAR: '1963.0',
  }));
  const profile = await profileTable(
    rowsTable(rows, { geometry: (_, i) => (i < 100 ? square(1_000) : null) }),
    {
      joined: [['PIN', 'KIND']],
    },
  );
  t.match(profile, { rows: 200, whole: true, located: 0.5, rejected: {} });
  const [pin, kind, value, note, year] = profile.columns;
  t.match(pin, {
    filled: 1,
    distinct: { count: 200, exact: true, repeated: 0 },
    lengths: { shortest: 7, longest: 7 },
  });
  t.equal(pin!.values, null, 'too many values to list');
  t.equal(pin!.examples.length, 3);
  t.strictSame(kind!.values, [
    ['FEE', 150],
    ['WATER', 50],
  ]);
  t.match(value, { zeros: 0.5, judged: 100, numbers: { least: 1_000, most: 199_000 } });
  t.match(note, { filled: 0, lengths: null, examples: [] });
  t.match(year, { pointZero: true, shapes: { year: 1 } });
  t.match(profile.joined, [{ columns: ['PIN', 'KIND'], filled: 1, distinct: { count: 200 } }]);
  const area = profile.sample[0]!.area!;
  t.ok(area > 980 && area < 1_020, `${area} square meters of 1,000`);
});

t.test('a limit stops the reading, and the profile says so', async (t) => {
  const rows = Array.from({ length: 50 }, (_, i) => ({ PIN: String(i) }));
  t.match(await profileTable(rowsTable(rows), { rows: 20 }), { rows: 20, whole: false });
  t.match(await profileTable(rowsTable(rows), { rows: 50 }), { rows: 50, whole: true });
  t.match(await profileTable(rowsTable([])), { rows: 0, columns: [] });
});

const NAMES = grouped<string>(`
    owner_name: OWNER · OWNERNME1 · OWN_NAME
    owner_name_2: OwnerName2
    address: SITUS · SITE_ADDR · PHYADDR · PROPADDRES
    mailing_address: MAIL_ADDR · OWN_ADDR1
    mailing_city: MAIL_CITY
    mailing_state: PSTLSTATE
    mailing_zip: OWNERZIP5
    parcel_id: APN · PARCELID · SDE.DBO.PARCELS.PIN_ · MAPTAXLOT
    land_value: LANDVALUE
    improvement_value: IMPRVT_VAL
    total_assessed_value: TOTAL_VALUE_ASSD
    year_built: YR_BLT
    -effective: EFF_YR_BLT
    sale_date: LAST_SALE_DT
    -edit: LAST_EDIT
    -row_id: OBJECTID
    street_suffix: StreetSufx
    land_use: UseCodeDes
    acreage: GIS_ACRES
`);

t.test('names are split into words, and abbreviations are understood', async (t) => {
  const said = (name: string) => [...readNames([{ name, alias: null }])[0]!.scores];
  for (const [name, meaning] of NAMES) {
    const [first] = said(name).sort((a, b) => b[1] - a[1]);
    t.equal(first?.[0], meaning, name);
  }
  t.strictSame(said('STATION'), [], 'words inside of other words do not count');
});
