import type { LayerState } from '../../mysql/source-layers.ts';
import { listed, ok, type Verdict, warning } from '../finding.ts';

/** A look at all sources may take hours, and the next time is noted after it. */
const PATIENCE = 6 * 3_600_000;

type Layer = Pick<LayerState, 'source' | 'layer' | 'outcome' | 'next_at'>;

const namesOf = (layers: readonly Layer[]) => [
  ...new Set(layers.map(({ source, layer, outcome }) => `${source} (${layer}) ${outcome}`)),
];

/**
 * Whether the sources are kept current.
 * @param now epoch milliseconds.
 */
export function checkSources(layers: readonly Layer[], now: number): Verdict {
  const bad = layers.filter(({ outcome }) => outcome === 'failed' || outcome === 'refused');
  if (bad.length > 0)
    return warning(
      `Sources that could not be loaded: ${listed(namesOf(bad))}.`,
      '`terrier sources list` tells why, `terrier sync` tries again, and --force loads what was refused.',
    );
  const overdue = layers.filter(({ next_at }) => next_at !== null && Date.parse(next_at) + PATIENCE < now);
  if (overdue.length > 0)
    return warning(
      `Nothing has looked at these sources at their time: ${listed([...new Set(overdue.map(({ source }) => source))])}.`,
      'Start `terrier sync --schedule` again.',
    );
  return ok(layers.length === 0 ? 'No source was loaded.' : 'The sources are current.');
}
