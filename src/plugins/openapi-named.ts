interface Node {
  [key: string]: unknown;
}

/** A copy of a value with each of its objects, the innermost first, as `change` makes it. */
function rebuilt(value: unknown, change: (node: Node) => Node): unknown {
  if (Array.isArray(value)) return value.map((part) => rebuilt(part, change));
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([key, part]) => [key, rebuilt(part, change)]);
  return change(Object.fromEntries(parts));
}

/** The title of a schema, where it can be a name. `info` has a title too, and is none. */
function nameOf({ title, type, anyOf, oneOf }: Node): string | null {
  const isSchema = type !== undefined || anyOf !== undefined || oneOf !== undefined;
  return isSchema && typeof title === 'string' && /^[A-Za-z]\w*$/.test(title) ? title : null;
}

interface Document {
  paths?: unknown;
  components?: { schemas?: Node };
}

/**
 * An OpenAPI document in which each titled schema stands once, under its title, in place of wherever it is used: it is
 * short, and its readers have names to go by. A title that several schemas have is left where it is.
 */
export function named<D extends Document>(document: D): D {
  const found = new Map<string, Set<string>>();
  rebuilt(document.paths, (node) => {
    const name = nameOf(node);
    if (name !== null) found.set(name, (found.get(name) ?? new Set()).add(JSON.stringify(node)));
    return node;
  });
  const schemas: Node = { ...document.components?.schemas };
  const taken = new Set(Object.keys(schemas));
  const paths = rebuilt(document.paths, (node) => {
    const name = nameOf(node);
    if (name === null || taken.has(name) || found.get(name)!.size > 1) return node;
    schemas[name] = node;
    return { $ref: `#/components/schemas/${name}` };
  });
  return { ...document, paths, components: { ...document.components, schemas } };
}
