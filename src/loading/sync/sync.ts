import type { IngestTarget } from '../ingest/ingest.ts';
import type { NamedSource } from '../sources/kept.ts';
import { planOf } from '../sources/plan.ts';
import { type LayerLoad, type LoadOptions, loadLayer } from './load.ts';

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
