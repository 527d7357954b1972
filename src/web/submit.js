import { useState } from './html.js';

const isAborted = ({ name }) => name === 'AbortError';

/**
 * As a hook: what a form does when it is submitted.
 * @param {(values: FormData) => Promise<void>} send
 * @param {(failure: Error) => boolean} [isHandled] whether a failure needs no words
 * @returns {{submit(event: Event): void, busy: boolean, failure: Error | null}}
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
