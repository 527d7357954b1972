import { useLayoutEffect, useState } from './html.js';

/**
 * As a hook: what `ask` answers. It is called again when something in `deps` changes. The last answer stays until the next
 * answer or failure.
 * @template T
 * @param {((signal: AbortSignal) => Promise<T>) | null} ask null to ask nothing
 * @returns {{answer?: T, failure?: Error, isBusy: boolean, again: () => void}} `again` asks the same once more
 */
export function useAsked(ask, deps) {
  const [asked, setAsked] = useState({ isBusy: ask !== null });
  const [tries, setTries] = useState(0);
  useLayoutEffect(() => {
    if (ask === null) return setAsked({ isBusy: false });
    const leaving = new AbortController();
    const { signal } = leaving;
    setAsked((before) => ({ ...before, isBusy: true }));
    ask(signal).then(
      (answer) => signal.aborted || setAsked({ answer, isBusy: false }),
      (failure) => {
        if (signal.aborted) return;
        if (failure.code === undefined) console.error(failure);
        setAsked({ failure, isBusy: false });
      },
    );
    return () => leaving.abort();
  }, [...deps, tries]);
  return { ...asked, again: () => setTries((before) => before + 1) };
}
