import t from 'tap';
import { sameCity } from '../../src/domain/city.ts';

t.test('cities are compared in any spelling', async (t) => {
  const cases: readonly [
    a: string | null,
    b: string | null,
    sameZip: boolean | null,
    same: boolean | null,
  ][] = [
    ['QUILLTON', 'Quillton', false, true],
    ['SAINT OSWIN', 'ST. OSWIN', false, true],
    ['FORT OSWIN', 'FT OSWIN', false, true],
    ['MOUNT OSWIN', 'MT OSWIN', false, true],
    ['NORTH QUILLTON', 'NO QUILLTON', false, true],
    ['NORTH QUILLTON', 'N. QUILLTON', false, true],
    ['NORTH QUILLTON', 'SOUTH QUILLTON', null, false],
    ['NEW PORT', 'NEWPORT', false, true],
    ['CITY OF QUILLTON', 'QUILLTON', false, true],
    ['TOWN OF OSWIN PARK', 'OSWIN PARK', false, true],
    ['BRAINTREE', 'BRAINTEE', true, true],
    ['BRAINTREE', 'BRAINTEE', null, true],
    ['BRAINTREE', 'BRAINTEE', false, false],
    ['BRAINTREE', 'BRANTEE', null, true],
    ['BRAINTREE', 'BRANTE', null, false],
    ['PIKE', 'PINS', true, false],
    ['ADA', 'IDA', null, true],
    [null, 'QUILLTON', true, null],
    ['QUILLTON', ' ', true, null],
    ['12', '12', null, null],
    [null, null, null, null],
  ];
  for (const [a, b, sameZip, same] of cases) {
    t.equal(sameCity(a, b, sameZip), same, `${a} / ${b} under ${sameZip}`);
    t.equal(sameCity(b, a, sameZip), same, `${b} / ${a} under ${sameZip}`);
  }
});
