/** The real files under `../shared/data` whose columns `expected.ts` lists. */
import { openTable } from '../../../src/loading/readers/open.ts';
import type { Table } from '../../../src/loading/readers/table.ts';
import { SHARED_DATA } from '../../helper.ts';
import type { FileName } from './expected.ts';
import { arcgisTable } from './tables.ts';

const file = (path: string) => `${SHARED_DATA}/${path}`;
const page = (metadata: string, answer: string) => async () =>
  arcgisTable(file(`arcgis/${metadata}`), file(`arcgis/${answer}`));
const own = (name: string) => page(`${name}/${name}-metadata.json`, `${name}/${name}-0.json`);
const beside = (name: string) => page(`${name}-metadata.json`, `${name}-0.json`);

/** Opens each file by its name. */
export const FILES: Readonly<Record<FileName, () => Promise<Table>>> = {
  lincoln: () => openTable(file('lincoln_ne/lancaster_parcels.csv.gz')),
  'raleigh parcels': () => openTable(file('raleigh_nc/parcels.csv')),
  'raleigh owners': () => openTable(file('raleigh_nc/owners.csv')),
  'raleigh deeds': () => openTable(file('raleigh_nc/owners.csv')),
  'raleigh permits': () => openTable(file('raleigh_nc/permits.csv'), { encoding: 'windows-1252' }),
  'lebanon roll': () => openTable(file('lebanon_nh/parcels_owners_sales.csv')),
  'lebanon deeds': () => openTable(file('lebanon_nh/parcels_owners_sales.csv')),
  'lebanon centroids': () => openTable(file('lebanon_nh/parcel_centroids.csv')),
  'lebanon outlines': () => openTable(file('outlines/lebanon_nh/LebParcels_shp.zip')),
  'somerville outlines': () => openTable(file('outlines/somerville_ma/M274TaxPar.zip')),
  'oakland outlines': () => openTable(file('outlines/oakland_ca/OakParcels2013.zip')),
  'berkeley outlines': () => openTable(file('outlines/berkeley_ca/Parcels.zip')),
  'brewster outlines': () => openTable(file('outlines/brewster_ma/parcels.geojson')),
  'kent layer': own('us-mi-kent'),
  'tuolumne layer': own('us-ca-tuolumne'),
  'washington layer': beside('us-nm-washington'),
  'polk layer': own('us-fl-polk'),
  'carson layer': own('us-ca-carson'),
  'columbia layer': own('us-mo-columbia'),
  'orange layer': beside('us-ny-orange'),
  'cook layer': page('us-il-cook/metadata.json', 'us-il-cook/page-full.json'),
  'brown layer': beside('us-ks-brown'),
  'chicago permits': () => openTable(file('chicago_il/permits_2021_2026.csv.gz')),
  'new york sales': () => openTable(file('nyc/rolling_sales_2016_2021.csv.gz')),
};
