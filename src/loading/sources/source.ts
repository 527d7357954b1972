import Type, { type Static } from 'typebox';
import { isObject } from '../../domain/json-object.ts';
import { NOWHERE, readArea, type SaidArea } from './area.ts';
import { checker, hint, type Report, whatIs, within } from './checks.ts';
import { fieldKeys, fieldOf, isUnkept, SOURCE_KINDS, type SourceKind, UNKEPT_KEYS } from './keys.ts';
import { isUndecided, type LeftOut, LeftOutList, stillLeftOut, undecidedWords } from './left-out.ts';
import { isMailingKey, type Mailing, parseMailing } from './mailing.ts';
import { type Mapping, parseMapping } from './mapping.ts';

const Known = Type.Optional(Type.Unknown());

/** How the table of a layer is read. */
const Reading = Type.Object({
  format: Type.String({ minLength: 1 }),
  file: Type.Optional(Type.String({ minLength: 1 })),
  layer: Type.Optional(Type.Unsafe<string | number>({ type: ['string', 'integer'] })),
  srs: Type.Optional(
    Type.String({
      pattern: '^EPSG:\\d+$',
      description: 'must be a coordinate system by its number, such as "EPSG:4326"',
    }),
  ),
  encoding: Type.Optional(Type.String({ minLength: 1 })),
  csvsplit: Type.Optional(Type.String({ minLength: 1 })),
  headers: Type.Optional(Type.Integer({ minimum: -1 })),
  skiplines: Type.Optional(Type.Integer({ minimum: 1 })),
});
/** How a table is read; `lat` and `lon` are columns of CSV with coordinates in the system `srs`. */
export type Reading = Static<typeof Reading> & { lat?: string; lon?: string };
const READING_KEYS = Object.keys(Reading.properties);
const checkReading = checker(Reading);

const place = {
  name: Type.String({ minLength: 1 }),
  data: Type.String({ minLength: 1 }),
  protocol: Type.Enum(['ESRI', 'http', 'file', 'ftp']),
  compression: Type.Optional(Type.Enum(['zip', 'gzip'])),
};

const checkLayer = checker(
  Type.Object(
    {
      ...place,
      conform: Type.Record(Type.String(), Type.Unknown()),
      join: Type.Optional(Type.Array(Type.Unknown(), { minItems: 1 })),
      repeats: Type.Optional(Type.Enum(['join'])),
      left_out: Type.Optional(LeftOutList),
      skip: Type.Optional(Type.Boolean()),
      website: Type.Optional(Type.String()),
      license: Known,
      attribution: Known,
      contact: Known,
      email: Known,
      frequency: Known,
      language: Known,
      note: Known,
      request: Known,
      test: Known,
      timeout: Known,
      year: Known,
    },
    { additionalProperties: false },
  ),
);

const checkJoin = checker(
  Type.Object(
    {
      ...place,
      conform: Reading,
      on: Type.Object({ here: Type.Unknown(), there: Type.Unknown() }, { additionalProperties: false }),
      take: Type.Optional(Type.Enum(['first', 'largest'])),
      website: Known,
      license: Known,
      note: Known,
    },
    { additionalProperties: false },
  ),
);

const checkTop = checker(
  Type.Object(
    {
      schema: Type.Unsafe<2>({ type: 'integer', enum: [2] }),
      coverage: Type.Object({
        'US Census': Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        state: Known,
        county: Known,
      }),
      layers: Type.Record(Type.String(), Type.Unknown()),
      official_website: Known,
      official_phone: Known,
    },
    { additionalProperties: false },
  ),
);

type Place = Static<Type.TObject<typeof place>>;

/** Where a table is: an address, or a file with a path that begins at the folder of the source file. */
export interface PublishedData extends Pick<Place, 'name' | 'data' | 'protocol'> {
  compression: 'zip' | 'gzip' | null;
  reading: Reading;
}

const published = ({ name, data, protocol, compression }: Place, reading: Reading): PublishedData => ({
  name,
  data,
  protocol,
  compression: compression ?? null,
  reading,
});

/** What the columns of a layer mean. */
export interface Conform {
  /** The fields by the key that the source file gives them. */
  fields: Map<string, Mapping>;
  /** A mailing address that is split into fields; those in `fields` take precedence. */
  mailing: Mailing | null;
  /** Rows with another value in one of these columns are left out. */
  only: ReadonlyMap<string, Mapping & { allowed: ReadonlySet<string> }>;
}

/** A table whose columns, and geometry, complete the rows of a layer. */
export interface Join extends PublishedData {
  here: Mapping;
  there: Mapping;
  /** Of several rows with one key: the first, or the one with the largest outline. */
  take: 'first' | 'largest';
  /** Whether a key is a whole parcel number; otherwise several parcels may share an outline. */
  wholeNumber: boolean;
}

/** A layer whose rows become records. */
export interface Layer extends PublishedData {
  kind: SourceKind;
  /** Such as `layers.parcels[0]`. */
  place: string;
  conform: Conform;
  joins: readonly Join[];
  /** Whether rows with the same parcel number become one parcel; otherwise the last of them counts. */
  joinsRepeats: boolean;
  /** Columns that a proposal left out, and that the file does not name since. */
  leftOut: readonly LeftOut[];
  skip: boolean;
  website: string | null;
}

/** A source file, checked. */
export interface Source {
  area: SaidArea;
  /** In the order of the file, parcels first. */
  layers: readonly Layer[];
}

interface Asked {
  kind: SourceKind;
  isDraft: boolean;
}

/** The faults of a file that has layers, and so is meant as a source file. */
export class SourceError extends Error {}

function readReading(conform: Record<string, unknown>, at: string, report: Report): Reading | null {
  const reading: unknown = Object.fromEntries(
    Object.entries(conform).filter(([key]) => READING_KEYS.includes(key)),
  );
  if (!checkReading(reading, at, report)) return null;
  const { headers, skiplines } = reading;
  if (headers === 0) report(within(at, 'headers'), 'must be the number of a line from 1, or -1 for none');
  if (skiplines !== undefined && headers === undefined)
    report(
      within(at, 'headers'),
      'is missing beside skiplines: it is the number of the header line, or -1 for none',
    );
  else if (skiplines !== undefined && skiplines < headers!)
    report(within(at, 'skiplines'), `must be at least ${headers}: it counts the header line too`);
  // OpenAddresses' other name of a format.
  return reading.format === 'shapefile-polygon' ? { ...reading, format: 'shapefile' } : reading;
}

/** The reader converts coordinates that are not degrees, so their columns are not fields of the record. */
function projectedColumns(
  reading: Reading,
  fields: Map<string, Mapping>,
  at: string,
  report: Report,
): Reading {
  const [lat, lon] = [fields.get('lat'), fields.get('lon')];
  if (!lat || !lon || reading.srs === undefined || reading.srs === 'EPSG:4326') return reading;
  fields.delete('lat');
  fields.delete('lon');
  if (typeof lat.json === 'string' && typeof lon.json === 'string') {
    return { ...reading, lat: lat.json, lon: lon.json };
  }
  report(within(at, 'lat'), 'must be a column, and so must lon, where srs is given');
  return reading;
}

function readOnly(json: unknown, at: string, report: Report): Conform['only'] {
  const only = new Map<string, Mapping & { allowed: ReadonlySet<string> }>();
  if (json === undefined) return only;
  if (!isObject(json))
    report(at, `must be an object of columns with lists of values, and is ${whatIs(json)}`);
  for (const [column, list] of Object.entries(isObject(json) ? json : {})) {
    const here = within(at, column);
    if (!Array.isArray(list) || list.length === 0) report(here, 'must be a list of values');
    else {
      const mapping = parseMapping(column, 'only', here, report);
      only.set(column, { ...mapping, allowed: new Set(list.map(String)) });
    }
  }
  return only;
}

function readConform(
  json: Record<string, unknown>,
  { kind, isDraft }: Asked,
  at: string,
  report: Report,
): Conform {
  const keys = fieldKeys(kind);
  const fields = new Map<string, Mapping>();
  const keyOf = new Map<string, string>();
  let mailing: Mailing | null = null;
  for (const [key, said] of Object.entries(json)) {
    const here = within(at, key);
    if (READING_KEYS.includes(key) || isUnkept(key) || key === 'only') continue;
    if (!keys.includes(key)) {
      report(here, `unknown key${hint(key, [...keys, ...READING_KEYS, ...UNKEPT_KEYS, 'only'])}`);
      continue;
    }
    const field = fieldOf(key);
    const twice = keyOf.get(field);
    if (twice !== undefined) report(here, `means the same as ${twice}: write one of the two`);
    keyOf.set(field, key);
    if (isUndecided(said)) {
      const isNeeded = kind !== 'permits' && field === 'parcel_id';
      if (!isDraft) report(here, undecidedWords(key, said, isNeeded));
      continue;
    }
    if (isMailingKey(key)) {
      if (mailing !== null) report(here, `stands beside ${mailing.key}: write one of the two`);
      mailing = parseMailing(key, said, here, report);
      continue;
    }
    fields.set(key, parseMapping(said, field, here, report));
  }
  if (kind !== 'permits' && !isDraft && !keyOf.has('parcel_id')) report(within(at, 'pid'), 'is missing');
  if (keyOf.has('number') && !keyOf.has('street')) report(within(at, 'street'), 'is missing beside number');
  for (const [key, other] of [
    ['lat', 'lon'],
    ['lon', 'lat'],
  ] as const) {
    if (keyOf.has(key) && !keyOf.has(other)) report(within(at, other), `is missing beside ${key}`);
  }
  return { fields, mailing, only: readOnly(json.only, within(at, 'only'), report) };
}

function readJoin(json: unknown, pid: Mapping | undefined, at: string, report: Report): Join | null {
  if (!checkJoin(json, at, report)) return null;
  const on = within(at, 'on');
  const conform = within(at, 'conform');
  const reading = readReading(json.conform, conform, report);
  const here = parseMapping(json.on.here, 'parcel_id', within(on, 'here'), report);
  const there = parseMapping(json.on.there, 'parcel_id', within(on, 'there'), report);
  const unknown = Object.keys(json.conform).filter((key) => !READING_KEYS.includes(key));
  for (const key of unknown) {
    report(
      within(conform, key),
      `unknown key: a joined table gives columns, and the layer says what they mean${hint(key, READING_KEYS)}`,
    );
  }
  if (reading === null) return null;
  const wholeNumber = typeof here.json === 'string' && here.json === pid?.json;
  return { ...published(json, reading), here, there, take: json.take ?? 'first', wholeNumber };
}

function readLayer(json: unknown, asked: Asked, at: string, report: Report): Layer | null {
  if (!checkLayer(json, at, report)) return null;
  const here = within(at, 'conform');
  const said = readReading(json.conform, here, report);
  const conform = readConform(json.conform, asked, here, report);
  const reading = said && projectedColumns(said, conform.fields, here, report);
  const pid = conform.fields.get('pid') ?? conform.fields.get('parcel_id');
  const list = within(at, 'join');
  const joins = (json.join ?? []).map((join, index) => readJoin(join, pid, within(list, index), report));
  const names = joins.map((join) => join?.name);
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) < index) report(within(within(list, index), 'name'), `"${name}" appears twice`);
  }
  if (reading === null) return null;
  const { repeats, skip = false, website = null } = json;
  if (repeats !== undefined && asked.kind !== 'parcels')
    report(within(at, 'repeats'), 'is for layers of parcels');
  return {
    ...published(json, reading),
    kind: asked.kind,
    place: at,
    conform,
    joins: joins.filter((join) => join !== null),
    joinsRepeats: repeats === 'join',
    leftOut: stillLeftOut(json.left_out ?? [], json.conform),
    skip,
    website,
  };
}

/**
 * Reads a source file: OpenAddresses' schema 2, with Terrier's fields, deeds, permits and joins. Layers of other kinds are
 * ignored.
 * @param name what messages call the file.
 * @param isDraft whether parcel numbers may be missing, and decisions open: those fields are left out.
 * @throws SourceError with a line for each fault: its place in the file, and what is wrong there; a plain Error for JSON
 *   without layers.
 */
export function readSource(json: unknown, name: string, { isDraft = false } = {}): Source {
  const problems: string[] = [];
  const report: Report = (at, words) => problems.push(`${at || 'the file'}: ${words}`);
  let area: SaidArea = NOWHERE;
  const layers: Layer[] = [];
  if (checkTop(json, '', report)) {
    area = readArea(json.coverage, report);
    for (const other of Object.keys(json.layers)) {
      const near = (SOURCE_KINDS as readonly string[]).includes(other) ? '' : hint(other, SOURCE_KINDS);
      if (near !== '') report(within('layers', other), `unknown layers${near}`);
    }
    for (const kind of SOURCE_KINDS) {
      const list = json.layers[kind];
      const at = within('layers', kind);
      if (list === undefined) continue;
      if (!Array.isArray(list)) report(at, `must be a list, and is ${whatIs(list)}`);
      else {
        const read = list.map((layer, index) =>
          readLayer(layer, { kind, isDraft }, within(at, index), report),
        );
        layers.push(...read.filter((layer) => layer !== null));
      }
    }
  }
  if (problems.length > 0) {
    const Fault = isObject(json) && 'layers' in json ? SourceError : Error;
    throw new Fault(`${name} cannot be used:\n${problems.map((line) => `  ${line}`).join('\n')}`);
  }
  return { area, layers };
}
