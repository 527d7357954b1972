/** The definition of a schema, header or answer: the node itself unless it is a reference within the document. */
export function resolved(document, node) {
  if (node?.$ref === undefined) return node;
  const found = node.$ref
    .split('/')
    .slice(1)
    .reduce((at, part) => at?.[part.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  return resolved(document, found);
}

/** The name that a reference points to; null for a schema without a name. */
export const nameOf = ({ $ref }) => $ref?.split('/').at(-1) ?? null;

const described = (method, path, operation, isEvent) => ({
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
 * @returns {{id: string, method: string, path: string, isEvent: boolean, address: string, tag: string, summary: string,
 *   operation: object}[]}
 */
export function operationsOf(document) {
  const all = (paths, isEvent) =>
    Object.entries(paths ?? {}).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => described(method, path, operation, isEvent)),
    );
  const listed = [...all(document.paths, false), ...all(document.webhooks, true)];
  const names = (document.tags ?? []).map(({ name }) => name);
  const place = ({ tag }) => (names.includes(tag) ? names.indexOf(tag) : names.length);
  return listed.sort((a, b) => place(a) - place(b));
}

/**
 * Operations by tag, in their order.
 * @returns {[tag: string, operations: object[]][]}
 */
export const byTag = (operations) => [...Map.groupBy(operations, ({ tag }) => tag)];

/** Whether an operation takes a key: 'none', 'optional' or 'required'. */
export function keyOf({ security = [] }) {
  if (security.length === 0) return 'none';
  return security.some((way) => Object.keys(way).length === 0) ? 'optional' : 'required';
}

/** What a key needs for an operation: a scope or `admin`; null where any key will do. */
export const needOf = (operation) => operation['x-needs'] ?? null;

/** The example of a parameter, or undefined if it has none. */
export const exampleOf = ({ example, examples, schema = {} }) =>
  example ?? Object.values(examples ?? {})[0]?.value ?? schema.examples?.[0];
