import t from 'tap';
import { sourceName } from '../../../src/loading/inspect/write.ts';
import { layerAddressKey, layerInWords, protocolOf } from '../../../src/loading/sources/layer-address.ts';

const SERVICES = 'https://gis.example.gov/arcgis/rest/services';
const placeOf = (data: string, reading: { file?: string; layer?: string } = {}) => ({
  data,
  protocol: protocolOf(data),
  reading,
});

t.test('a source is named after everything that is read', async (t) => {
  const long = `${SERVICES}/${'Assessor/'.repeat(10)}`;
  const cases: [data: string, reading: { file?: string; layer?: string }, name: string | RegExp][] = [
    ['Parcels.zip', {}, 'parcels'],
    ['/data/north/Parcels.csv.gz', {}, 'parcels'],
    ['Parcels.zip', { file: 'Parcels_1.shp' }, 'parcels-parcels_1'],
    ['Parcels.zip', { file: 'north/Parcels_2.shp' }, 'parcels-north-parcels_2'],
    ['county.gpkg', { layer: 'Lots & Blocks' }, 'county-lots-blocks'],
    ['county.zip', { file: 'county.gdb', layer: '0' }, 'county-county-0'],
    ['roll.zip', { file: 'roll.json' }, 'roll-roll'],
    [`${SERVICES}/north/FeatureServer/0`, {}, 'gis.example.gov-arcgis-rest-services-north-featureserver-0'],
    [`${SERVICES}/south/FeatureServer/0/`, {}, 'gis.example.gov-arcgis-rest-services-south-featureserver-0'],
    ['https://gis.example.gov/Parcels.zip', {}, 'gis.example.gov-parcels'],
    ['https://gis.example.gov/get?id=1', {}, /^gis\.example\.gov-get-[0-9a-f]{8}$/],
    [`${long}FeatureServer/0`, {}, /^gis\.example\.gov-.*-[0-9a-f]{8}$/],
  ];
  for (const [data, reading, name] of cases) {
    const found = sourceName('06001', 'parcels', placeOf(data, reading));
    t.ok(found.length <= 100);
    t.match(found.replace(/^06001-parcels-/, ''), name, data);
  }
  for (const [one, other] of [
    ['https://gis.example.gov/get?id=1', 'https://gis.example.gov/get?id=2'],
    [`${long}FeatureServer/0`, `${long}FeatureServer/1`],
  ])
    t.not(sourceName('06001', 'deeds', placeOf(one!)), sourceName('06001', 'deeds', placeOf(other!)));
});

t.test('places are distinguished by everything that is read, and shown without secrets', async (t) => {
  const keys = [
    placeOf('Parcels.zip'),
    placeOf('parcels.zip'),
    placeOf('Parcels.zip', { file: 'a.shp' }),
    placeOf('Parcels.zip', { layer: 'a.shp' }),
    placeOf('north/Parcels.zip'),
    placeOf('https://gis.example.gov/get?id=1'),
    placeOf('https://gis.example.gov/get?id=2'),
  ].map((place) => layerAddressKey(place, '/data'));
  t.equal(new Set(keys).size, keys.length);
  const same = (one: string, other: string, base = '/data') =>
    t.equal(layerAddressKey(placeOf(one), '/data'), layerAddressKey(placeOf(other), base));
  same('Parcels.zip', '/data/Parcels.zip', '/elsewhere');
  same(`${SERVICES}/north/FeatureServer/0`, `${SERVICES.replace('gis', 'GIS')}/north/FeatureServer/0/#x`);

  t.equal(layerInWords(placeOf('Parcels.zip', { file: 'a.shp' }), '/data'), '/data/Parcels.zip, a.shp');
  t.equal(
    layerInWords(placeOf('https://me:secret@gis.example.gov/get?token=secret'), '/'),
    'https://gis.example.gov/get?…',
  );
});
