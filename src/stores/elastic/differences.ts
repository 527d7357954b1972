import { isDeepStrictEqual } from 'node:util';

/** A field's mapping, without Elasticsearch's defaults, which it does not return. */
export interface Field {
  readonly type?: string;
  readonly index?: boolean;
  readonly enabled?: boolean;
  readonly fields?: Fields;
  readonly properties?: Fields;
  readonly [option: string]: unknown;
}

export interface Fields {
  readonly [name: string]: Field;
}

export interface Differences {
  /** Fields that can be added to the index. */
  lacking: Fields;
  /** Paths of fields that are indexed differently: the documents must be reindexed. */
  changed: string[];
}

const ownOptions = ({ fields: _, properties: __, ...options }: Field) => options;

/** Whether a field is stored as wanted. A sub-field added later would find only what is stored after that. */
const isHeldAs = (present: Field, wanted: Field): boolean =>
  isDeepStrictEqual(ownOptions(present), ownOptions(wanted)) &&
  Object.entries(wanted.fields ?? {}).every(([name, further]) => {
    const found = present.fields?.[name];
    return found !== undefined && isHeldAs(found, further);
  });

/** How the fields of an index differ from the wanted ones. Additional fields do no harm. */
export function differences(present: Fields, wanted: Fields, path = ''): Differences {
  const lacking: Record<string, Field> = {};
  const changed: string[] = [];
  for (const [name, field] of Object.entries(wanted)) {
    const found = present[name];
    if (found === undefined) lacking[name] = field;
    else if (!isHeldAs(found, field)) changed.push(path + name);
    else if (field.properties) {
      const within = differences(found.properties ?? {}, field.properties, `${path}${name}.`);
      if (Object.keys(within.lacking).length > 0) lacking[name] = { properties: within.lacking };
      changed.push(...within.changed);
    }
  }
  return { lacking, changed };
}

export type Analysis = Partial<Record<string, Record<string, unknown>>>;

/** A setting as Elasticsearch returns it: every value is text. */
const asText = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, asText(part)]))
    : String(value);

/** Whether an index has these tokenizers and analyzers. They cannot be added later. */
export const isAnalyzedAs = (present: Analysis = {}, wanted: Analysis = {}): boolean =>
  Object.entries(wanted).every(([part, definitions = {}]) =>
    Object.entries(definitions).every(([name, definition]) =>
      isDeepStrictEqual(present[part]?.[name], asText(definition)),
    ),
  );
