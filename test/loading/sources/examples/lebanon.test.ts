import t from 'tap';
import { recordsOf } from '../made-up.ts';
import { LEBANON_ROW } from './lebanon-row.ts';

const fromLebanon = (...changed: Partial<typeof LEBANON_ROW>[]) =>
  recordsOf(
    'us-nh-lebanon.json',
    'parcels',
    changed.map((one) => ({ ...LEBANON_ROW, ...one })),
  );

t.test('a parcel has the fields of its row', async (t) => {
  t.same(await fromLebanon({}), [
    {
      county_fips: '33009',
      parcel_id: '990-11-1201',
      street: '7 ELM ST #4 ',
      owner_name: 'DOE, PAT',
      owner_name_2: 'ROE, KIM',
      mailing_address: '9 OAK AVE',
      mailing_city: 'LEBANON',
      mailing_state: 'NH',
      mailing_zip: '03766',
      mailing_country: '',
      total_assessed_value: '105000',
      land_value: '0',
      improvement_value: '105000',
      land_use_code: '1020',
      zoning: 'R3',
      zoning_category: 'residential',
      year_built: '1963.0',
      bedrooms: '3.0',
      bathrooms: '1.5',
      stories: '1.75',
      sale_price: '0.0',
      sale_date: '2017-07-17 00:00:00',
      source: 'lebanon-nh-assessor',
    },
  ]);
  const [west] = await fromLebanon({ situs_address: '3 ELM STWEST ', mailing_address1: '3 ELM STWEST' });
  t.match(west, { street: '3 ELM ST WEST ', mailing_address: '3 ELM ST WEST' }, 'another street than ELM ST');
});

t.test('a co-owner who is not a mail recipient becomes the second owner', async (t) => {
  const cases: [coOwner: string, stateOwner: string, expected: string | undefined][] = [
    ['% ACME MGMT', 'DOE, PAT &', undefined],
    ['ATTN: PASTOR', 'DOE, PAT', undefined],
    ['C/O ROE, KIM', 'DOE, PAT', undefined],
    ['ROE, KIM &', 'DOE, PAT', 'ROE, KIM'],
    ['COLE, ANN', 'DOE PAT', 'COLE, ANN'],
    ['ROE, KIM', 'LEE, SAM', undefined],
    ['ROE, KIM', 'DOERR, PAT', undefined],
    ['ROE, KIM', '', undefined],
    ['', 'DOE, PAT', undefined],
  ];
  const found = await fromLebanon(
    ...cases.map(([co, own], at) => ({
      parcel_id: `990-11-${at}`,
      'nhdra_co own name': co,
      'nhdra_own name': own,
    })),
  );
  for (const [at, [co, own, expected]] of cases.entries()) {
    t.equal(found[at]!.owner_name_2, expected, `${own} / ${co}`);
  }
});

t.test('a half bathroom counts as half', async (t) => {
  const cases: [full: string, half: string, expected: string | undefined][] = [
    ['2.0', '0.0', '2'],
    ['2.0', '1.0', '2.5'],
    ['2.0', '2.0', '3'],
    ['0.0', '1.0', '0.5'],
    ['0.0', '0.0', '0'],
    ['1.0', '', '1'],
    ['', '1.0', undefined],
    ['', '', undefined],
  ];
  const found = await fromLebanon(
    ...cases.map(([full, half]) => ({ 'nhdra_vns num baths': full, 'nhdra_vns num hbaths': half })),
  );
  for (const [at, [full, half, expected]] of cases.entries()) {
    t.equal(found[at]!.bathrooms, expected, `${full} and ${half}`);
  }
});

t.test('class codes and stories are read', async (t) => {
  const codes: [string, string | undefined][] = [
    ['1010', 'residential'],
    ['102V', 'vacant'],
    ['1300', 'vacant'],
    ['3250', 'commercial'],
    ['3900', 'vacant'],
    ['4000', 'industrial'],
    ['4400', 'vacant'],
    ['6001', 'agricultural'],
    ['9030', 'exempt'],
    ['905V', 'exempt'],
    ['9550', 'residential'],
    ['0310', 'mixed'],
    ['2000', undefined],
    ['', undefined],
  ];
  const coded = await fromLebanon(...codes.map(([class_code]) => ({ class_code })));
  for (const [at, [code, category]] of codes.entries())
    t.equal(coded[at]!.zoning_category, category, code || 'blank');
  const stories: [string, string | undefined][] = [
    ['2.50', '2.50'],
    ['1H', '1.5'],
    ['1A', undefined],
    ['', undefined],
  ];
  const storied = await fromLebanon(...stories.map(([published]) => ({ 'nhdra_vns stories': published })));
  for (const [at, [published, expected]] of stories.entries())
    t.equal(storied[at]!.stories, expected, published || 'blank');
});
