/** The schemas of a document as types of Python: TypedDicts and Literals. */

import type { Json } from '../document.ts';
import { aliasLines, classLines, type Field, literal } from './declarations.ts';
import { pascal, singular } from './names.ts';

/** Literals of so many values get a name. */
const MANY = 3;
/** What any page or list has; one with other keys is named after its operation. */
const OF_PAGES = new Set(['type', 'data', 'features', 'total', 'limit', 'offset', 'next_cursor']);

export interface Types {
  /** The type of a schema; `name` is what it is called if it needs a name, `key` the property that has it. */
  typeOf(schema: Json, name: string, key?: string): string;
  /** What the names that `typeOf` gave stand for: aliases of literals, then classes. */
  declarations(): string[];
  names(): string[];
}

/** The types joined, each once, None last. */
function union(types: string[]): string {
  const all = new Set(types.flatMap((type) => type.split(' | ')));
  const some = [...all].filter((type) => type !== 'None');
  return [...some, ...(all.has('None') ? ['None'] : [])].join(' | ');
}

/** The name of an answer without what tells it from the request. */
const baseOf = (name: string): string => name.replace(/(Answer|Geojson)$/, '');

/** What is added to the name of an object for one of its properties, or for one of those in a list. */
function partName(key: string, property: Json): string {
  if (property.type !== 'array') return pascal(key);
  return key === 'data' ? 'Row' : pascal(singular(key));
}

/** Makes the types of a document's schemas; those in its components are declared from the start. */
export function makeTypes(document: Json): Types {
  const aliases = new Map<string, string[]>();
  const classes = new Map<string, string[]>();
  /** Names by what they stand for: what is alike has one name. */
  const known = new Map<string, string>();

  /** Schemas by their keys: a choice of these is one of fields. */
  const keysOf = new Map(
    Object.entries<Json>(document.components.schemas)
      .toReversed()
      .map(([name, schema]) => [JSON.stringify(Object.keys(schema.properties ?? {})), name]),
  );

  const isTaken = (name: string) =>
    aliases.has(name) || classes.has(name) || name in document.components.schemas;

  function named(shape: string, candidates: string[], declare: (name: string) => void): string {
    const found = known.get(shape);
    if (found !== undefined) return found;
    const name = candidates.find((candidate) => !isTaken(candidate));
    if (name === undefined) throw new Error(`No name is left among ${candidates.join(', ')}`);
    known.set(shape, name);
    declare(name);
    return name;
  }

  /** Lists have the name of what they hold. */
  function candidatesFor(properties: Record<string, Json>, fields: Field[], name: string): string[] {
    const kind = properties.type?.enum?.[0];
    if (kind !== undefined && 'coordinates' in properties) return [kind, name];
    const held = fields.find(({ key }) => key === 'data' || key === 'features')?.type;
    const [, item] = /^list\[(\w+)\]$/.exec(held ?? '') ?? [];
    if (kind === 'Feature') {
      const of = fields.find(({ key }) => key === 'properties')!.type;
      return [`${of}Feature`, name];
    }
    if (item === undefined) return [name];
    const listed = `${item}${'next_cursor' in properties ? 'Page' : 'List'}`;
    const own = item.startsWith(baseOf(name)) ? listed : baseOf(name) + listed;
    return Object.keys(properties).every((key) => OF_PAGES.has(key)) ? [listed, own] : [own];
  }

  const fieldsOf = (schema: Json, name: string): Field[] =>
    Object.entries<Json>(schema.properties).map(([key, property]) => ({
      key,
      type: typeOf(property, baseOf(name) + partName(key, property), key),
      required: schema.required?.includes(key) ?? false,
      about: property.description,
    }));

  function objectOf(schema: Json, name: string): string {
    if (schema.properties === undefined) {
      const { additionalProperties: values } = schema;
      return `dict[str, ${typeof values === 'object' ? typeOf(values, name) : 'Any'}]`;
    }
    const fields = fieldsOf(schema, name);
    const shape = JSON.stringify(fields.map(({ key, type, required }) => [key, type, required]));
    return named(shape, candidatesFor(schema.properties, fields, name), (given) =>
      classes.set(given, classLines(given, schema.description, fields)),
    );
  }

  function enumOf(values: unknown[], name: string, key: string | undefined): string {
    if (values.length < MANY) return literal(values);
    const keys = keysOf.get(JSON.stringify(values));
    const own = key?.includes('_') ? [pascal(singular(key))] : [];
    return named(JSON.stringify(values), [...(keys ? [`${keys}Field`] : []), ...own, name], (given) =>
      aliases.set(given, aliasLines(given, values)),
    );
  }

  function typeOf(schema: Json, name: string, key?: string): string {
    if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1);
    if (schema.enum !== undefined) return enumOf(schema.enum, name, key);
    if (schema.const !== undefined) return literal([schema.const]);
    const { properties, type } = schema;
    const ways = properties === undefined ? (schema.anyOf ?? schema.oneOf) : undefined;
    if (ways !== undefined) {
      const several = ways.filter((way: Json) => way.type === 'object').length > 1;
      return union(
        ways.map((way: Json) =>
          typeOf(way, name + (several ? pascal(String(way.properties?.type?.enum?.[0] ?? '')) : ''), key),
        ),
      );
    }
    if (type === 'object') return objectOf(schema, name);
    if (type === 'array') return `list[${typeOf(schema.items ?? {}, name, key)}]`;
    const plain: Record<string, string> = {
      string: 'str',
      number: 'float',
      integer: 'int',
      boolean: 'bool',
      null: 'None',
    };
    return plain[type] ?? 'Any';
  }

  for (const [name, schema] of Object.entries<Json>(document.components.schemas)) {
    if (schema.properties === undefined) throw new Error(`${name} is not an object with properties`);
    const fields = fieldsOf(schema, name);
    classes.set(name, classLines(name, schema.description, fields));
  }

  return {
    typeOf,
    declarations: () => [...aliases.values(), ...classes.values()].flat(),
    names: () => [...aliases.keys(), ...classes.keys()],
  };
}
