import { isDeepStrictEqual } from 'node:util';
import type { Field, Fields } from './fields/types.ts';

export interface Differences {
  /** Can be added to the index. */
  lacking: Fields;
  /** Paths of fields that are indexed differently: the documents must be reindexed. */
  changed: string[];
}

const ownOptions = ({ fields: _, properties: __, ...options }: Field) => options;

/** A sub-field finds only what was stored after it was added. */
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

type Analysis = Partial<Record<string, Record<string, unknown>>>;

/** Elasticsearch returns every setting as text. */
const asText = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, asText(part)]))
    : String(value);

/** Whether an index has these tokenizers and analyzers, which cannot be added to it. */
export const isAnalyzedAs = (present: Analysis = {}, wanted: Analysis = {}): boolean =>
  Object.entries(wanted).every(([part, definitions = {}]) =>
    Object.entries(definitions).every(([name, definition]) =>
      isDeepStrictEqual(present[part]?.[name], asText(definition)),
    ),
  );
