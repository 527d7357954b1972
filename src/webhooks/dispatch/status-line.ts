/** How much of an answer is searched for its status, in bytes: interim answers may come before it. */
const MOST = 4_096;

const INTERIM = String.raw`HTTP/1\.[01] 1\d\d[^\n]*\n(?:[^\r\n][^\n]*\n)*\r?\n`;
const STATUS = new RegExp(String.raw`^(?:${INTERIM})*HTTP/1\.[01] ([2-9]\d\d)(?:[ \r][^\n]*)?\n`);

/** Reads an answer piece by piece, and knows its status once the status line has arrived. Interim answers do not count. */
export function statusReader() {
  let text = '';
  let status: number | null = null;
  return {
    read(part: Buffer): void {
      if (status !== null || text.length >= MOST) return;
      text += part.toString('latin1', 0, MOST - text.length);
      // Checked only at line ends, so that an answer that comes byte by byte costs little.
      if (part.includes(10)) status = Number(STATUS.exec(text)?.[1] ?? 0) || null;
    },
    /** Null until it has arrived. */
    status: () => status,
  };
}
