import t from 'tap';
import { countyBox, isInside } from '../../../src/loading/sources/locations.ts';

const TOWNS: [name: string, county: string, lat: number, lon: number][] = [
  ['Lincoln, Nebraska', '31109', 40.8136, -96.7026],
  ['Lebanon, New Hampshire', '33009', 43.6423, -72.2518],
  ['Honolulu, Hawaii', '15003', 21.3069, -157.8583],
  ['Attu, west of the date line', '02016', 52.9, 173.2],
  ['San Juan, Puerto Rico', '72127', 18.4655, -66.1057],
  ['Hartford, in a planning region', '09110', 41.7658, -72.6734],
];

t.test('a town is in the box of its county', async (t) => {
  for (const [name, county, lat, lon] of TOWNS) {
    const box = countyBox(county);
    t.ok(box && isInside(box, { lat, lon }), name);
  }
});

t.test('the next county’s seat is not in it', async (t) => {
  const lancaster = countyBox('31109');
  t.notOk(lancaster && isInside(lancaster, { lat: 41.2565, lon: -95.9345 }), 'Omaha');
});

t.test('an unknown county has no box', async (t) => t.equal(countyBox('99001'), null));
