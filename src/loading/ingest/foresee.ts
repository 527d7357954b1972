import type { Client } from '@elastic/elasticsearch';
import { inputSize } from '../readers/bytes.ts';
import type { InputRow } from '../readers/rows.ts';
import type { CountyFigures } from './derive/counties.ts';
import { UNKNOWN_FIGURES } from './derive/counties.ts';
import type { Facts } from './derive/parcel.ts';
import { type History, openHistory, storedCounties } from './history.ts';
import { type Input, inputRows } from './input.ts';
import type { RecordKind } from './kinds/kind.ts';
import type { ParcelDraft } from './kinds/parcels.ts';
import { parcelKind, ratioOfDraft } from './kinds/parcels.ts';
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

/** Only plain files can be read again. */
async function isRepeatable(input: Input): Promise<boolean> {
  if (!('files' in input)) return false;
  const sizes = await Promise.all(input.files.map((file) => inputSize(file)));
  return sizes.every((size) => size !== null);
}

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
  let history: History | null = null;
  let waiting: ParcelDraft[] = [];
  let ids = 0;
  for await (const { rows, share } of inputRows(input, kind.keys, () => {})) {
    const drafts = draftsOf(rows, kind, today);
    waiting.push(...drafts);
    ids += drafts.length;
    onRows(ids, share);
    if (ids > MOST_IDS) return NOTHING_FORESEEN;
    // Servers are asked only once it may be worthwhile.
    if (ids < WORTHWHILE) continue;
    stored ??= await storedCounties(client, [indices.parcels]);
    for (const { county_fips } of waiting) if (stored.has(county_fips)) return NOTHING_FORESEEN;
    history ??= await openHistory(client, indices);
    const facts = await history(waiting.map(({ id }) => id));
    for (const draft of waiting) survey.add(draft, facts.get(draft.id) ?? null);
    waiting = [];
  }
  return history ? { figures: survey.figures(), history } : NOTHING_FORESEEN;
}

/**
 * The figures that counties will have once an input of parcels is loaded, so that each parcel is written once, with its
 * final sale and deal score. None if the input is small, not in files, broken, or has a county with stored parcels, since
 * those count too. The derive step computes them again from what was stored, so a wrong one only costs time.
 */
export async function foresee(...given: Parameters<typeof readAhead>): Promise<Foreseen> {
  try {
    return (await isRepeatable(given[2])) ? await readAhead(...given) : NOTHING_FORESEEN;
  } catch {
    // The load reads it again, and reports the error.
    return NOTHING_FORESEEN;
  }
}
