import type { call } from '../../helper.ts';

type Answer = Awaited<ReturnType<typeof call>>;

const TRIES = 10;

/** Asks again when the answer is a 503, as it says: the servers of a test may be busy with others. */
export async function patiently(ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await ask();
    if (answer.status !== 503 || attempt === TRIES) return answer;
  }
}
