import { useState } from '../html.js';
import { tell } from '../notice.js';
import { moreRows, PAGE, viewLoader } from './load.js';

const NOTHING = {
  answer: null,
  failure: null,
  rows: [],
  total: 0,
  shown: PAGE,
  isBusy: false,
  isAsking: false,
};

/**
 * As a hook: the parcels of the view that was loaded last.
 * @param {AbortSignal} signal that of the page
 * @param {boolean} crowded whether the first view probably has clusters
 * @returns {{answer: {question: object, rows: object[], cells: object | null} | null, failure: Error | null, rows: object[],
 *   shown: number, total: number, isBusy: boolean, isAsking: boolean}} the `answer`, with the `cells` of a view that has too
 *   many parcels to draw each; the `rows` of the list so far, of which so many are `shown`; while more are asked for,
 *   `isAsking`. With functions that `load` a question, `cancel` loading, `fail`, and show `more` rows.
 */
export function useFound(signal, crowded) {
  const [found, setFound] = useState(NOTHING);
  const [loader] = useState(() => viewLoader(signal, crowded));
  const change = (part) => setFound((before) => ({ ...before, ...part }));

  function answered(question, { rows: { data: rows, total }, cells }) {
    setFound({ ...NOTHING, answer: { question, rows, cells }, rows, total });
  }
  function fail(failure) {
    if (failure.code === undefined) console.error(failure);
    change({ failure, isBusy: false });
  }
  function load(question, wait) {
    change({ isBusy: true });
    loader.load(question, { answered: (answer) => answered(question, answer), failed: fail }, wait);
  }
  async function more() {
    const { answer, rows, shown } = found;
    if (shown < rows.length) return change({ shown: Math.min(shown + PAGE, rows.length) });
    change({ isAsking: true });
    try {
      const { data } = await moreRows(answer.question, rows.length, signal);
      const all = [...rows, ...data];
      const part = {
        rows: all,
        shown: all.length,
        isAsking: false,
        ...(data.length === 0 ? { total: all.length } : {}),
      };
      setFound((now) => (now.answer === answer ? { ...now, ...part } : now));
    } catch (failure) {
      change({ isAsking: false });
      if (!signal.aborted) tell(failure);
    }
  }
  return { ...found, load, cancel: loader.cancel, fail, more };
}
