import { createInterface } from 'node:readline/promises';

/**
 * Asks the person at the terminal before something is deleted. `yes` answers for them.
 * @returns whether they agree. Throws an Error where nobody can be asked.
 */
export async function confirmed(question: string, yes: boolean | undefined): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new Error(`${question}\nNobody can be asked here. If you mean it, add --yes.`);
  }
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
  } finally {
    lines.close();
  }
}
