import type { Hit } from '../../../records/cut.ts';
import type { RowWalk } from '../../../records/every-row.ts';
import type { RowFormat } from '../../answers/rows.ts';

/** Rows that are read at a time. */
const PAGE = 500;
/** About how many bytes are written at a time, and how many rows the first time. */
const PART = 64 << 10;
const FIRST_ROWS = 20;
/** How long the rest of a page is kept for its reader, in milliseconds; after that, it is read again. */
const KEPT = 1_000;

export interface ExportSteps {
  /** Runs the work that reads a page. */
  read<T>(work: () => Promise<T>): Promise<T>;
  /** Called when rows were written. */
  wrote(rows: number): void;
}

/**
 * The rows of a walk in parts of about 64 KiB, each made on request. While none is requested, nothing is read, and the rest
 * of a page is soon dropped. Closes the walk when it ends or is returned.
 */
export async function* exportRows(
  walk: RowWalk,
  format: RowFormat,
  { read, wrote }: ExportSteps,
): AsyncGenerator<Buffer> {
  let page: Hit[] = [];
  let last: string | null = null;
  let rows = FIRST_ROWS;
  let isEnd = false;
  let drop: NodeJS.Timeout | undefined;

  // No variable of the generator may hold a row: each is a slice that would keep the whole page in memory.
  async function nextPage(): Promise<void> {
    page = await read(() => walk.read(PAGE, last));
    isEnd = page.length < PAGE;
  }

  async function nextPart(): Promise<Buffer> {
    const hits = page.splice(0, rows);
    last = hits.at(-1)!.sort;
    const part = await format.rows(hits, walk.cursorAfter);
    rows = Math.min(PAGE, Math.ceil((hits.length * PART) / part.length));
    wrote(hits.length);
    return part;
  }

  function keepBriefly(): void {
    drop = setTimeout(() => {
      if (page.length > 0) isEnd = false;
      page = [];
    }, KEPT).unref();
  }

  try {
    const head = format.head(walk.isFirst);
    if (head !== '') yield Buffer.from(head);
    for (;;) {
      if (page.length === 0 && !isEnd) await nextPage();
      if (page.length === 0) break;
      const part = await nextPart();
      keepBriefly();
      yield part;
      clearTimeout(drop);
    }
    if (format.tail) yield Buffer.from(format.tail);
  } finally {
    clearTimeout(drop);
    walk.close();
  }
}
