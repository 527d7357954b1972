interface Node {
  [key: string]: unknown;
}

function rebuilt(value: unknown, change: (node: Node) => Node): unknown {
  if (Array.isArray(value)) return value.map((part) => rebuilt(part, change));
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([key, part]) => [key, rebuilt(part, change)]);
  return change(Object.fromEntries(parts));
}

/** `X or null` as one schema of two types: generators make better types from it than from two alternatives. */
function ofTwoTypes(node: Node): Node {
  const { anyOf, ...rest } = node;
  const [of, none, ...more] = Array.isArray(anyOf) ? (anyOf as Node[]) : [];
  if (of === undefined || none?.type !== 'null' || more.length > 0 || of.title !== undefined) return node;
  const values = of.enum as unknown[] | undefined;
  const type = of.type ?? (values?.every((value) => typeof value === 'string') ? 'string' : undefined);
  if (typeof type !== 'string') return node;
  return { ...of, ...rest, type: [type, 'null'], ...(values ? { enum: [...values, null] } : {}) };
}

/**
 * Moves the defaults of a body's fields into words: some generators read the keyword as a guarantee that the field is
 * present, and require it from senders.
 */
function inWords(node: Node): Node {
  // Examples may have such a field, too.
  if (node.type !== 'object' || node.properties === undefined) return node;
  const fields = Object.entries(node.properties as Record<string, Node | null>).map(([name, field]) => {
    if (field?.default === undefined) return [name, field];
    const { default: value, description, ...rest } = field;
    const said = `Default: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
    const whole = description === undefined ? said : `${String(description).replace(/\.$/, '')}. ${said}`;
    return [name, { ...rest, description: whole }];
  });
  return { ...node, properties: Object.fromEntries(fields) };
}

/** The title of a schema if it can be a name. `info` has a title too, but is not a schema. */
function nameOf({ title, type, anyOf, oneOf }: Node): string | null {
  const isSchema = type !== undefined || anyOf !== undefined || oneOf !== undefined;
  return isSchema && typeof title === 'string' && /^[A-Za-z]\w*$/.test(title) ? title : null;
}

interface Document {
  paths?: unknown;
  components?: { schemas?: Node };
}

/**
 * An OpenAPI document for client generators. Each titled schema is defined once, under its title, and referenced where it is
 * used: the document is shorter, and generated types get names. Schemas that share a title are left in place.
 */
export function named<D extends Document>(given: D): D {
  const document = rebuilt(given, (node) => inWords(ofTwoTypes(node))) as D;
  const shapes = new Map<string, Set<string>>();
  rebuilt(document.paths, (node) => {
    const name = nameOf(node);
    if (name !== null) shapes.set(name, (shapes.get(name) ?? new Set()).add(JSON.stringify(node)));
    return node;
  });
  const schemas: Node = { ...document.components?.schemas };
  const taken = new Set(Object.keys(schemas));
  const paths = rebuilt(document.paths, (node) => {
    const name = nameOf(node);
    if (name === null || taken.has(name) || shapes.get(name)!.size > 1) return node;
    schemas[name] = node;
    return { $ref: `#/components/schemas/${name}` };
  });
  return { ...document, paths, components: { ...document.components, schemas } };
}
