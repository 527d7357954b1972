import { advice } from '../api.js';
import { confirmed } from '../confirm.js';
import {
  createContext,
  useContext,
  useLatest,
  useLayoutEffect,
  useLeaving,
  useRef,
  useState,
} from '../html.js';

/**
 * What the parts of the console share: `refresh()` reads the account again; `isHandled(failure)` returns whether a failure
 * needs no words here, as when the key no longer works; `fail(failure)` says it if it needs words.
 */
export const Account = createContext(null);

/** As a hook: a record that is read now and then, or what an action has answered since; and a function for that answer. */
export function useNewest(read) {
  const [answered, setAnswered] = useState({});
  const latest = useLatest(read);
  const answer = (record) => setAnswered({ since: latest.current, record });
  return [answered.since === read ? answered.record : read, answer];
}

/**
 * As a hook: whether an action is being done, and functions that do one: `act` at once, `ask` after confirmation, with its
 * answers; then the account is read again. Failures are said.
 */
export function useAction() {
  const { refresh, fail } = useContext(Account);
  const signal = useLeaving();
  const [busy, setBusy] = useState(false);
  async function act(work) {
    if (busy) return;
    setBusy(true);
    await work().catch(fail);
    setBusy(false);
  }
  async function ask(question, work) {
    const answers = await confirmed({ no: 'Keep it', ...question, signal });
    if (answers !== null) await act(() => work(answers).then(refresh));
  }
  return [busy, act, ask];
}

/**
 * As a hook: what `read(signal)` returns, at first and then every `wait` milliseconds, never twice at the same time, while
 * the page is visible. It starts over when one of `inputs` changes. `isHandled(failure)` says whether a failure needs no
 * words.
 * @returns {{answer: T | null, problem: string, again: () => void}} the last answer, and why there is no newer one
 */
export function usePolled(read, wait, isHandled, inputs = []) {
  const [polled, setPolled] = useState({ answer: null, problem: '' });
  const latest = useLatest(read);
  const again = useRef();
  useLayoutEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    let timer;
    let isBusy = false;
    let isWanted = false;
    async function turn() {
      clearTimeout(timer);
      if (signal.aborted || document.hidden) return;
      isWanted = isBusy;
      if (isBusy) return;
      isBusy = true;
      await latest.current(signal).then(
        (answer) => signal.aborted || setPolled({ answer, problem: '' }),
        (failure) =>
          signal.aborted ||
          isHandled(failure) ||
          setPolled(({ answer }) => ({ answer, problem: advice(failure) })),
      );
      isBusy = false;
      if (!signal.aborted) timer = setTimeout(turn, isWanted ? 0 : wait);
    }
    document.addEventListener('visibilitychange', turn, { signal });
    again.current = turn;
    void turn();
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, inputs);
  return { ...polled, again: () => void again.current() };
}
