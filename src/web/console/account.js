import { createContext, useContext, useLatest, useState } from '../html.js';

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

/** As a hook: whether an action is being done, and a function that does one; failures are said. */
export function useAction() {
  const { fail } = useContext(Account);
  const [busy, setBusy] = useState(false);
  async function act(work) {
    if (busy) return;
    setBusy(true);
    await work().catch(fail);
    setBusy(false);
  }
  return [busy, act];
}
