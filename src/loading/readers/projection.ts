import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import proj4 from 'proj4';

export interface Projection {
  /** For people, such as `NAD 1983 StatePlane California III FIPS 0403 Feet`. */
  name: string;
  /** False when x and y are in the units of a map, true when they are degrees. */
  degrees: boolean;
  /** Longitude and latitude in degrees (WGS 84) of a finite x and y; not finite when there is no such place. */
  toDegrees(x: number, y: number): [lon: number, lat: number];
  /** Sentences about how exact it is. */
  remarks: string[];
}

/** What a person can do about a coordinate system that cannot be used. */
export const SRS_ADVICE =
  'Name the coordinate system by its EPSG number: "srs": "EPSG:…" in the source file\'s conform, or --srs EPSG:….';

const NUMBER = /^(?:(?:urn:ogc:def:crs:)?(?:EPSG|ESRI)[:\s]*(?:[\d.]*:)?)?(\d{4,6})$/i;
const CRS84 = /^(?:urn:)?.*\bCRS:?84$/i;
const SYSTEM =
  /\b(?:PROJCS|PROJCRS|PROJECTEDCRS|GEOGCS|GEOGCRS|GEOGRAPHICCRS|GEODCRS|GEODETICCRS)\s*(?=[[(])/i;
const WKT2 = /\b(?:PROJCRS|PROJECTEDCRS|GEOGCRS|GEOGRAPHICCRS|GEODCRS|GEODETICCRS)\b/i;
const WEB_MERCATOR =
  /web[ _]mercator|pseudo[ _-]*mercator|popular[ _]visuali[sz]ation|mercator_auxiliary_sphere/i;
/** Some county systems have an ellipsoid of their own, raised to ground level: their degrees are those of NAD83. */
const NAD83 =
  /\bDATUM\s*[[(]\s*"[^"]*(?:NAD[ _]?(?:19)?83|North[ _]American[ _](?:Datum[ _](?:of[ _])?)?1983)/i;
const NAD27 = /NAD[ _]?(?:19)?27\b|North[ _]American[ _](?:Datum[ _](?:of[ _])?)?1927/i;
/** Mean shift of NAD27 in the contiguous states in meters (NIMA TR8350.2). */
const NAD27_SHIFT = [-8, 160, 176];
const UNIT = /\b(?:ANGLE)?UNIT\s*[[(]\s*"[^"]*"\s*,\s*([\d.eE+-]+)/gi;
const DEGREE = Math.PI / 180;

/** Only the horizontal system in a text: the first one of a compound or bound system. */
function horizontal(wkt: string): string | null {
  const start = wkt.search(SYSTEM);
  if (start < 0) return null;
  let depth = 0;
  let quoted = false;
  for (let at = start; at < wkt.length; at++) {
    const letter = wkt[at];
    if (letter === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (letter === '[' || letter === '(') depth++;
    else if ((letter === ']' || letter === ')') && --depth === 0) return wkt.slice(start, at + 1);
  }
  return null;
}

const titleOf = (wkt: string): string => (/"([^"]*)"/.exec(wkt)?.[1] ?? '').replaceAll('_', ' ').trim();

function refuse(problem: string): never {
  throw new Error(`${problem} ${SRS_ADVICE}`);
}

/** proj4 reads angles without a unit as radians, and ignores names that it does not know. */
function checkWkt2(wkt: string, name: string): void {
  for (const [parameter] of wkt.matchAll(
    /\bPARAMETER\s*\[(?:[^[\]]|\[[^[\]]*(?:\[[^[\]]*\][^[\]]*)*\])*\]/gi,
  )) {
    const angle = /lat|lon|parallel|meridian|azimuth/i.test(parameter);
    if (/"[^"]*_[^"]*"/.test(parameter) || (angle && !/UNIT\s*\[/i.test(parameter)))
      refuse(`The coordinate system "${name}" is described in a form that cannot be read.`);
  }
}

/** Parsed by proj4, whose definitions are plain objects. */
function parsed(wkt: string, name: string) {
  // proj4 looks a name up among its own definitions first.
  const key = `terrier:${name}`;
  try {
    proj4.defs(key, wkt);
    return { ...proj4.defs(key) };
  } catch {
    return refuse(`The description of the coordinate system "${name}" cannot be read.`);
  } finally {
    // proj4 deletes a definition that is set to nothing; its types do not say so.
    proj4.defs(key, undefined as unknown as string);
  }
}

function converterOf(definition: ReturnType<typeof parsed>, name: string) {
  try {
    // proj4 accepts a definition that is already parsed; its types allow only text.
    return proj4(definition as unknown as string, 'WGS84');
  } catch {
    return refuse(`The coordinate system "${name}" uses a projection that cannot be computed.`);
  }
}

function ofWebMercator(name: string): Projection {
  const converter = proj4('EPSG:3857', 'WGS84');
  return { name, degrees: false, toDegrees: (x, y) => converter.forward([x, y]), remarks: [] };
}

function ofText(text: string): Projection {
  const wkt = horizontal(text);
  if (wkt === null)
    return refuse('The description of the coordinate system (.prj) is not well-known text, or is cut off.');
  const name = titleOf(wkt);
  if (WEB_MERCATOR.test(wkt)) return ofWebMercator(name);
  if (WKT2.test(wkt)) checkWkt2(wkt, name);
  const definition = parsed(wkt, name);
  const remarks: string[] = [];
  const { a = 0, rf = 0 } = definition;
  const likeWgs84 = (Math.abs(a - 6378137) < 5 && Math.abs(rf - 298.257) < 0.01) || NAD83.test(wkt);
  if (likeWgs84) {
    definition.datumCode = 'none';
    definition.datum_params = undefined;
  } else if (NAD27.test(wkt)) {
    definition.datumCode = 'none';
    definition.datum_params = NAD27_SHIFT;
    remarks.push(
      `The coordinates are in NAD27 ("${name}"). They are shifted by the mean for the contiguous United States: ` +
        'places may be off by 10 meters, in Alaska and Hawaii by more.',
    );
  } else if (!definition.datum_params) {
    return refuse(`How the datum of the coordinate system "${name}" lies to WGS 84 is not known.`);
  }
  if (definition.projName === 'longlat') {
    const factors = [...wkt.matchAll(UNIT)].map((match) => Number(match[1]));
    if (factors.length > 0 && !factors.some((factor) => Math.abs(factor - DEGREE) < 1e-6))
      return refuse(`The coordinate system "${name}" does not count in degrees.`);
    if (likeWgs84) return { name, degrees: true, toDegrees: (lon, lat) => [lon, lat], remarks };
  }
  const converter = converterOf(definition, name);
  return {
    name,
    degrees: definition.projName === 'longlat',
    toDegrees: (x, y) => converter.forward([x, y]),
    remarks,
  };
}

function ofNumber(number: number): Projection {
  const text = systemText(number);
  if (text === null) return refuse(`There is no coordinate system EPSG:${number}.`);
  const projection = ofText(text);
  return { ...projection, name: `${projection.name} (EPSG:${number})` };
}

/** The system's own number, at the end of WKT 2; numbers before that belong to its parts. */
function ownNumber(text: string): number | null {
  const wkt = WKT2.test(text) ? horizontal(text) : null;
  const match = wkt && /\bID\s*\[\s*"(?:EPSG|ESRI)"\s*,\s*"?(\d{4,6})"?\s*\]\s*\]$/i.exec(wkt);
  return match ? Number(match[1]) : null;
}

/**
 * How a file's coordinates become degrees, from the text of its .prj (well-known text of Esri or OGC) or the number of a
 * coordinate system (`EPSG:2227`, `2227`, `ESRI:102643`). Coordinates are x (east) before y (north), whatever axis order the
 * text gives. NAD83 and its later realizations are treated as WGS 84: they differ by up to two meters.
 * @throws Error with a sentence that names the option to give when there is no text, or it cannot be used.
 */
export function projectionOf(text: string | null): Projection {
  const system = (text ?? '').replace(/^\ufeff/, '').trim();
  if (system === '') return refuse('The coordinate system is not known.');
  const number = NUMBER.exec(system);
  if (number) return ofNumber(Number(number[1]));
  if (CRS84.test(system)) return ofNumber(4326);
  if (!SYSTEM.test(system)) return refuse(`"${system.slice(0, 60)}" is not a coordinate system.`);
  const own = ownNumber(system);
  return own !== null && systemText(own) !== null ? ofNumber(own) : ofText(system);
}

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
const MERCATOR_NUMBERS = new Set([900913, 3785, 102100, 102113, 3587]);

function systemsOf(file: string, key: string): System[] {
  const path = fileURLToPath(import.meta.resolve(`@esri/proj-codes/${file}`));
  // The files of that package have this shape.
  return (JSON.parse(readFileSync(path, 'utf8')) as Record<string, System[]>)[key]!;
}

function find(number: number): string | null {
  const wanted = MERCATOR_NUMBERS.has(number) ? 3857 : number;
  for (const [file, key] of LISTS) {
    const systems = systemsOf(file, key);
    const system =
      systems.find(({ wkid }) => wkid === wanted) ?? systems.find(({ latestWkid }) => latestWkid === wanted);
    if (system) return system.wkt;
  }
  return null;
}

const texts = new Map<number, string | null>();

/**
 * The text (WKT in Esri's form) of a coordinate system by its EPSG or Esri number, or null. The lists are 14 MB of JSON:
 * they are read when a number is first asked for, and only that number's text is kept.
 */
function systemText(number: number): string | null {
  let text = texts.get(number);
  if (text === undefined) {
    text = find(number);
    texts.set(number, text);
  }
  return text;
}
