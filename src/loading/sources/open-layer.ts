import { type Fingerprint, type Fingerprints, isUnchanged } from '../../domain/fingerprint.ts';
import { joinTables } from './join.ts';
import { type OpenedData, type Opening, openData } from './open-data.ts';
import { type PrintedTable, withPrinted } from './printed.ts';
import type { Layer, PublishedData } from './source.ts';

/** A layer's table, completed from those joined to it; null when nothing has changed since it was loaded. */
export interface OpenedLayer {
  table: PrintedTable | null;
  fingerprints: Fingerprints;
}

type Opened = { place: PublishedData } & OpenedData;

async function openAll(
  places: readonly PublishedData[],
  opening: Opening,
  known: (place: PublishedData) => Fingerprint | null,
): Promise<Opened[]> {
  const opened: Opened[] = [];
  try {
    for (const place of places) opened.push({ place, ...(await openData(place, opening, known(place))) });
  } catch (error) {
    await Promise.all(opened.map(({ table }) => table?.close()));
    throw error;
  }
  return opened;
}

const fingerprintsOf = (opened: readonly Opened[]): Fingerprints =>
  Object.fromEntries(opened.map(({ place, fingerprint }) => [place.name, fingerprint]));

/**
 * Opens the tables of a layer.
 * @param known their fingerprints when they were loaded; null opens them in any case.
 * @throws Error with a sentence when one cannot be opened, or the tables cannot be joined.
 */
export async function openSourceLayer(
  layer: Layer,
  opening: Opening,
  known: Fingerprints | null = null,
): Promise<OpenedLayer> {
  const places = [layer, ...layer.joins];
  let opened = await openAll(places, opening, ({ name }) => known?.[name] ?? null);
  const close = () => Promise.all(opened.map(({ table }) => table?.close()));
  const fingerprints = fingerprintsOf(opened);
  if (isUnchanged(known, fingerprints)) {
    await close();
    return { table: null, fingerprints };
  }
  if (opened.some(({ table }) => table === null)) {
    // One of several has changed: the others are needed too.
    await close();
    opened = await openAll(places, opening, () => null);
  }
  const tables = opened.map(({ table }) => withPrinted(table!));
  try {
    const [main, ...others] = tables;
    const joined = others.map((table, at) => ({ join: layer.joins[at]!, table }));
    const table = joined.length === 0 ? main! : withPrinted(joinTables(main!, joined));
    return { table, fingerprints: fingerprintsOf(opened) };
  } catch (error) {
    await close();
    throw error;
  }
}
