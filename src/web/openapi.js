/** The API's OpenAPI document. Throws when it cannot be read. */
export async function readOpenapi(signal) {
  const response = await fetch('/openapi.json', { signal });
  if (!response.ok) throw new Error(`Status ${response.status}`);
  return response.json();
}
