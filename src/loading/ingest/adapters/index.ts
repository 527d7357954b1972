import type { Adapter } from './adapter.ts';
import { epaAqi } from './epa-aqi.ts';
import { fbiCrime } from './fbi-crime.ts';
import { lebanonNhDeeds } from './lebanon-nh-deeds.ts';
import { nriCounties } from './nri-counties.ts';
import { nriHazards } from './nri-hazards.ts';
import { nycDeeds } from './nyc-deeds.ts';
import { raleighNcDeeds } from './raleigh-nc-deeds.ts';

/** The publishers' layouts that a source file cannot describe, in the order of --help. */
export const ADAPTERS: readonly Adapter[] = [
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
