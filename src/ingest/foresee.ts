import type { Client } from '@elastic/elasticsearch';
import { inputSize } from '../readers/bytes.ts';
import type { CountyFigures } from './derive/counties.ts';
import { UNKNOWN_FIGURES } from './derive/counties.ts';
import { distinct } from './derive/scan.ts';
import { type Input, inputRows } from './input.ts';
import type { ParcelDraft } from './kinds/parcels.ts';
import { parcelKind, ratioOfDraft } from './kinds/parcels.ts';
import { idRatios } from './ratios.ts';

/** Of smaller loads, scoring again what was loaded costs less than reading the input twice. */
const WORTHWHILE = 2_500;
/** 16 bytes each. */
const MOST_IDS = 5_000_000;
const COUNTIES_AT_ONCE = 5_000;

type Foreseen = ReadonlyMap<string, CountyFigures>;
const NONE: Foreseen = new Map();
type Indices = { parcels: string; deeds: string; permits: string };
type OnRows = (rows: number, share: number | null) => void;

/** Only plain files can be read again. */
async function isRepeatable(input: Input): Promise<boolean> {
  if (!('files' in input)) return false;
  const sizes = await Promise.all(input.files.map((file) => inputSize(file)));
  return sizes.every((size) => size !== null);
}

async function storedCounties(client: Client, indices: string[]): Promise<Set<string>> {
  const counties = new Set<string>();
  const pages = distinct(client, indices.join(), 'county_fips', { match_all: {} }, COUNTIES_AT_ONCE);
  for await (const page of pages) for (const county of page) counties.add(county);
  return counties;
}

async function readFigures(
  client: Client,
  indices: Indices,
  input: Input,
  today: string,
  onRows: OnRows,
): Promise<Foreseen> {
  const kind = parcelKind(() => UNKNOWN_FIGURES);
  const counties = new Map<string, ReturnType<typeof idRatios>>();
  let stored: Set<string> | null = null;
  let ids = 0;
  function take(draft: ParcelDraft): void {
    let ratios = counties.get(draft.county_fips);
    if (!ratios) {
      ratios = idRatios();
      counties.set(draft.county_fips, ratios);
    }
    ratios.add(draft.id, ratioOfDraft(draft, today));
    ids++;
  }
  for await (const { rows, share } of inputRows(input, kind.keys, () => {})) {
    const known = counties.size;
    for (const row of rows) {
      if ('reason' in row) continue;
      const draft = kind.draft(row.record, { today, notes: [] });
      if (!('reason' in draft)) take(draft);
    }
    onRows(ids, share);
    if (ids > MOST_IDS) return NONE;
    if (ids < WORTHWHILE || (stored !== null && counties.size === known)) continue;
    stored ??= await storedCounties(client, [indices.parcels, indices.deeds, indices.permits]);
    for (const county of counties.keys()) if (stored.has(county)) return NONE;
  }
  if (stored === null) return NONE;
  return new Map(
    [...counties].map(([county, ratios]) => [county, { ratio: ratios.median(), permits_linked: false }]),
  );
}

/**
 * The figures that counties will have once an input of parcels is loaded, so that each parcel is written once, with its
 * final deal score. None if the input is small, not in files, broken, or holds a county with records already: what is
 * stored counts too. The derive step computes them again from what was stored, so a wrong one costs time only.
 */
export async function foreseeFigures(...given: Parameters<typeof readFigures>): Promise<Foreseen> {
  try {
    return (await isRepeatable(given[2])) ? await readFigures(...given) : NONE;
  } catch {
    // The load reads it again, and tells.
    return NONE;
  }
}
