/** The API's own description. Throws when it cannot be read. */
export async function readOpenapi(signal) {
  const response = await fetch('/openapi.json', { signal });
  if (!response.ok) throw new Error(`Status ${response.status}`);
  return response.json();
}

/** The event types of webhooks: what each tells in a few words, and when exactly it fires. */
export const eventTypesOf = (description) =>
  Object.entries(description.webhooks).map(([type, { post }]) => ({
    type,
    summary: post.summary,
    fires: post.description.split('\n\n')[0],
  }));
