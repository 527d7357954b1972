const AGE = 1_000;

/**
 * Asks at most once a second: calls in between share the last answer or failure, or wait for the one in flight.
 * @param age milliseconds in place of the second.
 * @param now milliseconds of a clock that never goes back.
 */
export function briefly<T>(
  ask: () => Promise<T>,
  { age = AGE, now = () => performance.now() } = {},
): () => Promise<T> {
  let last: { answer: Promise<T>; until: number } | null = null;
  return () => {
    if (last && now() < last.until) return last.answer;
    const asked = { answer: ask(), until: Number.POSITIVE_INFINITY };
    const answered = () => {
      asked.until = now() + age;
    };
    asked.answer.then(answered, answered);
    last = asked;
    return asked.answer;
  };
}
