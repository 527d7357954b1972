import t from 'tap';
import type { PublishedRow, ReadRows } from '../../../src/ingest/adapters/adapter.ts';
import { lebanonNhParcels } from '../../../src/ingest/adapters/lebanon-nh-parcels.ts';
import { LEBANON_ROW } from '../../lebanon-row.ts';

/** A reader of tables in memory, by file name. */
const reading = (tables: Record<string, PublishedRow[]>): ReadRows =>
  async function* (file) {
    yield* tables[file] ?? [];
  };

const centroids = [
  { MAP_LOT: 'na', lat: '1', lng: '1', Shape_Area: '9' },
  { MAP_LOT: '990-11', lat: '43.1', lng: '-72.1', Shape_Area: '5' },
  { MAP_LOT: '990-11', lat: '43.2', lng: '-72.2', Shape_Area: '50' },
  { MAP_LOT: '990-11', lat: '43.3', lng: '-72.3', Shape_Area: '7' },
];

async function fromLebanon(changed: Partial<typeof LEBANON_ROW> = {}) {
  const tables = reading({ 'centroids.csv': centroids });
  const side = await lebanonNhParcels.prepare!(['parcels.csv', 'centroids.csv'], tables);
  return lebanonNhParcels.map({ ...LEBANON_ROW, ...changed }, side)[0]!;
}

t.test('Lebanon: a condominium unit has the point of its lot, the largest piece', async (t) => {
  t.match(await fromLebanon(), {
    county_fips: '33009',
    parcel_id: '990-11-1201',
    lat: '43.2',
    lon: '-72.2',
    owner_name: 'DOE, PAT',
    owner_name_2: 'ROE, KIM',
    mailing_city: 'LEBANON',
    mailing_zip: '03766',
    zoning: 'R3',
    zoning_category: 'residential',
    acreage: '',
    lot_sqft: '',
    building_sqft: '',
    bathrooms: 1.5,
    stories: 1.75,
    sale_price: '0.0',
  });
  t.equal((await fromLebanon({ parcel_id: '990-11' })).lat, '43.2', 'the lot itself');
  t.equal((await fromLebanon({ parcel_id: '99-1' })).lat, undefined, 'an unknown lot');
  t.equal((await fromLebanon({ parcel_id: 'na' })).lat, undefined, 'na is not a lot');
});

t.test('Lebanon: streets of West Lebanon are another street than those of the same name', async (t) => {
  t.match(await fromLebanon({ situs_address: '3 ELM STWEST ', mailing_address1: '3 ELM STWEST' }), {
    street: '3 ELM ST WEST ',
    mailing_address: '3 ELM ST WEST',
  });
});

t.test('Lebanon: co-owners', async (t) => {
  const cases: [string, string, string][] = [
    ['% ACME MGMT', 'DOE, PAT &', ''],
    ['ATTN: PASTOR', 'DOE, PAT', ''],
    ['ROE, KIM &', 'DOE, PAT', 'ROE, KIM'],
    ['ROE, KIM', 'LEE, SAM', ''],
    ['', 'DOE, PAT', ''],
  ];
  for (const [co, own, expected] of cases) {
    const found = await fromLebanon({ 'nhdra_co own name': co, 'nhdra_own name': own });
    t.equal(found.owner_name_2, expected, `${own} / ${co}`);
  }
});

t.test('Lebanon: class codes and stories', async (t) => {
  const codes: [string, string][] = [
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
    ['', ''],
  ];
  for (const [class_code, category] of codes) {
    t.equal((await fromLebanon({ class_code })).zoning_category, category, class_code);
  }
  const stories: [string, number | null][] = [
    ['2.50', 2.5],
    ['1H', 1.5],
    ['1A', null],
    ['', null],
  ];
  for (const [published, expected] of stories) {
    t.equal((await fromLebanon({ 'nhdra_vns stories': published })).stories, expected, published);
  }
});
