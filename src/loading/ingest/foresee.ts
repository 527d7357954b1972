import type { Client } from '@elastic/elasticsearch';
import type { InputRow } from '../readers/rows.ts';
import type { CountyFigures } from './derive/counties.ts';
import { UNKNOWN_FIGURES } from './derive/counties.ts';
import type { Facts } from './derive/parcel.ts';
import { type History, openHistory, storedCounties } from './history.ts';
import type { Input } from './input.ts';
import type { RecordKind } from './kinds/kind.ts';
import type { ParcelDraft } from './kinds/parcels.ts';
import { parcelKind, RATIO_KEYS, ratioOfDraft } from './kinds/parcels.ts';
import { idRatios } from './ratios.ts';

/** For smaller loads, scoring again what was loaded costs less than reading the input twice. */
const WORTHWHILE = 2_500;
/** 16 bytes each. */
const MOST_IDS = 5_000_000;

export interface Foreseen {
  figures: ReadonlyMap<string, CountyFigures>;
  /** The history that parcels of these counties are stored with; null where nothing is foreseen. */
  history: History | null;
}
export const NOTHING_FORESEEN: Foreseen = { figures: new Map(), history: null };
type Indices = { parcels: string; deeds: string; permits: string };
type OnRows = (rows: number, share: number | null) => void;

function draftsOf(rows: InputRow[], kind: RecordKind<ParcelDraft>, today: string): ParcelDraft[] {
  const drafts: ParcelDraft[] = [];
  for (const row of rows) {
    if ('reason' in row) continue;
    const draft = kind.draft(row.record, { today, notes: [] });
    if (!('reason' in draft)) drafts.push(draft);
  }
  return drafts;
}

/** Adds parcels to the figures of their counties. */
function surveyOf(today: string) {
  const counties = new Map<string, { ratios: ReturnType<typeof idRatios>; permits_linked: boolean }>();
  return {
    add(draft: ParcelDraft, facts: Facts | null): void {
      let county = counties.get(draft.county_fips);
      if (!county) {
        county = { ratios: idRatios(), permits_linked: false };
        counties.set(draft.county_fips, county);
      }
      county.ratios.add(draft.id, ratioOfDraft(draft, facts, today));
      if (facts?.permits) county.permits_linked = true;
    },
    figures: (): Map<string, CountyFigures> =>
      new Map(
        [...counties].map(([fips, { ratios, permits_linked }]) => [
          fips,
          { ratio: ratios.median(), permits_linked },
        ]),
      ),
  };
}

async function readAhead(
  client: Client,
  indices: Indices,
  input: Input,
  today: string,
  onRows: OnRows,
): Promise<Foreseen> {
  const kind = parcelKind(() => UNKNOWN_FIGURES);
  const survey = surveyOf(today);
  let stored: Set<string> | null = null;
  const isStored = async (county: string) => {
    stored ??= await storedCounties(client, [indices.parcels]);
    return stored.has(county);
  };
  if (input.county !== null && (await isStored(input.county))) return NOTHING_FORESEEN;
  let history: History | null = null;
  let waiting: ParcelDraft[] = [];
  let ids = 0;
  for await (const { rows, share } of input.read({ known: kind.keys, only: RATIO_KEYS })) {
    const drafts = draftsOf(rows, kind, today);
    waiting.push(...drafts);
    ids += drafts.length;
    onRows(ids, share);
    if (ids > MOST_IDS) return NOTHING_FORESEEN;
    // Servers are asked only once it may be worthwhile.
    if (ids < WORTHWHILE) continue;
    for (const { county_fips } of waiting) if (await isStored(county_fips)) return NOTHING_FORESEEN;
    history ??= await openHistory(client, indices);
    const facts = await history(waiting.map(({ id }) => id));
    for (const draft of waiting) survey.add(draft, facts.get(draft.id) ?? null);
    waiting = [];
  }
  return history ? { figures: survey.figures(), history } : NOTHING_FORESEEN;
}

/**
 * The figures that counties will have once an input of parcels is loaded, so that each parcel is written once, with its
 * final sale and deal score. None if the input is small, broken or cannot be read again, or has a county with stored
 * parcels, since those count too. The derive step computes them again from what was stored, so a wrong one only costs time.
 */
export async function foresee(...given: Parameters<typeof readAhead>): Promise<Foreseen> {
  try {
    return (await given[2].isRepeatable()) ? await readAhead(...given) : NOTHING_FORESEEN;
  } catch {
    // The load reads it again, and reports the error.
    return NOTHING_FORESEEN;
  }
}
