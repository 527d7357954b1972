/** How long an answer is given again, in milliseconds. */
const AGE = 1_000;

/**
 * Asks the same question at most once a second: calls in between get the last answer, or wait for the one in flight. A
 * failure is an answer, too.
 */
export function briefly<T>(ask: () => Promise<T>): () => Promise<T> {
  let last: { answer: Promise<T>; until: number } | null = null;
  return () => {
    if (last && performance.now() < last.until) return last.answer;
    const asked = { answer: ask(), until: Number.POSITIVE_INFINITY };
    const age = () => {
      asked.until = performance.now() + AGE;
    };
    asked.answer.then(age, age);
    last = asked;
    return asked.answer;
  };
}
