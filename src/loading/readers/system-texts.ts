import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface System {
  wkid: number;
  latestWkid: number;
  wkt: string;
}

const LISTS = [
  ['pe_list_projcs.json', 'ProjectedCoordinateSystems'],
  ['pe_list_geogcs.json', 'GeographicCoordinateSystems'],
] as const;

/** Numbers of Web Mercator; the older ones are in no list, or have a different sphere there. */
const WEB_MERCATOR = new Set([900913, 3785, 102100, 102113, 3587]);

function systemsOf(file: string, key: string): System[] {
  const path = fileURLToPath(import.meta.resolve(`@esri/proj-codes/${file}`));
  // The files of that package have this shape.
  return (JSON.parse(readFileSync(path, 'utf8')) as Record<string, System[]>)[key]!;
}

function find(number: number): string | null {
  const wanted = WEB_MERCATOR.has(number) ? 3857 : number;
  for (const [file, key] of LISTS) {
    const systems = systemsOf(file, key);
    const found =
      systems.find(({ wkid }) => wkid === wanted) ?? systems.find(({ latestWkid }) => latestWkid === wanted);
    if (found) return found.wkt;
  }
  return null;
}

const found = new Map<number, string | null>();

/**
 * The text (WKT in Esri's form) of a coordinate system by its EPSG or Esri number, or null. The lists are 14 MB of JSON:
 * they are read when a number is first asked for, and only that number's text is kept.
 */
export function systemText(number: number): string | null {
  let text = found.get(number);
  if (text === undefined) {
    text = find(number);
    found.set(number, text);
  }
  return text;
}
