import { createInterface } from 'node:readline/promises';
import { stopSignal } from './stopping.ts';

/** Characters that control a terminal or reverse the direction of its text, except line ends and tabs. */
const STEERING = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu;

/** Text from anywhere, made safe for a terminal. It is escaped as in JSON. */
const printable = (text: string): string =>
  text.replace(STEERING, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Prints the result of a command. */
export const print = (text: string): void => console.log(printable(text));

/** Prints what a command says in addition to its result. */
export const tell = (text: string): void => console.error(printable(text));

/** A time from JSON, to the minute. */
export const minute = (time: string) => time.slice(0, 16).replace('T', ' ');

/** Rows of text under a header, one line each, in columns as wide as their longest value. */
export function table(header: readonly string[], rows: readonly string[][]): string {
  const all = [header, ...rows].map((row) => row.map((cell) => cell.replace(/\s*\n\s*/g, ' ')));
  const widths = header.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/**
 * Asks the user to confirm a deletion. With `yes`, it does not ask.
 * @returns whether they agree.
 * @throws Error when there is no terminal to ask on.
 */
export async function confirmed(question: string, yes: boolean | undefined): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new Error(`${question}\nThere is no terminal to ask at. To confirm, add --yes.`);
  }
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await lines.question(`${question} [y/N] `, { signal: stopSignal });
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}
