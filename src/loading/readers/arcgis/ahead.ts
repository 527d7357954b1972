/** The same values, each fetched while the one before is used. Calls `stop` when the reader stops early. */
export async function* oneAhead<T>(source: AsyncGenerator<T>, stop: () => void): AsyncGenerator<T> {
  const fetch = () => {
    const next = source.next();
    // Without a handler, a failure before its turn would end the process. It is thrown when its turn comes.
    next.catch(() => {});
    return next;
  };
  let next = fetch();
  try {
    for (;;) {
      const { value, done } = await next;
      if (done) return;
      next = fetch();
      yield value;
    }
  } finally {
    stop();
    await next.catch(() => {});
  }
}
