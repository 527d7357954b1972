import { dirname } from 'node:path';
import type { TableKind } from '../loading/inspect/proposal.ts';
import { layerName, sourceName } from '../loading/inspect/write.ts';
import { checkName, keptFiles, type NamedSource, nameOf, openSourceFile } from '../loading/sources/kept.ts';
import { type LayerAddress, layerAddressKey, layerInWords } from '../loading/sources/layer-address.ts';
import type { Layer } from '../loading/sources/source.ts';

/** A table whose proposal is to be kept. */
interface Wanted {
  /** 5-digit FIPS code. */
  county: string;
  kind: TableKind;
  place: LayerAddress;
  /** The name that was given. */
  asked: string | undefined;
}

const readsIt = ({ kind, place }: Wanted, base: string) => {
  const key = layerAddressKey(place, process.cwd());
  return (layer: Layer) => layer.kind === kind && layerAddressKey(layer, base) === key;
};

/** Whether a source has a layer that reads the table. */
const hasIt = (wanted: Wanted, { source, file }: NamedSource) =>
  source.area.county === wanted.county && source.layers.some(readsIt(wanted, dirname(file)));

/** Whether a source reads the table alone, so that nothing is lost when the proposal takes its place. */
const isIt = (wanted: Wanted, { source: { layers }, file }: NamedSource) =>
  layers.length === 1 && layers[0]!.joins.length === 0 && layers.every(readsIt(wanted, dirname(file)));

const wordsOf = ({ source, file }: NamedSource) =>
  source.layers.map((layer) => layerInWords(layer, dirname(file))).join('; ') || 'nothing';

/**
 * The name under which to keep the proposal for a table: the one it already has, else the given or proposed one.
 * @throws Error that says what to do when the name belongs to another table, or the table already has another name.
 */
export async function nameToKeep(home: string, wanted: Wanted): Promise<string> {
  const { county, kind, place, asked } = wanted;
  if (asked !== undefined) checkName(asked);
  const name = asked ?? sourceName(county, kind, place);
  // Some names are made only of the last part of a path; they stay.
  const earlier = `${county}-${kind}-${layerName(place.data)}`;
  const found: NamedSource[] = [];
  let taken: NamedSource | null = null;
  for (const file of await keptFiles(home)) {
    const isNamed = nameOf(file).toLowerCase() === name.toLowerCase();
    // A broken file with a different name is reported by sync.
    const kept = await openSourceFile(file).catch((error) => {
      if (isNamed) throw error;
      return null;
    });
    if (kept === null) continue;
    if (hasIt(wanted, kept)) found.push(kept);
    else if (isNamed) taken = kept;
  }
  const first = found[0];
  if (first !== undefined) {
    const own = found.filter((kept) => isIt(wanted, kept)).map((kept) => kept.name);
    if (own.includes(name)) return name;
    if (asked === undefined && own.includes(earlier)) return earlier;
    throw new Error(
      `This is kept as the source ${first.name} already: \`terrier ingest ${kind} --source ${first.name}\` loads it again. For a ` +
        `new proposal: \`terrier sources remove ${first.name}\`, then the same command.`,
    );
  }
  if (taken === null) return name;
  throw new Error(
    `The source ${taken.name} reads ${wordsOf(taken)}, and this is ${layerInWords(place, process.cwd())}. To keep both, give ` +
      `this one another name, such as --name ${name}-2. If it takes the place of the other: \`terrier sources remove ` +
      `${taken.name}\`, then the same command.`,
  );
}
