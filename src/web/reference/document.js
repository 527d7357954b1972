const NAME = Symbol('name');

/** The name of a schema in its document; undefined for a schema without one. */
export const nameOf = (schema) => schema[NAME];

/** Replaces the references in a document by what they point to: schemas may contain themselves then. */
function joined(document) {
  const target = ({ $ref }) =>
    $ref
      .split('/')
      .slice(1)
      .reduce((at, part) => at[part.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  function join(node) {
    for (const [key, part] of Object.entries(node)) {
      if (part?.$ref !== undefined) node[key] = target(part);
      else if (typeof part === 'object' && part !== null) join(part);
    }
  }
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) schema[NAME] = name;
  join(document);
  return document;
}

const described = (method, path, operation, isEvent) => ({
  title: isEvent ? path : `${method.toUpperCase()} ${path}`,
  id: operation.operationId,
  method,
  path,
  isEvent,
  address: `/docs/reference/${operation.operationId}`,
  tag: operation.tags?.[0] ?? 'Others',
  summary: operation.summary ?? '',
  operation,
});

/**
 * The operations of an OpenAPI document, in the order of its tags. Events, which are sent rather than requested, come after
 * the routes of their tag.
 */
function operationsOf(document) {
  const all = (paths, isEvent) =>
    Object.entries(paths ?? {}).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => described(method, path, operation, isEvent)),
    );
  const listed = [...all(document.paths, false), ...all(document.webhooks, true)];
  const names = (document.tags ?? []).map(({ name }) => name);
  const place = ({ tag }) => (names.includes(tag) ? names.indexOf(tag) : names.length);
  return listed.sort((a, b) => place(a) - place(b));
}

/** The API's `tags`, and its `operations` in their order. Throws when its document cannot be read. */
export async function readApi(signal) {
  const response = await fetch('/openapi.json', { signal });
  if (!response.ok) throw new Error(`Status ${response.status}`);
  const document = joined(await response.json());
  return { tags: document.tags ?? [], operations: operationsOf(document) };
}

/** Operations by tag, in their order: `[tag, operations][]` */
export const byTag = (operations) => [...Map.groupBy(operations, ({ tag }) => tag)];

/** Whether an operation takes a key: 'none', 'optional' or 'required'. */
export function keyOf({ security = [] }) {
  if (security.length === 0) return 'none';
  return security.some((way) => Object.keys(way).length === 0) ? 'optional' : 'required';
}

/** The example of a parameter, or undefined if it has none. */
export const exampleOf = ({ example, examples, schema = {} }) =>
  example ?? Object.values(examples ?? {})[0]?.value ?? schema.examples?.[0];
