import { closeSync, openSync, writeSync } from 'node:fs';

const BUFFERED = 1 << 16;

/** A new NDJSON file, readable only by its owner; it replaces one of the same name. Throws the system's errors. */
export function lineFile(path: string) {
  const file = openSync(path, 'w', 0o600);
  let waiting = '';
  function flush(): void {
    writeSync(file, waiting);
    waiting = '';
  }
  return {
    path,
    add(value: unknown): void {
      waiting += `${JSON.stringify(value)}\n`;
      if (waiting.length > BUFFERED) flush();
    },
    close(): void {
      flush();
      closeSync(file);
    },
  };
}
export type LineFile = ReturnType<typeof lineFile>;
