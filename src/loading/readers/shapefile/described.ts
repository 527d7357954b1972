import { type Projection, projectionOf, SRS_ADVICE } from '../projection.ts';
import type { DbfHeader } from './dbf.ts';
import { declared, type Encoding, encodingOf, encodingOfDriver, undeclared } from './encoding.ts';
import type { ShpHeader } from './shp.ts';

const ADVICE = 'If names look wrong, give the encoding with --encoding (conform.encoding in a source file).';

/** Beyond any coordinate in degrees. */
const FAR = 400;

type Bounds = ShpHeader['bounds'];

function lookLikeDegrees({ west, south, east, north }: Bounds): boolean {
  const known = [west, south, east, north].some((bound) => bound !== 0);
  return known && west >= -180 && east <= 180 && south >= -90 && north <= 90;
}

const reach = (bounds: Bounds): number => Math.max(...Object.values(bounds).map(Math.abs));

function assumedDegrees(bounds: Bounds): Projection {
  if (!lookLikeDegrees(bounds)) throw new Error(`there is no .prj with its coordinate system. ${SRS_ADVICE}`);
  const projection = projectionOf('EPSG:4326');
  const remark =
    'There is no .prj with its coordinate system. All coordinates are within ±180 and ±90: they are read as degrees.';
  return { ...projection, remarks: [...projection.remarks, remark] };
}

/**
 * The projection of a shapefile: as given, else from its .prj, else degrees if its coordinates can be degrees.
 * @throws Error with a sentence that names the option to give
 */
export function projectionFor(
  { bounds }: ShpHeader,
  prj: string | null,
  srs: string | undefined,
): Projection {
  const text = srs ?? prj;
  if (text === null) return assumedDegrees(bounds);
  const projection = projectionOf(text);
  const { name, degrees } = projection;
  if (degrees && reach(bounds) > FAR) {
    throw new Error(
      `its coordinate system "${name}" is in degrees, but its coordinates go up to ${Math.round(reach(bounds))}. ${SRS_ADVICE}`,
    );
  }
  if (degrees || !lookLikeDegrees(bounds)) return projection;
  throw new Error(
    `its coordinate system "${name}" is in feet or meters, but its coordinates are within ±180 and ±90, as degrees are. ` +
      'If they are degrees, give --srs EPSG:4326 (conform.srs in a source file).',
  );
}

/**
 * The encoding of a .dbf: as given, else the one named by its .cpg or by the byte in its header, unless the first text
 * outside ASCII contradicts that; else the one that this text is in.
 * @param remark gets sentences, some of them while rows are read
 * @param decided gets the name of the encoding when that first text decides it
 * @throws Error with a sentence when the given encoding is unknown
 */
export function encodingFor(
  header: DbfHeader,
  cpg: string | null,
  given: string | undefined,
  remark: (sentence: string) => void,
  decided: (name: string) => void,
): Encoding {
  if (given !== undefined) {
    const encoding = encodingOf(given);
    if (encoding) return encoding;
    throw new Error(
      `"${given}" is not an encoding that can be read. Use a name such as UTF-8, windows-1252, ISO-8859-1 or CP437.`,
    );
  }
  const believed = (named: Encoding, where: string): Encoding =>
    declared(named, (name) => {
      decided(name);
      remark(
        `The ${where} says that the text is in ${named.name}, but it is in ${name}, and is read as that. ${ADVICE}`,
      );
    });
  const named = cpg === null ? null : encodingOf(cpg);
  if (named) return believed(named, '.cpg');
  if (cpg !== null) remark(`The .cpg names an encoding that is not known: "${cpg.slice(0, 40)}".`);
  const driven = encodingOfDriver(header.driver);
  return (
    (driven && believed(driven, '.dbf')) ??
    undeclared((name) => {
      decided(name);
      remark(
        `The file does not say which encoding its text is in. It looks like ${name}, and is read as that. ${ADVICE}`,
      );
    })
  );
}
