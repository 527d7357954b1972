import { useLayoutEffect, useState } from './html.js';

/**
 * As a hook: what `ask(signal)` answers, or nothing for null. It is called again when something in `deps` changes. The last
 * answer stays until the next answer or failure.
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

const isAborted = ({ name }) => name === 'AbortError';

/**
 * As a hook: what a form does when it is submitted, `{submit, busy, failure}`; `isHandled(failure)` says whether one needs
 * no words.
 */
export function useSubmit(send, isHandled = isAborted) {
  const [state, setState] = useState({ busy: false, failure: null });
  async function submit(event) {
    event.preventDefault();
    setState({ busy: true, failure: null });
    const failure = await send(new FormData(event.currentTarget)).then(
      () => null,
      (failure) => (isHandled(failure) ? null : failure),
    );
    setState({ busy: false, failure });
  }
  return { submit, ...state };
}
