import { createInterface } from 'node:readline/promises';
import { stopSignal } from './stopping.ts';

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
