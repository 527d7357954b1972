const LONG = 1_000_000;

/** Records as NDJSON, in pieces of about a megabyte. */
export function* lines(records: Iterable<object>): Generator<string> {
  let text = '';
  for (const record of records) {
    text += `${JSON.stringify(record)}\n`;
    if (text.length < LONG) continue;
    yield text;
    text = '';
  }
  yield text;
}
