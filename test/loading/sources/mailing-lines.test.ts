import fc from 'fast-check';
import t from 'tap';
import { cityColumns, cityLine, isCareOf, mailingStreet } from '../../../src/loading/sources/mailing.ts';
import { holds } from '../../holds.ts';

t.test('a mailing line contains its street', async (t) => {
  const cases: [string, string][] = [
    ['12 ELM ST', '12 ELM ST'],
    ['  12 ELM ST ', '12 ELM ST'],
    ['PO BOX 12', 'PO BOX 12'],
    ['Attn: PAT DOE 12 ELM ST', '12 ELM ST'],
    ['ATTN:  DOE & ROE LLC 7100 W K ST STE 4', '7100 W K ST STE 4'],
    ['Attn: PAT DOE 23450 777 RD', '23450 777 RD'],
    ['Attn: PAT DOE 9 10 ST', '9 10 ST'],
    ['C/O PAT DOE 12-14 ELM ST', '12-14 ELM ST'],
    ['% PAT DOE 12 ELM ST', '12 ELM ST'],
    ['Attn: C/O PAT DOE 3300 N 99 CT', '3300 N 99 CT'],
    ['ATTN;  PAT DOE 12 ELM ST', '12 ELM ST'],
    ['ATTN: STORE #17 PO BOX 54', 'PO BOX 54'],
    ['ATTN: STORE 17 PO BOX 54', 'PO BOX 54'],
    ['Attn: PAT DOE P O BOX 54', 'P O BOX 54'],
    ['Attn: PAT DOE RR 2 BOX 54', 'RR 2 BOX 54'],
    ['Attn: TAX OFFICE ONE ACME PLAZA', 'ONE ACME PLAZA'],
    ['Attn: PAGE ONE INC 12 ELM ST', '12 ELM ST'],
    ['ACME LIFE ATTN: PAT DOE PO BOX 54', 'PO BOX 54'],
    ['DOE FAMILY TRUST PO BOX 54', 'PO BOX 54'],
    ['ONE ACME PLAZA', 'ONE ACME PLAZA'],
    ['RR 1 BOX 30', 'RR 1 BOX 30'],
    ['GROENE LAAN 7', 'GROENE LAAN 7'],
    ['%ACME PROPERTIES', ''],
    ['ATTN: DIRECTOR', ''],
    ['X', ''],
    ['NO MAILING ADDRESS', ''],
    ['**ADDRESS UNKNOWN** ST', ''],
    ['', ''],
  ];
  for (const [line, expected] of cases) t.equal(mailingStreet(line), expected, line);
});

t.test('a street is part of its line, and the street of itself', async () => {
  await holds(100, [fc.stringMatching(/^[ A-Z0-9%/:#.]{0,40}$/)], (line) => {
    const street = mailingStreet(line);
    return line.includes(street) && mailingStreet(street) === street;
  });
});

t.test('a street after a care-of name is found', async () => {
  const names = fc.array(fc.constantFrom('DOE', 'PAT', 'ACME', 'LLC', '&', 'TRUSTEE'), {
    minLength: 1,
    maxLength: 4,
  });
  const streets = fc.constantFrom('12 ELM ST', '3000 S 31ST ST UNIT 2B', 'PO BOX 7', '6100 S 61 ST  STE A');
  await holds(
    100,
    [fc.constantFrom('Attn: ', 'C/O ', '% ', 'ATTN '), names, streets],
    (mark, name, street) => {
      return mailingStreet(`${mark}${name.join(' ')} ${street}`) === street;
    },
  );
});

t.test('care-of marks are recognized', async (t) => {
  for (const line of ['C/O PAT', 'c/o PAT', 'ATTN: PAT', 'Attn PAT', '%PAT']) t.ok(isCareOf(line), line);
  for (const line of ['COLE, PAT', 'ATTNER, PAT', 'PAT C/O ROE', '']) t.notOk(isCareOf(line), line);
});

const parts = (city: string, state: string, zip: string, country: string) => ({
  mailing_city: city,
  mailing_state: state,
  mailing_zip: zip,
  mailing_country: country,
});

t.test('the last line of a mailing address has city, state and ZIP', async (t) => {
  const cases: [string, ReturnType<typeof parts>][] = [
    ['WAKE FOREST NC 27587-0001', parts('WAKE FOREST', 'NC', '27587-0001', '')],
    ['APO AE 09012', parts('APO', 'AE', '09012', '')],
    ['OMAHA, NE 68101', parts('OMAHA', 'NE', '68101', '')],
    ['HILLTOP QC J1A 2B3', parts('HILLTOP', 'QC', 'J1A 2B3', 'CANADA')],
    ['HILLTOP QC J1A-2B3', parts('HILLTOP', 'QC', 'J1A-2B3', 'CANADA')],
    ['OSAKA, JAPAN', parts('OSAKA', '', '', 'JAPAN')],
    ['HILLTOP NSW 2076', parts('HILLTOP NSW 2076', '', '', '')],
    ['', parts('', '', '', '')],
    ['BELVIEW                   MN 56214', parts('BELVIEW', 'MN', '56214', '')],
    ['BELVIEW, MN, 56214-', parts('BELVIEW', 'MN', '56214', '')],
    ['NORTH  BELVIEW\u00a0 MN562140012', parts('NORTH BELVIEW', 'MN', '562140012', '')],
    ['MN BELVIEW 56214', parts('BELVIEW', 'MN', '56214', '')],
    ['MN 56214 0012 BELVIEW', parts('BELVIEW', 'MN', '56214-0012', '')],
    ['56214 BELVIEW MN', parts('BELVIEW', 'MN', '56214', '')],
    ['56214 ELM ST NE', parts('56214 ELM ST NE', '', '', '')],
    ['BELVIEW 56214 MN', parts('BELVIEW', 'MN', '56214', '')],
    ['Belview, Minnesota  56214 USA', parts('Belview', 'MN', '56214', '')],
    ['NEW QUILLTON NEW YORK 10001', parts('NEW QUILLTON', 'NY', '10001', '')],
    ['NEW YORK 10001', parts('NEW YORK', '', '10001', '')],
    ['NEW YORK NEW YORK 10001', parts('NEW YORK', 'NY', '10001', '')],
    ['LA QUILLA MD 20646', parts('LA QUILLA', 'MD', '20646', '')],
    ['QUILLTON MA 2138', parts('QUILLTON', 'MA', '02138', '')],
    ['OMAHA NE', parts('OMAHA', 'NE', '', '')],
    ['QUILLTON, CT', parts('QUILLTON', 'CT', '', '')],
    ['PARK CT', parts('PARK CT', '', '', '')],
    ['Belview, Minnesota', parts('Belview', 'MN', '', '')],
    ['OMAHA NE 68101, USA', parts('OMAHA', 'NE', '68101', '')],
  ];
  for (const [line, expected] of cases) t.same(cityLine(line), expected, line);
});

t.test('city, state and ZIP may be in columns', async (t) => {
  t.same(cityColumns('ROCA ', 'NE', ' 68430'), parts('ROCA', 'NE', '68430', ''));
  t.same(cityColumns('OSAKA, JAPAN', '', '5550001'), parts('OSAKA', '', '5550001', 'JAPAN'));
  t.same(cityColumns('TORONTO', 'ON', 'M4B 1B3'), parts('TORONTO', 'ON', 'M4B 1B3', 'CANADA'));
  t.same(cityColumns('LEIDEN', 'NL', '2311'), parts('LEIDEN', '', '2311', 'NL'));
  t.same(cityColumns('Belview', 'Iowa', '56214'), parts('Belview', 'IA', '56214', ''));
  t.same(cityColumns('BELVIEW  MN 56214', '', ''), parts('BELVIEW', 'MN', '56214', ''));
  t.same(cityColumns('', '', ''), parts('', '', '', ''));
});
