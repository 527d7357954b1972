// biome-ignore lint/suspicious/noExplicitAny: a document is looked into at any depth
type Json = any;

/** A part of an OpenAPI document with its references replaced by what they refer to, except those in `kept`. */
export function whole(document: Json, part: Json, kept: string[] = []): Json {
  if (Array.isArray(part)) return part.map((each) => whole(document, each, kept));
  if (part === null || typeof part !== 'object') return part;
  const ref: string | undefined = part.$ref;
  if (ref?.startsWith('#/') && !kept.includes(ref)) {
    const named = ref
      .split('/')
      .slice(1)
      .reduce((node, key) => node[key], document);
    return whole(document, named, kept);
  }
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, whole(document, value, kept)]));
}
