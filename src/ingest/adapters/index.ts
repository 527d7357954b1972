import type { Adapter } from './adapter.ts';
import { chicagoIlPermits } from './chicago-il-permits.ts';
import { epaAqi } from './epa-aqi.ts';
import { fbiCrime } from './fbi-crime.ts';
import { lebanonNhDeeds } from './lebanon-nh-deeds.ts';
import { lebanonNhParcels } from './lebanon-nh-parcels.ts';
import { lincolnNeParcels } from './lincoln-ne-parcels.ts';
import { nriCounties } from './nri-counties.ts';
import { nriHazards } from './nri-hazards.ts';
import { nycDeeds } from './nyc-deeds.ts';
import { raleighNcDeeds } from './raleigh-nc-deeds.ts';
import { raleighNcParcels } from './raleigh-nc-parcels.ts';
import { raleighNcPermits } from './raleigh-nc-permits.ts';

/** Every publisher's layout that the service reads, in the order of --help. */
export const ADAPTERS: readonly Adapter[] = [
  lincolnNeParcels,
  raleighNcParcels,
  lebanonNhParcels,
  raleighNcPermits,
  chicagoIlPermits,
  raleighNcDeeds,
  lebanonNhDeeds,
  nycDeeds,
  nriCounties,
  nriHazards,
  epaAqi,
  fbiCrime,
];

/** The adapter of a name, or undefined. */
export function adapterByName(name: string): Adapter | undefined {
  return ADAPTERS.find((adapter) => adapter.name === name);
}
