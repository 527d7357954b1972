import t from 'tap';
import { STATES } from '../../src/domain/geography.ts';
import { isZipOfState, readZip } from '../../src/domain/written-place.ts';

const ZIPS: readonly [text: string, state: string | null, zip: string | null][] = [
  ['02138', 'MA', '02138'],
  ['2138', 'MA', '02138'],
  ['2138.0', 'MA', '02138'],
  ['2,138', 'MA', '02138'],
  ['1,234', 'MA', '01234'],
  ['021381200', 'MA', '02138-1200'],
  ['21381200', 'MA', '02138-1200'],
  ['02138-0000', 'MA', '02138'],
  ['2138-1200', 'MA', '02138-1200'],
  ['02138-', 'MA', '02138'],
  ['02138 1200', null, '02138-1200'],
  ['685081234.0', 'NE', '68508-1234'],
  ['68,508', 'NE', '68508'],
  ['501', 'NY', '00501'],
  ['601', 'PR', '00601'],
  ['2138', null, null],
  ['2138', 'NE', null],
  ['2076', null, null],
  ['0', 'NE', ''],
  ['00000-0000', 'NE', ''],
  ['J1A 2B3', null, null],
  ['685O8', 'NE', null],
  ['', 'NE', null],
];

t.test('a ZIP code has five digits, and four more if they are given', async (t) => {
  for (const [text, state, zip] of ZIPS) t.equal(readZip(text, state), zip, `${text} ${state}`);
});

t.test('ZIP codes are checked against their state', async (t) => {
  for (const { abbr } of STATES) {
    const codes = Array.from({ length: 1_000 }, (_, at) => String(at).padStart(3, '0'));
    t.ok(
      codes.some((zip) => isZipOfState(zip, abbr)),
      abbr,
    );
  }
  t.ok(isZipOfState('68508', 'NE'));
  t.notOk(isZipOfState('68508', 'KS'));
  t.notOk(isZipOfState('68508', 'ZZ'));
});
