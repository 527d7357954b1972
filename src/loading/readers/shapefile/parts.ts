/** The files of a shapefile by what they hold; `name` is for people. */
export interface Parts {
  name: string;
  shp: string | null;
  /** Where the records of the .shp begin. */
  shx: string | null;
  dbf: string | null;
  prj: string | null;
  cpg: string | null;
}

const PART = /^(.*)\.(shp|shx|dbf|prj|cpg)$/i;

/**
 * The shapefiles among paths with forward slashes: files that differ only in their extensions belong together, whatever
 * the case. A .dbf alone counts when there is no .shp at all.
 */
export function shapefilesOf(paths: readonly string[]): Parts[] {
  const found = new Map<string, Parts>();
  for (const path of paths) {
    const match = PART.exec(path);
    if (!match) continue;
    const key = match[1]!.toLowerCase();
    const parts = found.get(key) ?? { name: path, shp: null, shx: null, dbf: null, prj: null, cpg: null };
    const kind = match[2]!.toLowerCase() as keyof Omit<Parts, 'name'>;
    parts[kind] ??= path;
    parts.name = parts.shp ?? parts.dbf ?? path;
    found.set(key, parts);
  }
  const all = [...found.values()];
  const withShapes = all.filter(({ shp }) => shp !== null);
  return withShapes.length > 0 ? withShapes : all.filter(({ dbf }) => dbf !== null);
}
