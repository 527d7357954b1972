import type { CountyFigures } from '../derive/counties.ts';
import type { IngestKind } from '../target.ts';
import { deedKind } from './deeds.ts';
import type { RecordKind } from './kind.ts';
import { parcelKind } from './parcels.ts';
import { permitKind } from './permits.ts';
import { riskKind } from './risks.ts';

/** How records of a kind are read and stored; `figures` gives what is known about a county for the deal score. */
export function recordKindOf(
  kind: IngestKind,
  figures: (countyFips: string) => CountyFigures,
): RecordKind<never> {
  if (kind === 'parcels') return parcelKind(figures) as RecordKind<never>;
  return { deeds: deedKind, permits: permitKind, risks: riskKind }[kind] as RecordKind<never>;
}
