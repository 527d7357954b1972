import { openSpool, type Spool } from './spool.ts';

/** Memory holds this many keys; more go to a file. */
const FEW = 100_000;
/** How many keys that file is made for. */
const MANY = 10_000_000;

/** Each key once, `size` at a time, however often it occurs. Begins when all pages have been read. */
export async function* once(
  home: string,
  pages: AsyncIterable<string[]>,
  size: number,
): AsyncGenerator<string[]> {
  const few = new Set<string>();
  let spool: Spool | null = null;
  try {
    for await (const page of pages) {
      if (spool === null) for (const key of page) few.add(key);
      else for (const key of page) spool.add(key, key);
      if (few.size < FEW) continue;
      spool = openSpool(home, MANY);
      for (const key of few) spool.add(key, key);
      few.clear();
    }
    for (const part of (spool?.parts() ?? [few]) as Iterable<Iterable<string>>) {
      const keys = [...new Set(part)];
      for (let at = 0; at < keys.length; at += size) yield keys.slice(at, at + size);
    }
  } finally {
    spool?.close();
  }
}
