/** The parameters of an operation as those of a Python method. */

import { type Json, type Placed, resolved } from '../document.ts';
import { pascal, singular, snake } from './names.ts';
import type { Types } from './types.ts';

export interface Parameter {
  /** Its names in Python and in the request. */
  name: string;
  wire: string;
  place: 'path' | 'query' | 'header' | 'body';
  type: string;
  required: boolean;
  /** Whether null says something else than leaving it out. */
  nullable: boolean;
  about: string | undefined;
}

/** Patterns of texts that hold several values, separated by commas, and of those that hold a whole number. */
const LISTED = /\(,.*\)\*\$$/;
const WHOLE = /^\^\\d\{1,\d+\}\$$/;
/** What has an effect only where GeoJSON is asked for. */
const ONLY_GEOJSON = /Only with Accept: application\/geo\+json/;

/** The type of a text that is given as something else. */
function textType({ type, pattern = '' }: Json): string | undefined {
  if (type !== 'string') return undefined;
  if (LISTED.test(pattern)) return 'str | Sequence[str]';
  return WHOLE.test(pattern) ? 'int' : undefined;
}

/** Lists may be given as tuples too. */
const given = (type: string): string => type.replace(/^list\[/, 'Sequence[');

/** Those of a path, which come first, then the others. */
export function parametersOf(document: Json, types: Types, { path, operation }: Placed): Parameter[] {
  const own = (operation.parameters ?? []).map((parameter: Json): Parameter => {
    const { schema, in: place, name, required, description } = parameter;
    return {
      name: snake(name),
      wire: name,
      place,
      type: textType(schema) ?? types.typeOf(schema, pascal(operation.operationId) + pascal(singular(name))),
      required,
      nullable: false,
      about: description,
    };
  });
  const schema = resolved(document, operation.requestBody?.content['application/json'].schema);
  const parent = schema?.title ?? pascal(operation.operationId);
  const inBody = Object.entries<Json>(schema?.properties ?? {}).map(([key, property]): Parameter => {
    const type = types.typeOf(property, parent + pascal(property.type === 'array' ? singular(key) : key));
    return {
      name: snake(key),
      wire: key,
      place: 'body',
      type: given(type),
      required: schema.required?.includes(key) ?? false,
      nullable: /\bNone$/.test(type),
      about: property.description,
    };
  });
  const all = [...own, ...inBody];
  const names = all.map(({ name }) => name);
  if (new Set(names).size < names.length) throw new Error(`${path}: two parameters of one name`);
  const first = all.filter(({ place }) => place === 'path');
  // In the order of the path.
  first.sort((a, b) => path.indexOf(`{${a.wire}}`) - path.indexOf(`{${b.wire}}`));
  return [...first, ...all.filter(({ place }) => place !== 'path')];
}

export const isForGeojson = ({ about }: Parameter): boolean => ONLY_GEOJSON.test(about ?? '');

/** The parameter in a signature. */
export function declared({ name, type, place, required, nullable }: Parameter): string {
  if (place === 'path' || required) return `${name}: ${type}`;
  if (nullable) return `${name}: ${type} | Omitted = OMITTED`;
  return `${name}: ${type} | None = None`;
}
