const AGE = 1_000;

/**
 * Asks at most once a second: calls in between share the last answer or failure, or wait for the one in flight.
 * @param now milliseconds of a clock that never goes back.
 */
export function briefly<T>(ask: () => Promise<T>, now = () => performance.now()): () => Promise<T> {
  let last: { answer: Promise<T>; until: number } | null = null;
  return () => {
    if (last && now() < last.until) return last.answer;
    const asked = { answer: ask(), until: Number.POSITIVE_INFINITY };
    const age = () => {
      asked.until = now() + AGE;
    };
    asked.answer.then(age, age);
    last = asked;
    return asked.answer;
  };
}
