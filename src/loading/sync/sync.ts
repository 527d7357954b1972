import type { LayerState } from '../../stores/mysql/source-layers.ts';
import type { IngestTarget } from '../ingest/ingest.ts';
import type { NamedSource } from '../sources/kept.ts';
import { planOf } from '../sources/plan.ts';
import type { Layer } from '../sources/source.ts';
import { type LayerLoad, type LoadOptions, loadLayer } from './load.ts';

const isParcels = ({ kind, skip }: Layer) => kind === 'parcels' && !skip;

/** Whether a source has or may have parcels of a county, by its file. */
const mayHave = ({ source: { area, layers } }: NamedSource, county: string): boolean =>
  layers.filter(isParcels).some(({ conform }) => {
    if (!conform.fields.has('county_fips')) return area.county === county;
    return area.state === null || county.startsWith(area.state);
  });

/** The names of other sources that have loaded parcels of a county, or may have. */
export function othersThatBrought(
  county: string,
  name: string,
  states: readonly Pick<LayerState, 'source' | 'layer' | 'county_fips' | 'loaded_at'>[],
): string[] {
  const counties = [county, `${county.slice(0, 2)}000`, '00000'];
  const others = states.filter(
    ({ source, layer, county_fips, loaded_at }) =>
      source !== name && layer.startsWith('parcels/') && loaded_at !== null && counties.includes(county_fips),
  );
  return [...new Set(others.map(({ source }) => source))];
}

/** Names in words: `the source A`, `the sources A, B`. */
export const sourcesInWords = (names: readonly string[]): string =>
  `the source${names.length === 1 ? '' : 's'} ${names.join(', ')}`;

/** What to do about sources that are in the way. */
export const howToRemove = (names: readonly string[]): string =>
  `If nothing of ${names.length === 1 ? 'it' : 'them'} is needed any more: ${names.map((name) => `\`terrier sources remove ${name}\``).join(', ')}`;

/**
 * The county whose parcels all come from this source, so that it may replace them; or why there is none, in sentences
 * without the last period. Neither if the source has no parcels.
 * @param all all known source files, including this one.
 * @param states what is known about all layers that were ever loaded.
 */
export function replacedCounty(
  named: NamedSource,
  all: readonly NamedSource[],
  states: readonly LayerState[],
): { county: string | null; reason: string | null } {
  const { area, layers } = named.source;
  const { county } = area;
  const parcels = layers.filter(isParcels);
  const none = (reason: string | null) => ({ county: null, reason });
  if (parcels.length === 0) return none(null);
  if (parcels.length > 1) return none(`it has ${parcels.length} layers of parcels`);
  if (county === null) return none('it names no county');
  if (area.isPart) return none(`it covers only a part of the county ${county}`);
  const files = all.filter((other) => other.file !== named.file && mayHave(other, county));
  const names = files.map(({ name }) => name);
  const others = [...new Set([...names, ...othersThatBrought(county, named.name, states)])].sort();
  if (others.length === 0) return { county, reason: null };
  return none(
    `parcels of the county ${county} come from ${sourcesInWords(others)}, too. ${howToRemove(others)}`,
  );
}

/** The result for a source: one for each layer that can be read, or why nothing was tried. */
export interface SourceResult {
  source: string;
  /** Layers that cannot be read, with the reason. */
  unsupported: string[];
  loads: LayerLoad[];
  /** Why nothing was tried; null when something was. */
  error: string | null;
}

/**
 * Loads what has changed at a source, layer by layer: parcels first, so that deeds and permits find their parcels.
 * @param replacedCounty the county that its parcels replace entirely; null adds them to what is there.
 */
export async function syncSource(
  named: NamedSource,
  target: IngestTarget,
  options: Omit<LoadOptions, 'replaced'>,
  replacedCounty: string | null,
): Promise<SourceResult> {
  const plans = planOf(named.source);
  const result: SourceResult = {
    source: named.name,
    unsupported: plans.flatMap((plan) => (plan.supported ? [] : [`${plan.layer.place}: ${plan.reason}`])),
    loads: [],
    error: null,
  };
  const { area } = named.source;
  for (const { layer, supported } of plans) {
    if (!supported) continue;
    const replaced = layer.kind === 'parcels' && replacedCounty !== null ? [replacedCounty] : undefined;
    result.loads.push(await loadLayer({ named, layer, area, target, options: { ...options, replaced } }));
  }
  if (result.loads.length === 0) result.error = 'nothing of it can be read';
  return result;
}

/** Whether all layers of a source are up to date. */
export const isCurrent = ({ error, loads }: SourceResult): boolean =>
  error === null && loads.every(({ outcome }) => outcome === 'loaded' || outcome === 'unchanged');
